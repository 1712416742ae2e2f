//go:build unix

package tool

import (
	"fmt"
	"os"
	"syscall"
)

// fewDescriptors is a limit of file descriptors that a process may reach.
const fewDescriptors = 64

// reservePoller has the run-time make its poller, which it does otherwise when a
// file or a connection is first opened: without a file descriptor left for the
// poller, it ends the program with a trace of all goroutines.
func reservePoller() error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil || limit.Cur > fewDescriptors {
		return nil
	}
	const poller, file = 2, 1
	if !available(poller + file) {
		return fmt.Errorf("Too many open files: of %d (ulimit -n), none is left for a file or a connection", limit.Cur)
	}
	f, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	return f.Close()
}

// available reports whether the limit allows so many file descriptors.
func available(n int) bool {
	if n == 0 {
		return true
	}
	fd, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer syscall.Close(fd)
	return available(n - 1)
}
