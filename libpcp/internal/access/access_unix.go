//go:build unix

package access

import (
	"errors"
	"syscall"
	"time"
)

// Readable is nil if a file or directory can be read.
func Readable(name string) error { return syscall.Access(name, 4) }

// Executable is nil if a program can be run.
func Executable(name string) error { return syscall.Access(name, 1) }

// Gone reports whether no process has a number.
func Gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// Times returns the processor time that this process has used.
func Times() (user, system time.Duration, err error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0, err
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano()), nil
}
