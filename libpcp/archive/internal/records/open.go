package records

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/release"
)

// NoneReadable is the error for a list of which no archive can be read. Its code is
// ErrLogFile.
type NoneReadable struct{}

// Error implements error.
func (NoneReadable) Error() string {
	return "all archives are unreadable: " + libpcp.ErrLogFile.Error()
}

// Unwrap returns the code.
func (NoneReadable) Unwrap() error { return libpcp.ErrLogFile }

// opener adds archives to a set and merges their metadata.
type opener struct {
	listing *listing
	set     *Set
	meta    *Metadata
	first   int  // the first of the set whose metadata count
	gap     bool // the last archive was skipped
}

// addAll opens the archives with these names. Of several, it leaves out archives
// that cannot be read, and fails for archives that do not go with the others.
func (o *opener) addAll(ctx context.Context, names []string) error {
	skips := o.set.policy.Release.Has(release.SkipBadArchives)
	several := len(names) > 1 && skips
	names = trimEmpty(names)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		err := o.add(ctx, name)
		if err == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !several || disagrees(err) {
			return fmt.Errorf("archive %s: %w", name, err)
		}
		if err := o.skip(ctx, name, err); err != nil {
			return err
		}
	}
	switch {
	case len(o.set.logs) > 0:
		return nil
	case !skips:
		return libpcp.ErrLogFile
	}
	return NoneReadable{}
}

// trimEmpty drops an empty name at the end: what a comma there leaves.
func trimEmpty(names []string) []string {
	if last := len(names) - 1; names[last] == "" {
		return names[:last]
	}
	return names
}

// disagrees reports whether an error is that archives do not go together.
func disagrees(err error) bool {
	return slices.Contains([]libpcp.Error{
		libpcp.ErrLogHost, libpcp.ErrLogOverlap,
		libpcp.ErrLogChangeType, libpcp.ErrLogChangeSem, libpcp.ErrLogChangeInDom, libpcp.ErrLogChangeUnits,
	}, libpcp.Code(err))
}

// add opens one archive and merges its metadata.
func (o *opener) add(ctx context.Context, name string) error {
	files, err := o.listing.find(name)
	if err != nil {
		return err
	}
	l, err := o.set.newLog(ctx, files)
	if err != nil {
		return err
	}
	if err := o.load(ctx, l); err != nil {
		return err
	}
	if err := o.set.checkStart(l); err != nil {
		return err
	}
	l.ready = true
	return nil
}

// load reads the metadata and the index of an archive.
func (o *opener) load(ctx context.Context, l *log) error {
	index, err := o.set.openFiles(ctx, l)
	if err == nil {
		err = o.merge(ctx, l)
	}
	if index == nil {
		return err
	}
	if err == nil {
		l.index, err = loadIndex(index, &l.label, l.files.index)
	}
	index.Close() // it was only read
	return err
}

// merge merges the metadata of an archive with the metadata of the archives
// before.
func (o *opener) merge(ctx context.Context, l *log) error {
	if o.gap {
		o.gap, o.first = false, len(o.set.logs)-1
		*o.meta = *newMetadata(o.set.policy)
	}
	if err := o.meta.load(ctx, l.meta, l.label.Size()); err != nil {
		return err
	}
	if l == o.set.logs[o.first] {
		o.meta.visible = len(o.meta.metrics.list)
	}
	return o.meta.reduceLabels()
}

// skip leaves out the archive that could not be added last, and the metadata read
// from it.
func (o *opener) skip(ctx context.Context, name string, reason error) error {
	s := o.set
	if s.policy.Skipped != nil {
		s.policy.Skipped(name, reason)
	}
	o.gap = false // while the remaining metadata are merged again
	defer func() { o.gap = true }()
	loaded := false
	if last := len(s.logs) - 1; last >= 0 && !s.logs[last].ready {
		loaded = s.logs[last].meta != nil
		s.closeLog(s.logs[last]) // it was only read, and not to the end
		s.logs = s.logs[:last]
		o.first = min(o.first, max(last-1, 0))
	}
	if !loaded {
		return nil
	}
	return o.mergeFrom(ctx, min(o.first, len(s.logs)))
}

// mergeFrom starts again with the metadata of the archives from one on.
func (o *opener) mergeFrom(ctx context.Context, first int) error {
	o.first = first
	*o.meta = *newMetadata(o.set.policy)
	for _, l := range o.set.logs[first:] {
		if err := o.merge(ctx, l); err != nil {
			return fmt.Errorf("archive %s: %w", l.files.name, err)
		}
	}
	return nil
}

// settle arranges the archives. Where the last that was listed has been skipped,
// the metadata of all are merged, in the order of time.
func (o *opener) settle(ctx context.Context) error {
	if err := o.set.arrange(); err != nil || !o.gap {
		return err
	}
	o.gap = false
	return o.mergeFrom(ctx, 0)
}

// Open opens the archives that a list names.
func Open(ctx context.Context, st storage.Files, list string, policy Policy) (*Set, *Metadata, error) {
	if !policy.Release.Has(release.ZstdArchives) {
		st = storage.WithoutZstd{Files: st}
	}
	names, err := expandList(st, list)
	if err != nil {
		return nil, nil, err
	}
	set := &Set{policy: policy, storage: st, schemas: schemas{anyEvents: !policy.Release.Has(release.CheckedEvents)}}
	o := &opener{listing: newListing(st), set: set, meta: newMetadata(policy)}
	if err := o.addAll(ctx, names); err != nil {
		return nil, nil, errors.Join(err, o.set.Close())
	}
	if err := o.settle(ctx); err != nil {
		return nil, nil, errors.Join(err, o.set.Close())
	}
	set.window = window{} // much of what is opened needs no more metadata
	return o.set, o.meta, nil
}
