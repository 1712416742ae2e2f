package records

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
)

// ErrChanged says that an archive is not what it was when it was opened.
var ErrChanged = errors.New("changed while it was read")

func changed(path string, off int64, reason string) error {
	err := &libpcp.FormatError{File: path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
	return fmt.Errorf("%w: %w", ErrChanged, err)
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

// heads holds memory for heads that are read again.
var heads = sync.Pool{New: func() any { return new([maxHead]byte) }}

// ReadAt implements io.ReaderAt. Where the system cannot read, that is the error.
func (f *watchedFile) ReadAt(p []byte, off int64) (int, error) {
	if f.head == nil && off == 0 && len(p) >= maxHead {
		n, err := f.File.ReadAt(p, 0)
		if !failed(err) {
			f.head = bytes.Clone(p[:min(n, maxHead)])
		}
		return n, err
	}
	if f.head == nil {
		head := make([]byte, maxHead)
		n, err := f.File.ReadAt(head, 0)
		if failed(err) {
			return 0, err
		}
		f.head = head[:n:n]
	}
	n, err := f.File.ReadAt(p, off)
	if failed(err) || len(p) < minWatched {
		return n, err
	}
	now := heads.Get().(*[maxHead]byte)
	defer heads.Put(now)
	switch m, again := f.File.ReadAt(now[:len(f.head)], 0); {
	case failed(again):
		return 0, again
	case !bytes.Equal(now[:m], f.head):
		return 0, changed(f.path, 0, "file has been overwritten")
	}
	return n, err
}

// failed reports whether an error of reading is not just the end of the file.
func failed(err error) bool { return err != nil && !errors.Is(err, io.EOF) }
