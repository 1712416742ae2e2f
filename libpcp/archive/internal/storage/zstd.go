package storage

import (
	"io/fs"
	"slices"
	"strings"

	"pcptools/libpcp/internal/expand"
)

// WithoutZstd is a storage without .zst files.
type WithoutZstd struct{ Files }

func isZstd(name string) bool { return strings.HasSuffix(name, ".zst") }

func (s WithoutZstd) List(dir string) ([]string, error) {
	names, err := s.Files.List(dir)
	return slices.DeleteFunc(names, isZstd), err
}

func (s WithoutZstd) Readable(name string) bool { return !isZstd(name) && s.Files.Readable(name) }

func (s WithoutZstd) Open(name string) (expand.File, error) {
	if isZstd(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s.Files.Open(name)
}
