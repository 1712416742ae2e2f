package archive

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// logSet is the archives of a context and their volumes.
type logSet struct {
	ctx     context.Context // of the call in progress
	opts    Options
	storage storage
	logs    []*log    // by start time
	open    []*volume // the volumes now open, the latest used last
	dropped []*log    // found to be damaged; their metadata stays
}

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

func (l *log) minVolume() int { return l.volumes[0].num }

func (l *log) maxVolume() int { return l.volumes[len(l.volumes)-1].num }

// position is a point between two records: of which archive and which of its
// volumes, and the offset there.
type position struct {
	log, volume int
	off         int64
}

// ahead reports whether p comes after q in a direction.
func (p position) ahead(q position, forward bool) bool {
	if !forward {
		p, q = q, p
	}
	return cmp.Or(cmp.Compare(p.log, q.log), cmp.Compare(p.volume, q.volume), cmp.Compare(p.off, q.off)) > 0
}

// volumeAt is the volume of a position.
func (s *logSet) volumeAt(p position) *volume { return s.logs[p.log].volumes[p.volume] }

// startOf is the position before the first record of an archive.
func (s *logSet) startOf(log int) position {
	return position{log: log, off: s.logs[log].volumes[0].label.Size()}
}

// newLog adds an archive to the set and opens its first volume.
func (s *logSet) newLog(name string) (*log, error) {
	files, err := findFiles(s.storage, name)
	if err != nil {
		return nil, err
	}
	l := &log{files: files}
	s.logs = append(s.logs, l)
	known := &schemas{anyEvents: s.opts.AnyEvents}
	for i, f := range files.volumes {
		v := &volume{volumeFile: f, origin: &l.label, schemas: known, features: s.opts.KnownFeatures, more: i < len(files.volumes)-1}
		if i > 0 {
			v.found = s.storage.identify(f.path)
		}
		l.volumes = append(l.volumes, v)
	}
	if err := s.openVolume(l.volumes[0]); err != nil {
		return nil, err
	}
	l.label = l.volumes[0].label
	return l, nil
}

// openFiles opens the metadata file of an archive, and its index if it has one.
func (s *logSet) openFiles(ctx context.Context, l *log) (index expand.File, err error) {
	if l.files.index != "" {
		if index, err = s.openPart(ctx, l, l.files.index, logfile.RoleIndex); err != nil {
			return nil, err
		}
	}
	meta, err := s.openPart(ctx, l, l.files.meta, logfile.RoleMeta)
	if err != nil {
		return index, err
	}
	l.meta = &metaFile{window: window{f: meta}, path: l.files.meta}
	if l.label.Host != s.logs[0].label.Host {
		return index, libpcp.ErrLogHost
	}
	return index, nil
}

// openPart opens the index or metadata file, which must belong to the first
// volume.
func (s *logSet) openPart(ctx context.Context, l *log, path string, role int32) (expand.File, error) {
	f, err := openFile(ctx, s.storage, path)
	if err != nil {
		return nil, err
	}
	part, err := readLabel(f, role, s.opts.KnownFeatures)
	if err == nil && !part.SameArchive(&l.label) {
		err = libpcp.ErrLabel
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// checkStart fails if another archive starts at the same time, unless it is the
// same one, listed twice.
func (s *logSet) checkStart(l *log) error {
	for _, other := range s.logs {
		if other.label.Start == l.label.Start && other.files.name != l.files.name {
			return libpcp.ErrLogOverlap
		}
	}
	return nil
}

// arrange sorts the archives by start time; the same one listed several times
// counts once.
func (s *logSet) arrange() error {
	slices.SortStableFunc(s.logs, func(l, m *log) int { return l.label.Start.Compare(m.label.Start) })
	kept := s.logs[:1]
	for _, l := range s.logs[1:] {
		first := kept[len(kept)-1]
		if l.label.Start != first.label.Start {
			kept = append(kept, l)
			continue
		}
		if err := s.closeLog(l); err != nil {
			return err
		}
		// What was read last of equal metadata counts: it is in this file.
		l.meta.window = window{f: first.meta.f}
	}
	s.logs = kept
	return nil
}

// maxOpen bounds the number of volumes open at a time.
const maxOpen = 4

// openVolume makes sure that a volume is open, and closes one that has not
// been used for a while.
func (s *logSet) openVolume(v *volume) error {
	if n := len(s.open); n > 0 && s.open[n-1] != v {
		s.open[n-1].rest()
	}
	if n := len(s.open); v.opened {
		if s.open[n-1] != v {
			s.open = append(slices.DeleteFunc(s.open, func(o *volume) bool { return o == v }), v)
		}
		return nil
	}
	if v.failed {
		return errSkip
	}
	if err := v.open(s.ctx, s.storage); err != nil {
		return err
	}
	s.open = append(s.open, v)
	if len(s.open) <= maxOpen {
		return nil
	}
	idle := s.open[0]
	s.open = slices.Delete(s.open, 0, 1)
	return idle.close()
}

// usable reports whether a volume can be read, opening it if necessary.
func (s *logSet) usable(v *volume) bool { return s.openVolume(v) == nil }

// drop closes the volumes of an archive and takes it out of the set.
func (s *logSet) drop(i int) {
	l := s.logs[i]
	s.closeVolumes(l) // they were only read
	s.logs = slices.Delete(s.logs, i, i+1)
	s.dropped = append(s.dropped, l)
}

// close closes all files.
func (s *logSet) close() error {
	var errs []error
	for _, l := range slices.Concat(s.logs, s.dropped) {
		errs = append(errs, s.closeLog(l))
	}
	s.logs, s.dropped = nil, nil
	return errors.Join(errs...)
}

func (s *logSet) closeLog(l *log) error {
	errs := []error{s.closeVolumes(l)}
	if l.meta != nil {
		errs = append(errs, l.meta.f.Close())
	}
	if l.long != nil {
		errs = append(errs, l.long.Close())
	}
	return errors.Join(errs...)
}

func (s *logSet) closeVolumes(l *log) error {
	var errs []error
	for _, v := range l.volumes {
		errs = append(errs, v.close())
		s.open = slices.DeleteFunc(s.open, func(o *volume) bool { return o == v })
	}
	return errors.Join(errs...)
}
