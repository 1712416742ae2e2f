package archive

import (
	"encoding/binary"
	"errors"
	"io"

	"pcptools/libpcp"
)

// volume is one data file. It is opened when it is first needed, and counts
// as missing if that fails.
type volume struct {
	window
	volumeFile
	label  label
	opened bool
	failed bool
	dir    directory
	shapes *shapes
}

// strictPart is the part of a volume in which the blocks of every record that
// is passed are checked, as the genuine library does everywhere. Further on
// only those of metrics asked for are: in a volume that is in order so far,
// the rest would be most of the work.
const strictPart = 16 << 20

// errVolumeEnd says that there is no further record in a volume.
var errVolumeEnd = errors.New("end of volume")

// open opens the file and checks its label.
func (v *volume) open(st storage) error {
	f, err := openFile(st, v.path)
	if err != nil {
		return err
	}
	v.label, err = readLabel(f, int32(v.num))
	if err != nil {
		return errors.Join(err, f.Close())
	}
	v.f, v.opened = f, true
	return nil
}

func (v *volume) close() error {
	if !v.opened {
		return nil
	}
	v.opened = false
	err := v.f.Close()
	v.window = window{}
	return err
}

// rest frees memory while other volumes are read.
func (v *volume) rest() {
	if x, ok := v.f.(*xzFile); ok {
		x.rest()
	}
}

// next reads the record at an offset.
func (v *volume) next(off int64) (record, error) {
	if r, ok := v.dir.at(off); ok {
		return r, nil
	}
	r, err := v.read(off)
	if err == nil {
		v.dir.add(r)
	}
	return r, err
}

// previous reads the record before an offset. Where that is corrupt, what it
// returns with the error has the offset at which the genuine library stays.
func (v *volume) previous(off int64) (record, error) {
	if off <= v.label.size() {
		return record{}, errVolumeEnd
	}
	if r, ok := v.dir.before(off); ok {
		return r, nil
	}
	b, err := v.viewBack(off-4, 4)
	if err != nil || len(b) < 4 {
		return record{off: off}, v.corrupt(off-4, "no length before record end")
	}
	length := int32(binary.BigEndian.Uint32(b))
	if length < lengthOverhead || int64(length) > off {
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
	v.dir.add(r)
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
	if length < lengthOverhead {
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
	rec, err := v.shapes.scan(b[4:length-4], v.label.version(), off > strictPart)
	if err != nil {
		return extent, v.corrupt(off, "values do not fill record")
	}
	rec.off, rec.length = off, length
	return rec, nil
}

// body is the payload of a record read before; valid until the next read.
func (v *volume) body(r record) ([]byte, error) {
	b, err := v.view(r.off+4, int(r.length)-lengthOverhead)
	if err == nil && len(b) < int(r.length)-lengthOverhead {
		return nil, v.corrupt(r.off, "record has vanished")
	}
	return b, err
}

// setsOffset is where the value sets start in a payload.
func (v *volume) setsOffset() int { return stampSize(v.label.version()) + 4 }

func (v *volume) corrupt(off int64, reason string) error {
	return &libpcp.FormatError{File: v.path, Offset: off, Code: libpcp.ErrLogRec, Reason: reason}
}
