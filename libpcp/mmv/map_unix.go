//go:build unix

package mmv

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped returns a file as memory that other processes see change.
func mapped(f *os.File, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

func unmap(data []byte) { unix.Munmap(data) }
