package archive

import (
	"encoding/binary"
	"errors"
	"io"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// next reads the record at an offset.
func (v *volume) next(off int64) (record, error) {
	if r, ok := v.cache.at(off); ok {
		return r, nil
	}
	r, err := v.read(off)
	switch {
	case err == nil:
		v.add(r)
	case err == errVolumeEnd:
		if _, cut := v.end(); cut != nil {
			err = cut
		}
	}
	return r, err
}

// add remembers a record.
func (v *volume) add(r record) {
	v.cache.add(r)
	v.longest = max(v.longest, r.end())
}

// previous reads the record before an offset. Where that is corrupt, what it
// returns with the error has the offset at which libpcp (C) stays.
func (v *volume) previous(off int64) (record, error) {
	if off <= v.label.Size() {
		return record{}, errVolumeEnd
	}
	if r, ok := v.cache.before(off); ok {
		return r, nil
	}
	b, err := v.viewBack(off-4, 4)
	if err != nil || len(b) < 4 {
		return record{off: off}, v.corrupt(off-4, "no length before record end")
	}
	length := int32(binary.BigEndian.Uint32(b))
	if length < logfile.Overhead || int64(length) > off {
		return record{off: off}, v.corrupt(off-4, "no length before record end")
	}
	start := off - int64(length)
	if length <= maxChunk {
		v.viewBack(start, int(length)) // what goes wrong will again
	}
	r, err := v.read(start)
	switch {
	case r.length != length:
		return record{off: start + 4}, v.corrupt(off-4, "lengths of a record differ")
	case err != nil:
		return record{off: start}, err
	}
	v.add(r)
	return r, nil
}

// length reads the length field at an offset; at most three bytes where it
// should be are the end of the volume.
func (v *volume) length(off int64) (int32, error) {
	b, err := v.view(off, 4)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	if len(b) < 4 {
		return 0, errVolumeEnd
	}
	return int32(binary.BigEndian.Uint32(b)), nil
}

// read reads and checks the record at an offset. Of a corrupt one that is
// there in full it returns the extent, with an error.
func (v *volume) read(off int64) (record, error) {
	length, err := v.length(off)
	if err != nil {
		return record{}, err
	}
	if length < logfile.Overhead || length > logfile.MaxRecord {
		return record{}, v.corrupt(off, "impossible record length")
	}
	b, err := v.view(off, int(length))
	if err != nil {
		return record{}, err
	}
	if len(b) < int(length) {
		return record{}, v.corrupt(off, "record cut short")
	}
	extent := record{off: off, length: length}
	if int32(binary.BigEndian.Uint32(b[length-4:])) != length {
		return extent, v.corrupt(off, "lengths of a record differ")
	}
	rec, err := v.schemas.scan(b[4:length-4], v.label.Version(), off > strictPart)
	if err != nil {
		return extent, v.corrupt(off, "values do not fill record")
	}
	rec.off, rec.length = off, length
	return rec, nil
}

// body is the payload of a record read before, which must still be there; valid
// until the next read. What the record holds may have changed.
func (v *volume) body(r record) ([]byte, error) {
	b, err := v.view(r.off, int(r.length))
	if err != nil {
		return nil, err
	}
	if len(b) < int(r.length) || !r.begins(b, v.label.Version()) ||
		int32(binary.BigEndian.Uint32(b[r.length-4:])) != r.length {
		return nil, changed(v.path, r.off, "record has changed")
	}
	return b[4 : r.length-4 : r.length-4], nil
}

// setsOffset is where the value sets start in a payload.
func (v *volume) setsOffset() int { return logfile.StampSize(v.label.Version()) + 4 }

func (v *volume) corrupt(off int64, reason string) error {
	return &libpcp.FormatError{File: v.path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
}
