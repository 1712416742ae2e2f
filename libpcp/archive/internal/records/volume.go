package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/storage"
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
	found    storage.Identity // when the archive was opened, but for the first volume
	more     bool             // another volume follows
	opened   bool
	missing  error // why it is not read: errMissing, or damage
	size     int64 // when it was opened, if that is known
	cache    recordCache
	schemas  *schemas
	stock    []byte // for blocks of values
	features bool   // that nobody knows are refused
}

// strictPart is the part of a volume in which the blocks of every record that is
// passed are checked, as libpcp (C) does everywhere. Further on only blocks of
// requested metrics are: in a volume without damage so far, the others would be
// most of the work.
const strictPart = 16 << 20

// errVolumeEnd is the end of the records in a volume.
var errVolumeEnd = errors.New("end of volume")

// open opens the file and checks its label. Where that fails and the file is as it was
// when the archive was opened, it is damaged, or missing if it is no longer than a label:
// then no record is lost, and libpcp (C) skips it.
func (v *volume) open(ctx context.Context, st storage.Files, buf []byte) error {
	err := v.try(ctx, st, buf)
	var damage *Damage
	switch {
	case err == nil || v.known() || passing(err):
		return err
	case v.origin.Magic == 0: // the first volume, while the archive is opened
		return err
	case st.Identify(v.path) != v.found:
		return fmt.Errorf("%w: %w", ErrChanged, err)
	case errors.As(err, &damage):
		v.missing = damage
	default:
		v.missing = errMissing
	}
	return v.missing
}

func (v *volume) try(ctx context.Context, st storage.Files, buf []byte) error {
	f, err := openFile(ctx, st, v.path)
	if err != nil {
		return err
	}
	v.window = window{f: f}
	if err := v.check(buf); err != nil {
		return errors.Join(err, f.Close())
	}
	v.opened = true
	return v.measure()
}

// known reports whether the volume has been open before.
func (v *volume) known() bool { return v.label.Magic != 0 }

// check reads the label. It fails if that is not what it was before.
func (v *volume) check(buf []byte) error {
	l, err := readLabel(v.f, buf, int32(v.num), v.features)
	switch {
	case passing(err):
		return err
	case v.known() && (err != nil || l != v.label):
		return changed(v.path, 0, "volume has been replaced")
	case v.known():
		return nil
	case err != nil && v.origin.Magic != 0 && v.f.Reaches(v.origin.Size()+1):
		return v.cut(0, "no label")
	case err != nil:
		return err
	case v.origin.Magic != 0 && !l.SameArchive(v.origin):
		return changed(v.path, 0, "volume of another archive")
	}
	v.label = l
	return nil
}

// passing reports whether an error is not one of the archive as it was
// written: one of the system that may be gone next time, that the archive has
// changed, or that the call was cancelled.
func passing(err error) bool {
	if errors.Is(err, ErrChanged) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return slices.ContainsFunc([]syscall.Errno{
		syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOSPC, syscall.EIO, syscall.EAGAIN, syscall.EINTR,
	}, func(passing syscall.Errno) bool { return libpcp.Code(err) == libpcp.Errno(passing) })
}

// measure notes how long the volume is, and was when it was found, unless that
// takes expanding it.
func (v *volume) measure() error {
	if _, suffix := expand.CutSuffix(v.path); suffix == "" {
		v.size = max(v.size, v.found.Size)
	}
	if _, plain := v.f.(*watchedFile); !plain {
		return nil
	}
	size, err := v.f.Size()
	v.size = max(v.size, size)
	return err
}

// end is the length of the volume. It fails if it is shorter than it was when opened,
// and is errMissing if a damaged file does not have one.
func (v *volume) end() (int64, error) {
	size, err := v.f.Size()
	switch {
	case err == nil && size < v.size:
		return size, changed(v.path, size, "volume has been cut short")
	case err == nil || passing(err):
		return size, err
	}
	return 0, errMissing
}

// close forgets all records read but one.
func (v *volume) close() error {
	if !v.opened {
		return nil
	}
	v.opened = false
	err := v.f.Close()
	v.window, v.cache = window{}, recordCache{}
	return err
}

// rest frees memory while other volumes are read.
func (v *volume) rest() {
	if r, ok := v.f.(interface{ Rest() }); ok {
		r.Rest()
	}
}
