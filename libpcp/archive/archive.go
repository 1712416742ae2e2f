package archive

import (
	"context"
	"errors"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// Archive is a context's set of archives, replayed as one: usually a single
// archive. It implements libpcp.Source, libpcp.Seeker and libpcp.Duplicator.
// It is not safe for concurrent use.
type Archive struct {
	list    string
	opts    Options
	storage storage
	logs    []*log // by start time
	meta    *metadata
	tree    *nameTree // nil until a name is needed
	open    []*volume // the volumes now open, the latest used last

	mode    libpcp.Mode
	origin  logfile.Stamp // current time
	delta   interval
	place   place
	spent   spentMark
	removal removal
	strayed bool // into the other archive, to see how far away it is
	reading reading
	seeked  bool // whether place is right for mode and origin
	tuned   bool // whether the first step need not look behind
	wanted  wantedIDs
	interp  interpolator
	spare   []*libpcp.Result // given back, each with one set
}

var (
	_ libpcp.Source     = (*Archive)(nil)
	_ libpcp.Seeker     = (*Archive)(nil)
	_ libpcp.Duplicator = (*Archive)(nil)
)

// log is one archive of the set.
type log struct {
	files   *fileSet
	label   logfile.Label // of its first volume
	meta    *metaFile
	index   timeIndex
	long    expand.File // index that is read as needed, or nil
	volumes []*volume
	end     endCache
	ready   bool // read in full and found good
}

// Open opens the archives that a comma-separated list names, each by its base
// name, any of its files, or a folder that stands for all archives in it
// (pmNewContext(3) with PM_CONTEXT_ARCHIVE). The archive is positioned at its
// start in mode ModeForw.
func Open(list string, opts Options) (*Archive, error) { return openIn(disk{}, list, opts) }

func openIn(st storage, list string, opts Options) (*Archive, error) {
	names, err := expandList(st, list)
	if err != nil {
		return nil, err
	}
	a := &Archive{list: list, opts: opts, storage: st, meta: newMetadata(opts)}
	a.interp.wrap, a.interp.earlier = opts.WrapCounters, opts.EarlierValues
	a.interp.marks = markRule{ask: opts.IgnoreMarks}
	if err := a.addLogs(names); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if err := a.arrange(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.mode, a.origin = libpcp.ModeForw, a.logs[0].label.Start
	a.place = a.startOf(0)
	a.enter(a.logs[0].volumes[0])
	return a, nil
}

// addLog opens one archive and merges its metadata.
func (a *Archive) addLog(name string) error {
	files, err := findFiles(a.storage, name)
	if err != nil {
		return err
	}
	l := &log{files: files}
	a.logs = append(a.logs, l)
	sh := &shapes{anyEvents: a.opts.AnyEvents}
	for i, f := range files.volumes {
		v := &volume{volumeFile: f, origin: &l.label, shapes: sh, features: a.opts.KnownFeatures}
		if i > 0 {
			v.found = a.storage.identify(f.path)
		}
		l.volumes = append(l.volumes, v)
	}
	if err := a.openVolume(l.volumes[0]); err != nil {
		return err
	}
	l.label = l.volumes[0].label
	if l.label.Host != a.logs[0].label.Host {
		return libpcp.ErrLogHost
	}
	if err := a.loadLog(l); err != nil {
		return err
	}
	if err := a.checkStart(l); err != nil {
		return err
	}
	l.ready = true
	return nil
}

// checkStart sees to it that no two archives start at the same time, unless
// they are the same one, listed twice.
func (a *Archive) checkStart(l *log) error {
	for _, other := range a.logs {
		if other.label.Start == l.label.Start && other.files.name != l.files.name {
			return libpcp.ErrLogOverlap
		}
	}
	return nil
}

// loadLog checks the labels of the index and metadata files and reads them.
func (a *Archive) loadLog(l *log) error {
	var index expand.File
	if l.files.index != "" {
		f, err := a.openPart(l, l.files.index, logfile.RoleIndex)
		if err != nil {
			return err
		}
		index = f
		defer func() {
			if l.long == nil {
				f.Close()
			}
		}()
	}
	f, err := a.openPart(l, l.files.meta, logfile.RoleMeta)
	if err != nil {
		return err
	}
	l.meta = &metaFile{window: window{f: f}, path: l.files.meta}
	if err := a.loadMeta(l); err != nil || index == nil {
		return err
	}
	x, keep, err := loadIndex(index, &l.label, l.files.index)
	if l.index = x; keep {
		l.long = index
	}
	return err
}

// loadMeta merges the metadata of an archive with those of the archives before.
func (a *Archive) loadMeta(l *log) error {
	if err := a.meta.load(l.meta, l.label.Size()); err != nil {
		return err
	}
	if l == a.logs[0] {
		a.meta.visible = len(a.meta.names)
	}
	return a.meta.reduceLabels()
}

// openPart opens the index or metadata file, which must belong to the first
// volume.
func (a *Archive) openPart(l *log, path string, role int32) (expand.File, error) {
	f, err := openFile(a.storage, path)
	if err != nil {
		return nil, err
	}
	part, err := readLabel(f, role, a.opts.KnownFeatures)
	if err == nil && !part.SameArchive(&l.label) {
		err = libpcp.ErrLabel
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (l *log) minVolume() int { return l.volumes[0].num }

func (l *log) maxVolume() int { return l.volumes[len(l.volumes)-1].num }

// arrange sorts the archives by start time; the same one listed twice counts
// once.
func (a *Archive) arrange() error {
	slices.SortStableFunc(a.logs, func(l, m *log) int { return l.label.Start.Compare(m.label.Start) })
	for i := len(a.logs) - 1; i > 0; i-- {
		if a.logs[i].label.Start != a.logs[i-1].label.Start {
			continue
		}
		if err := a.closeLog(a.logs[i]); err != nil {
			return err
		}
		// What was read last of equal metadata counts: it is in this file.
		a.logs[i].meta.window = window{f: a.logs[i-1].meta.f}
		a.logs = slices.Delete(a.logs, i, i+1)
	}
	return nil
}

// maxOpen bounds the number of volumes open at a time.
const maxOpen = 4

// openVolume makes sure that a volume is open, and closes one that has not
// been used for a while.
func (a *Archive) openVolume(v *volume) error {
	if n := len(a.open); n > 0 && a.open[n-1] != v {
		a.open[n-1].rest()
	}
	if n := len(a.open); v.opened {
		if a.open[n-1] != v {
			a.open = append(slices.DeleteFunc(a.open, func(o *volume) bool { return o == v }), v)
		}
		return nil
	}
	if v.failed {
		return errSkip
	}
	if err := v.open(a.storage); err != nil {
		return err
	}
	a.open = append(a.open, v)
	if len(a.open) <= maxOpen {
		return nil
	}
	idle := a.open[0]
	a.open = slices.Delete(a.open, 0, 1)
	return idle.close()
}

// usable reports whether a volume can be read, opening it if necessary.
func (a *Archive) usable(v *volume) bool { return a.openVolume(v) == nil }

// current is the archive that is being read.
func (a *Archive) current() *log {
	if len(a.logs) > 1 {
		a.seek() // what goes wrong will again
	}
	return a.logs[a.place.log]
}

// Close implements libpcp.Source.
func (a *Archive) Close() error {
	var errs []error
	for _, l := range slices.Concat(a.logs, a.removal.logs) {
		errs = append(errs, a.closeLog(l))
	}
	a.logs, a.removal.logs = nil, nil
	return errors.Join(errs...)
}

func (a *Archive) closeLog(l *log) error {
	var errs []error
	for _, v := range l.volumes {
		errs = append(errs, v.close())
		a.open = slices.DeleteFunc(a.open, func(o *volume) bool { return o == v })
	}
	if l.meta != nil {
		errs = append(errs, l.meta.f.Close())
	}
	if l.long != nil {
		errs = append(errs, l.long.Close())
	}
	return errors.Join(errs...)
}

// HostName implements libpcp.Source: the host of the archive being read.
func (a *Archive) HostName(context.Context) string { return a.current().label.Host }

// Timezone implements libpcp.Source: the zone of the archive being read.
func (a *Archive) Timezone(context.Context) (string, error) { return a.current().label.Zone, nil }

// Label implements libpcp.Seeker. Times are exact; the tools that use
// pmGetArchiveLabel(3) see them truncated to microseconds.
func (a *Archive) Label() (libpcp.ArchiveLabel, error) { return exportLabel(&a.logs[0].label), nil }

// Duplicate implements libpcp.Duplicator: the same archives with the same
// options, opened again, in the same mode at the same time.
func (a *Archive) Duplicate(context.Context) (libpcp.Source, error) {
	dup, err := openIn(a.storage, a.list, a.opts)
	if err != nil {
		return nil, err
	}
	dup.mode, dup.origin, dup.delta = a.mode, a.origin, a.delta
	return dup, nil
}

// SetMode implements libpcp.Seeker. Times before 1970 and the zero Time
// aside, origin may lie anywhere, also outside the archive.
func (a *Archive) SetMode(mode libpcp.Mode, origin time.Time, delta time.Duration) error {
	if mode != libpcp.ModeInterp && mode != libpcp.ModeForw && mode != libpcp.ModeBack {
		return libpcp.ErrMode
	}
	if !origin.IsZero() {
		a.origin = logfile.StampOf(origin)
	}
	a.mode, a.delta = mode, intervalOf(delta)
	a.seeked = false
	a.interp.reset(a.seconds(a.origin))
	return nil
}
