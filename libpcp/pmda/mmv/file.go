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

// refusal is why a file does not count, in the words that follow its name in
// the log of PCP's agent.
type refusal string

func (r refusal) Error() string { return string(r) }

func refuse(format string, args ...any) error { return refusal(fmt.Sprintf(format, args...)) }

// readHeader refuses most invalid files before it reads all of the file.
func (f *file) readHeader() error {
	b := make([]byte, mmvfile.HeaderSize)
	if _, err := f.f.ReadAt(b, 0); errors.Is(err, io.EOF) {
		return refuse(": size %d too small, expecting at least %d", f.size, len(b))
	} else if err != nil {
		return err
	}
	var h mmvfile.Header
	switch err := h.Decode(b); {
	case errors.Is(err, mmvfile.ErrMagic):
		return refuse(": magic \"%3s\" not \"MMV\" as expected", mmvfile.Text(b[:3]))
	case errors.Is(err, mmvfile.ErrVersion):
		return refuse(" version %d unsupported (current is %d)", h.Version, mmvfile.Version1)
	case err != nil:
		return err
	}
	f.Contents = &mmvfile.Contents{Header: h}
	return f.check()
}

// check reports why the file does not count: its writer is at it, or has
// gone, or it has no room for its table of contents, or wants a cluster that is
// none.
func (f *file) check() error {
	least := mmvfile.HeaderSize + mmvfile.TOCSize*f.TOCs // as an int of C
	switch {
	case f.G1 != 0 && !f.Complete():
		return fmt.Errorf("%w%w", errIncomplete, refuse(": generation in flux, g1=%d g2=%d", f.G1, f.G2))
	case !f.Complete() || f.rewritten():
		return errIncomplete
	case f.TOCs < 2:
		return refuse(": bad header.doc %d, expecting at least 2", f.TOCs)
	case f.size < int64(mmvfile.HeaderSize)+mmvfile.TOCSize*int64(f.TOCs):
		return refuse(": bad total size %d, expecting %d", f.size, least)
	case f.orphaned():
		return refuse(": owning process PID %d vanished", f.PID)
	case f.Cluster < 0 || f.Cluster > maxCluster:
		return refuse(": choose_cluster failed")
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
	return f.Flags&mmvfile.Process != 0 && f.PID != 0 && (f.PID < 0 || access.Gone(int(f.PID)))
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
