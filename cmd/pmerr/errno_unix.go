//go:build unix

package main

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// maxErrno is above all numbers of errno(3).
const maxErrno = 1024

// errno finds a code by its name in errno(3).
func errno(name string) (code int32, ok bool) {
	for n := range int32(maxErrno) {
		if unix.ErrnoName(syscall.Errno(n)) == name {
			return -n, name != ""
		}
	}
	return 0, false
}
