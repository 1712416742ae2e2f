package linux

import (
	"fmt"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"

	"pcptools/libpcp"
)

// nsThread is a thread that is inside a name space of a container. It is not used
// for anything else, and ends when it is left.
type nsThread struct {
	id    int
	calls chan func()
	done  chan any // the panic of a call
}

// outside is the answer when a name space cannot be entered.
func outside() error { return libpcp.Errno(syscall.EPERM) }

// process is a directory in /proc, which stays about one process even if its
// number is used again.
type process int

func openProcess(pid int) (process, error) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d", pid), unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, outside()
	}
	return process(fd), nil
}

func (p process) close() { unix.Close(int(p)) }

// spaceFiles are the names of name spaces in /proc/PID/ns.
var spaceFiles = [spaceCount]string{netSpace: "ns/net", mountSpace: "ns/mnt", utsSpace: "ns/uts"}

// enter makes a thread in a name space of a process.
func (p process) enter(s space) (*nsThread, error) {
	fd, err := unix.Openat(int(p), spaceFiles[s], unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, outside()
	}
	defer unix.Close(fd)
	n := &nsThread{calls: make(chan func()), done: make(chan any)}
	entered := make(chan error)
	onThread(func() { n.run(fd, s, entered) })
	if err := <-entered; err != nil {
		return nil, outside()
	}
	return n, nil
}

// onThread calls f on a thread that ends with it. It is never the first one of
// the process, which does not end, and which /proc/self and /proc/net are about.
func onThread(f func()) {
	go func() {
		runtime.LockOSThread() // and not unlocked, which ends the thread
		if unix.Gettid() != unix.Getpid() {
			f()
			return
		}
		elsewhere := make(chan struct{})
		onThread(func() {
			close(elsewhere)
			f()
		})
		<-elsewhere
		runtime.UnlockOSThread()
	}()
}

// run enters a name space, and makes calls there until it is left.
func (n *nsThread) run(fd int, s space, entered chan<- error) {
	n.id = unix.Gettid()
	err := enterSpace(fd, s)
	entered <- err
	if err != nil {
		return
	}
	for f := range n.calls {
		n.done <- caught(f)
	}
}

// enterSpace has the calling thread enter a name space.
func enterSpace(fd int, s space) error {
	if s == mountSpace { // which is for threads that have a root directory of their own
		if err := unix.Unshare(unix.CLONE_FS); err != nil {
			return err
		}
	}
	return unix.Setns(fd, 0)
}

// caught calls f and returns its panic.
func caught(f func()) (cause any) {
	defer func() { cause = recover() }()
	f()
	return nil
}

// do calls f inside.
func (n *nsThread) do(f func()) {
	n.calls <- f
	if cause := <-n.done; cause != nil {
		panic(cause)
	}
}

// dir is the directory of the thread in /proc.
func (n *nsThread) dir() string { return fmt.Sprintf("/proc/self/task/%d/", n.id) }

func (n *nsThread) leave() { close(n.calls) }
