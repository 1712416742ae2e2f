//go:build !linux

package pseudo

import "os"

// File is an open file.
type File = *os.File

// Open opens a file.
func Open(path string) (File, error) { return os.Open(path) }
