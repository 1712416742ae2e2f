package records

import (
	"encoding/binary"
	"errors"
	"io"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// next reads the record at an offset.
func (v *volume) next(off int64) (Record, error) {
	if r := v.cache.at(off); r != nil {
		return *r, nil
	}
	r, err := v.read(off)
	switch {
	case err == nil:
		v.cache.add(r)
	case err == errVolumeEnd:
		if _, cut := v.end(); cut != nil {
			err = cut
		}
	}
	return r, err
}

// previous reads the record before an offset. It is the end of the archive where the
// last volume does not reach.
func (v *volume) previous(off int64) (Record, error) {
	if off <= v.label.Size() {
		return Record{}, errVolumeEnd
	}
	if r := v.cache.before(off); r != nil {
		return *r, nil
	}
	b, err := v.viewBack(off-4, 4)
	switch {
	case passing(err):
		return Record{}, err
	case err == nil && len(b) == 0 && !v.more:
		return Record{}, v.nothingThere()
	case err != nil || len(b) < 4:
		return Record{}, v.corrupt(off-4, "no length before record end")
	}
	length := int32(binary.BigEndian.Uint32(b))
	if length < logfile.Overhead || int64(length) > off {
		return Record{}, v.corrupt(off-4, "no length before record end")
	}
	start := off - int64(length)
	if length <= maxChunk {
		v.viewBack(start, int(length)) // what goes wrong will again
	}
	r, err := v.read(start)
	switch {
	case err != nil:
		return Record{}, err
	case r.length != length:
		return Record{}, v.corrupt(off-4, "lengths of a record differ")
	}
	v.cache.add(r)
	return r, nil
}

// nothingThere is the error of reading where the volume has ended.
func (v *volume) nothingThere() error {
	if _, err := v.end(); err != nil && err != errMissing {
		return err
	}
	return libpcp.ErrEOL
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

// read reads and checks the record at an offset.
func (v *volume) read(off int64) (Record, error) {
	length, err := v.length(off)
	if err != nil {
		return Record{}, err
	}
	switch {
	case length == 0:
		return Record{}, v.cut(off, "no record")
	case length < logfile.Overhead || length > logfile.MaxRecord:
		return Record{}, v.corrupt(off, "impossible record length")
	}
	b, err := v.view(off, int(length))
	if err != nil {
		return Record{}, err
	}
	if len(b) < int(length) {
		return Record{}, v.cut(off, "record cut short")
	}
	if int32(binary.BigEndian.Uint32(b[length-4:])) != length {
		return Record{}, v.corrupt(off, "lengths of a record differ")
	}
	rec, err := v.schemas.scan(b[4:length-4], v.label.Version(), off > strictPart)
	if err != nil {
		return Record{}, v.corrupt(off, "values do not fill record")
	}
	rec.volume, rec.off, rec.length = v, off, length
	return rec, nil
}

// body is the payload of a record read before, which must still be there; valid
// until the next read. What the record holds may have changed.
func (v *volume) body(r Record) ([]byte, error) {
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

// marksBetween reads the lengths of the records from an offset on until it is past
// another one or can go no further.
func (v *volume) marksBetween(off, to int64) (marks bool, end int64) {
	mark := uint32(logfile.Overhead + v.setsOffset())
	var buf [4]byte
	for off < to {
		if n, _ := v.f.ReadAt(buf[:], off); n < len(buf) {
			break
		}
		length := binary.BigEndian.Uint32(buf[:])
		if length < mark || length > 1<<31-1 {
			break
		}
		marks = marks || length == mark
		off += int64(length)
	}
	return marks, off
}
