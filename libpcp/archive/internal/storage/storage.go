// Package storage holds the files of archives, in the file system or in the memory of a
// test, and tells from a name which file of an archive it is.
package storage

import "pcptools/libpcp/internal/expand"

// Files are where archives lie: the file system, or the memory of a test.
type Files interface {
	// List returns the names in a directory in the order it holds them.
	List(dir string) ([]string, error)
	// Readable reports whether a file or directory of that name can be read.
	Readable(name string) bool
	// Open opens a regular file.
	Open(name string) (expand.File, error)
	// Identify distinguishes the states of a file.
	Identify(name string) Identity
}

// Identity is a state of a file; the zero identity is of none.
type Identity struct {
	Size    int64
	changed int64 // nanoseconds since 1970
}
