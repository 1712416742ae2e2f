//go:build unix

// Package process says what systems know about processes.
package process

import (
	"errors"
	"syscall"
	"time"
)

// Times returns the processor time that this process has used.
func Times() (user, system time.Duration, err error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, 0, err
	}
	return time.Duration(u.Utime.Nano()), time.Duration(u.Stime.Nano()), nil
}

// Gone reports whether there is no process with a number.
func Gone(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
