//go:build !unix

package access

import (
	"errors"
	"os"
	"time"
)

// Readable is nil if a file or directory can be read.
func Readable(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return f.Close()
}

// Executable is nil if a program can be run, as far as its being there says.
func Executable(name string) error {
	_, err := os.Stat(name)
	return err
}

// Gone reports whether no process has a number, as far as it is known.
func Gone(int) bool { return false }

// Times returns the processor time that this process has used, if the system
// were asked for it.
func Times() (user, system time.Duration, err error) { return 0, 0, errors.ErrUnsupported }
