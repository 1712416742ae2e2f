//go:build unix

package access

import "syscall"

// Readable is nil if a file or directory can be read.
func Readable(name string) error { return syscall.Access(name, 4) }

// Executable is nil if a program can be run.
func Executable(name string) error { return syscall.Access(name, 1) }
