package pmda

import (
	"os"
	"syscall"
)

// redirectStderr has f take the place of standard error.
func redirectStderr(f *os.File) error { return syscall.Dup3(int(f.Fd()), 2, 0) }
