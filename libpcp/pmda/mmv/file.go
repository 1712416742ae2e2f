package mmv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/mmvfile"
)

// file is an application's file. It stays open, so that values are read from
// the file that was parsed, even if another has taken its name.
type file struct {
	*mmvfile.Contents
	name    string
	size    int64
	cluster uint32
	f       *os.File
	buf     []byte

	run    []byte // the values of a metric
	runErr error
	runOf  *mmvfile.Row
}

// errIncomplete is for a file that its writer has not finished.
var errIncomplete = errors.New("being written")

const maxCluster = 1<<12 - 1

// openFile reads a file of at most limit bytes.
func openFile(path string, limit int64) (*file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	// It may be something else by now that would block.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened := &file{name: filepath.Base(path), f: f}
	if err := opened.read(min(limit, maxFile)); err != nil {
		f.Close()
		return nil, err
	}
	return opened, nil
}

func (f *file) close() { f.f.Close() }

// read takes the file apart.
func (f *file) read(limit int64) error {
	info, err := f.f.Stat()
	if err != nil {
		return err
	}
	f.size = info.Size()
	switch {
	case !info.Mode().IsRegular():
		return fs.ErrInvalid
	case f.size > limit:
		return syscall.EFBIG
	}
	if err := f.readHeader(); err != nil {
		return err
	}
	b := make([]byte, f.size)
	if _, err := f.f.ReadAt(b, 0); err != nil {
		return fmt.Errorf("%w: %w", errIncomplete, err) // shorter than a moment ago
	}
	if f.Contents, err = mmvfile.Read(b); err != nil {
		return err
	}
	return f.check()
}

// readHeader refuses most invalid files before it reads all of the file.
func (f *file) readHeader() error {
	var b [mmvfile.HeaderSize]byte
	if _, err := f.f.ReadAt(b[:], 0); err != nil {
		return err
	}
	var h mmvfile.Header
	if err := h.Decode(b[:]); err != nil {
		return err
	}
	f.Contents = &mmvfile.Contents{Header: h}
	return f.check()
}

// check reports why the file does not count: its writer is at it, or has
// gone, or wants a cluster that is none.
func (f *file) check() error {
	switch {
	case !f.Complete() || f.rewritten():
		return errIncomplete
	case f.Cluster < 0 || f.Cluster > maxCluster:
		return fmt.Errorf("cluster %d", f.Cluster)
	case f.orphaned():
		return syscall.ESRCH
	}
	return nil
}

// changed reports whether the file must be read again.
func (f *file) changed() bool { return f.rewritten() || f.orphaned() }

// rewritten reports whether the file has been written anew, or cut off.
func (f *file) rewritten() bool {
	var b [2 * 8]byte
	_, err := f.f.ReadAt(b[:], mmvfile.G1Offset)
	g1, g2 := binary.NativeEndian.Uint64(b[:]), binary.NativeEndian.Uint64(b[8:])
	return err != nil || g1 != f.G1 || g2 != f.G2
}

// orphaned reports whether the writer has gone, if that matters.
func (f *file) orphaned() bool {
	if f.Flags&mmvfile.Process == 0 || f.PID == 0 {
		return false
	}
	return f.PID < 0 || access.Gone(int(f.PID))
}

// bytes reads part of the file, into memory that is used again.
func (f *file) bytes(offset uint64, n int) ([]byte, error) {
	b, err := f.readAt(f.buf, offset, n)
	f.buf = b
	return b, err
}

// readAt reads n bytes into b, or a larger slice, which it returns.
func (f *file) readAt(b []byte, offset uint64, n int) ([]byte, error) {
	if offset > uint64(f.size) || uint64(f.size)-offset < uint64(n) {
		return b, io.ErrUnexpectedEOF
	}
	b = slices.Grow(b[:0], n)[:n]
	_, err := f.f.ReadAt(b, int64(offset))
	return b, err
}

// value reads the record of a value of a metric. Where the values of a metric
// stand together the first read, after forget, is the only one.
func (f *file) value(row *mmvfile.Row, offset uint64) ([]byte, error) {
	n := row.Run()
	if n <= mmvfile.ValueSize {
		return f.bytes(offset, mmvfile.ValueSize)
	}
	if f.runOf != row {
		f.run, f.runErr = f.readAt(f.run, row.First.Offset, n)
		f.runOf = row
	}
	if f.runErr != nil {
		return nil, f.runErr
	}
	at := offset - row.First.Offset
	return f.run[at : at+mmvfile.ValueSize], nil
}

// forget has value read again.
func (f *file) forget() { f.runOf = nil }
