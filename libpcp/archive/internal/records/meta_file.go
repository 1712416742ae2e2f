package records

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/wire"
)

// metaFile is one metadata file, kept open for records that are read on demand.
type metaFile struct {
	f      expand.File
	path   string
	shared *window // on the file read last: there may be hundreds
}

// window is the shared window, on this file.
func (f *metaFile) window() *window {
	if f.shared.f != f.f {
		*f.shared = window{f: f.f, buf: f.shared.buf[:0]}
	}
	return f.shared
}

// extent is where the payload of a metadata record lies.
type extent struct {
	file   *metaFile
	off    int64
	length int
}

// read reads the record, a long one not through the window, which would stay so long.
func (x extent) read() ([]byte, error) {
	off, n := x.off-4, x.length+logfile.Overhead
	if n > maxChunk {
		alone := window{f: x.file.f}
		return alone.view(off, n)
	}
	return x.file.window().viewAround(off, n)
}

// bytes reads the payload; it is valid until the next read of the file. The
// record must still be there, of a type.
func (x extent) bytes(types ...uint32) ([]byte, error) {
	b, err := x.read()
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(b)
	if int(r.Int32()) != x.length+logfile.Overhead || !slices.Contains(types, r.Uint32()) ||
		len(b) < x.length+logfile.Overhead || int(binary.BigEndian.Uint32(b[x.length+4:])) != x.length+logfile.Overhead {
		return nil, changed(x.file.path, x.off-4, "record has changed")
	}
	return b[4 : x.length+4 : x.length+4], nil
}

// walk calls visit with the payload of each record, of which each lies between two
// copies of its length, from one offset to another or the end of the file. It
// returns where it ended.
func (f *metaFile) walk(ctx context.Context, off, to int64, visit func(payload []byte, where extent) error) (end int64, err error) {
	for n := 1; off < to; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return off, ctx.Err()
		}
		head, err := f.window().view(off, logfile.Overhead)
		if err != nil {
			return off, err
		}
		if len(head) < logfile.Overhead {
			break
		}
		length := int(int32(binary.BigEndian.Uint32(head)))
		if err := f.checkHeader(off, length, binary.BigEndian.Uint32(head[4:])); err != nil {
			return off, err
		}
		payload, err := f.record(off, length)
		if err != nil {
			return off, err
		}
		if err := visit(payload, extent{file: f, off: off + 4, length: len(payload)}); err != nil {
			return off, fmt.Errorf("%s: record at %d: %w", f.path, off, err)
		}
		off += int64(length)
	}
	return off, nil
}

// record reads the payload of the record of a length at off.
func (f *metaFile) record(off int64, length int) ([]byte, error) {
	b, err := f.window().view(off, length)
	if err != nil {
		return nil, err
	}
	if len(b) < length || int(int32(binary.BigEndian.Uint32(b[length-4:]))) != length {
		return nil, f.corrupt(off, "record cut short")
	}
	return b[4 : length-4], nil
}

func (f *metaFile) corrupt(off int64, reason string) error {
	return &libpcp.FormatError{File: f.path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
}

// checkHeader checks the length and the type of a record.
func (f *metaFile) checkHeader(off int64, length int, typ uint32) error {
	switch {
	case length > 0 && (typ < logfile.TypeDesc || typ > logfile.TypeLabels3):
		return fmt.Errorf("%s: record at %d: type %d: %w", f.path, off, typ, libpcp.ErrRecType)
	case length < logfile.Overhead+4 || length > logfile.MaxRecord:
		return f.corrupt(off, "impossible record length")
	}
	return nil
}
