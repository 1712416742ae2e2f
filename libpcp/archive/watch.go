package archive

import (
	"bytes"
	"errors"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
)

// errChanged says that an archive is not what it was when it was opened.
var errChanged = errors.New("changed while it was read")

func changed(path string, off int64, reason string) error {
	err := &libpcp.FormatError{File: path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
	return fmt.Errorf("%w: %w", errChanged, err)
}

// watchedFile is a file that is read as long as it begins as it did at first,
// which for plain files of archives includes most of the label: so nothing is
// read of another archive that overwrites it.
type watchedFile struct {
	expand.File
	path string
	head []byte
}

const (
	maxHead    = 256 // bytes that are watched
	minWatched = 16  // bytes read at a time; fewer are a length and no values
)

// ReadAt implements io.ReaderAt.
func (f *watchedFile) ReadAt(p []byte, off int64) (int, error) {
	if f.head == nil {
		head := make([]byte, maxHead)
		n, _ := f.File.ReadAt(head, 0)
		f.head = head[:n:n]
	}
	n, err := f.File.ReadAt(p, off)
	if len(p) < minWatched {
		return n, err
	}
	var now [maxHead]byte
	m, _ := f.File.ReadAt(now[:len(f.head)], 0)
	if !bytes.Equal(now[:m], f.head) {
		return 0, changed(f.path, 0, "file has been overwritten")
	}
	return n, err
}
