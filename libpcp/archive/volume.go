package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// volume is one data file. It is opened when it is first needed, and counts
// as missing if its label is damaged.
type volume struct {
	window
	volumeFile
	origin   *logfile.Label // of the archive
	label    logfile.Label
	found    identity // when the archive was opened, but for the first volume
	opened   bool
	failed   bool
	longest  int64  // it has been seen to be
	last     record // one that was there when it was last closed
	dir      directory
	shapes   *shapes
	features bool // that nobody knows are refused
}

// strictPart is the part of a volume in which the blocks of every record that
// is passed are checked, as the genuine library does everywhere. Further on
// only those of metrics asked for are: in a volume that is in order so far,
// the rest would be most of the work.
const strictPart = 16 << 20

// errVolumeEnd says that there is no further record in a volume.
var errVolumeEnd = errors.New("end of volume")

// open opens the file and checks its label. Where that fails and the file is as
// it was when the archive was opened, the volume counts as missing, as it does
// for libpcp (C).
func (v *volume) open(st storage) error {
	err := v.try(st)
	switch {
	case err == nil || v.known() || extraneous(err):
	case st.identify(v.path) != v.found:
		err = fmt.Errorf("%w: %w", errChanged, err)
	default:
		v.failed = true
	}
	return err
}

func (v *volume) try(st storage) error {
	f, err := openFile(st, v.path)
	if err != nil {
		return err
	}
	v.window = window{f: f}
	if err := v.check(); err != nil {
		return errors.Join(err, f.Close())
	}
	v.opened = true
	return v.measure()
}

// known reports whether the volume has been open before.
func (v *volume) known() bool { return v.label.Magic != 0 }

// check reads the label. It fails if that is not what it was before.
func (v *volume) check() error {
	l, err := readLabel(v.f, int32(v.num), v.features)
	switch {
	case extraneous(err):
		return err
	case v.known() && (err != nil || l != v.label || !v.holds(v.last)):
		return changed(v.path, 0, "volume has been replaced")
	case err != nil:
		return err
	case v.origin.Magic != 0 && !l.SameArchive(v.origin):
		return changed(v.path, 0, "volume of another archive")
	}
	v.label = l
	return nil
}

// holds reports whether a record of before is still there, if there was one.
func (v *volume) holds(r record) bool {
	if r.length == 0 {
		return true
	}
	now, err := v.read(r.off)
	return err == nil && now.like(r)
}

// extraneous reports whether an error is not one of the archive as it was
// written: one of the system that may be gone next time, or that the archive has
// changed.
func extraneous(err error) bool {
	if errors.Is(err, errChanged) {
		return true
	}
	for _, passing := range []syscall.Errno{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOSPC, syscall.EIO, syscall.EAGAIN, syscall.EINTR,
	} {
		if libpcp.Code(err) == libpcp.Errno(passing) {
			return true
		}
	}
	return false
}

// measure notes how long the volume is, and was when it was found, unless that
// takes expanding it.
func (v *volume) measure() error {
	if _, suffix := expand.CutSuffix(v.path); suffix == "" {
		v.longest = max(v.longest, v.found.size)
	}
	if _, plain := v.f.(*watchedFile); !plain {
		return nil
	}
	size, err := v.f.Size()
	v.longest = max(v.longest, size)
	return err
}

// end is the length of the volume. It fails if it is shorter than it has been,
// and is errSkip if a damaged file does not have one.
func (v *volume) end() (int64, error) {
	size, err := v.f.Size()
	switch {
	case err == nil && size < v.longest:
		return size, changed(v.path, size, "volume has been cut short")
	case err == nil || extraneous(err):
		return size, err
	}
	return 0, errSkip
}

// close forgets what has been read, but for one record.
func (v *volume) close() error {
	if !v.opened {
		return nil
	}
	v.opened = false
	err := v.f.Close()
	v.last = v.dir.any()
	v.window, v.dir = window{}, directory{}
	return err
}

// rest frees memory while other volumes are read.
func (v *volume) rest() {
	if r, ok := v.f.(interface{ Rest() }); ok {
		r.Rest()
	}
}

// next reads the record at an offset.
func (v *volume) next(off int64) (record, error) {
	if r, ok := v.dir.at(off); ok {
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
	v.dir.add(r)
	v.longest = max(v.longest, r.end())
}

// previous reads the record before an offset. Where that is corrupt, what it
// returns with the error has the offset at which the genuine library stays.
func (v *volume) previous(off int64) (record, error) {
	if off <= v.label.Size() {
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
	rec, err := v.shapes.scan(b[4:length-4], v.label.Version(), off > strictPart)
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
