// Package records reads archives: their files, volumes, temporal index and metadata.
// [Open] makes a [Set] of the archives in a list. The set reads the record after or
// before a [Position], and finds the position where the index has a time; it has no
// position, direction or time of its own. [Metadata] describes the metrics of all
// archives together.
//
// A file that is missing, or of which the label is damaged, is skipped for good. An
// error of the system, a change of a file and a cancelled call end the present
// read, and leave no conclusions.
package records

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// Set is the archives of a context and their volumes.
type Set struct {
	policy  Policy
	storage storage.Files
	logs    []*log    // by start time
	open    []*volume // the volumes now open, the latest used last
	schemas schemas
	window  window                         // on the metadata file read last
	label   [logfile.MaxLabelSize + 1]byte // that is being read, and a byte behind it
}

// log is one archive of the set.
type log struct {
	files   *fileSet
	label   logfile.Label // of its first volume
	meta    *metaFile
	index   timeIndex
	volumes []*volume
	ready   bool // read in full and found good
}

// same reports whether two sets have the same archive.
func (l *log) same(m *log) bool { return l.files.name == m.files.name && l.label == m.label }

func (l *log) minVolume() int { return l.volumes[0].num }

func (l *log) maxVolume() int { return l.volumes[len(l.volumes)-1].num }

// Position is a point between two records: of which archive and which of its
// volumes, and the offset there.
type Position struct {
	Archive, Volume int
	Off             int64
}

// Ahead reports whether p comes after q in a direction.
func (p Position) Ahead(q Position, forward bool) bool {
	if !forward {
		p, q = q, p
	}
	return cmp.Or(cmp.Compare(p.Archive, q.Archive), cmp.Compare(p.Volume, q.Volume), cmp.Compare(p.Off, q.Off)) > 0
}

// Len is the number of archives.
func (s *Set) Len() int { return len(s.logs) }

// Label is the label of the first volume of an archive.
func (s *Set) Label(archive int) *logfile.Label { return &s.logs[archive].label }

// Begin is the time at which the first archive starts.
func (s *Set) Begin() logfile.Stamp { return s.logs[0].label.Start }

// File is the base name of an archive and the number of its volume, at a position.
func (s *Set) File(p Position) (base string, volume int) {
	return s.logs[p.Archive].files.base, s.volumeAt(p).num
}

// volumeAt is the volume of a position.
func (s *Set) volumeAt(p Position) *volume { return s.logs[p.Archive].volumes[p.Volume] }

// Agrees reports whether s has the archives of another set, and a position in that
// set is a position in s too.
func (s *Set) Agrees(other *Set, p Position) bool {
	if !slices.EqualFunc(s.logs, other.logs, (*log).same) {
		return false
	}
	volumes := s.logs[p.Archive].volumes
	return p.Volume < len(volumes) && volumes[p.Volume].num == other.volumeAt(p).num
}

// newLog adds an archive to the set and opens its first volume.
func (s *Set) newLog(ctx context.Context, files *fileSet) (*log, error) {
	l := &log{files: files}
	s.logs = append(s.logs, l)
	for i, f := range files.volumes {
		v := &volume{volumeFile: f, origin: &l.label, schemas: &s.schemas, features: s.policy.knownFeatures(), more: i < len(files.volumes)-1}
		if i > 0 {
			v.found = s.storage.Identify(f.path)
		}
		l.volumes = append(l.volumes, v)
	}
	if err := s.openVolume(ctx, l.volumes[0]); err != nil {
		return nil, err
	}
	l.label = l.volumes[0].label
	return l, nil
}

// openFiles opens the metadata file of an archive, and its index if it has one.
func (s *Set) openFiles(ctx context.Context, l *log) (index expand.File, err error) {
	if l.files.index != "" {
		if index, err = s.openPart(ctx, l, l.files.index, logfile.RoleIndex); err != nil {
			return nil, err
		}
	}
	meta, err := s.openPart(ctx, l, l.files.meta, logfile.RoleMeta)
	if err != nil {
		return index, err
	}
	l.meta = &metaFile{f: meta, path: l.files.meta, shared: &s.window}
	if l.label.Host != s.logs[0].label.Host {
		return index, libpcp.ErrLogHost
	}
	return index, nil
}

// openPart opens the index or metadata file, which must belong to the first
// volume.
func (s *Set) openPart(ctx context.Context, l *log, path string, role int32) (expand.File, error) {
	f, err := openFile(ctx, s.storage, path)
	if err != nil {
		return nil, err
	}
	part, err := readLabel(f, s.label[:], role, s.policy.knownFeatures())
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
func (s *Set) checkStart(l *log) error {
	for _, other := range s.logs {
		if other.label.Start == l.label.Start && other.files.name != l.files.name {
			return libpcp.ErrLogOverlap
		}
	}
	return nil
}

// arrange sorts the archives by start time; the same one listed several times
// counts once.
func (s *Set) arrange() error {
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
		// The last read of equal metadata counts: it is in this file.
		l.meta.f = first.meta.f
	}
	s.logs = kept
	return nil
}

// maxOpen bounds the number of volumes open at a time.
const maxOpen = 4

// openVolume opens a volume if necessary, and closes a volume that has not been
// used for a while.
func (s *Set) openVolume(ctx context.Context, v *volume) error {
	n := len(s.open)
	if n > 0 && s.open[n-1] == v {
		return nil
	}
	if n > 0 {
		s.open[n-1].rest()
	}
	if v.opened {
		s.open = append(slices.DeleteFunc(s.open, func(o *volume) bool { return o == v }), v)
		return nil
	}
	if v.missing != nil {
		return v.missing
	}
	if err := v.open(ctx, s.storage, s.label[:]); err != nil {
		return err
	}
	s.open = append(s.open, v)
	if n < maxOpen {
		return nil
	}
	idle := s.open[0]
	s.open = slices.Delete(s.open, 0, 1)
	v.buf = idle.buf[:0] // memory is most of the work with hundreds of archives
	return idle.close()
}

// usable reports whether a volume can be read, opening it if necessary.
func (s *Set) usable(ctx context.Context, v *volume) bool { return s.openVolume(ctx, v) == nil }

// Close closes all files.
func (s *Set) Close() error {
	var errs []error
	for _, l := range s.logs {
		errs = append(errs, s.closeLog(l))
	}
	s.logs = nil
	return errors.Join(errs...)
}

func (s *Set) closeLog(l *log) error {
	errs := []error{s.closeVolumes(l)}
	if l.meta != nil {
		errs = append(errs, l.meta.f.Close())
	}
	return errors.Join(errs...)
}

func (s *Set) closeVolumes(l *log) error {
	var errs []error
	for _, v := range l.volumes {
		errs = append(errs, v.close())
		s.open = slices.DeleteFunc(s.open, func(o *volume) bool { return o == v })
	}
	return errors.Join(errs...)
}
