package archive

import (
	"io/fs"
	"slices"
	"strings"

	"pcptools/libpcp/internal/expand"
)

// withoutZstd is a storage in which there are no .zst files.
type withoutZstd struct{ storage }

func isZstd(name string) bool { return strings.HasSuffix(name, ".zst") }

func (s withoutZstd) list(dir string) ([]string, error) {
	names, err := s.storage.list(dir)
	return slices.DeleteFunc(names, isZstd), err
}

func (s withoutZstd) readable(name string) bool { return !isZstd(name) && s.storage.readable(name) }

func (s withoutZstd) open(name string) (expand.File, error) {
	if isZstd(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return s.storage.open(name)
}
