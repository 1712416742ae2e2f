package archive

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// Archive is an archive, or several replayed as one. It implements
// libpcp.Source, libpcp.Seeker and libpcp.Duplicator. It is not safe for
// concurrent use.
type Archive struct {
	list   string
	opts   Options
	set    *logSet
	meta   *metadata
	tree   *nameTree // nil until a name is needed
	cur    *cursor
	interp interpolator
	wanted wantedIDs
	spare  []*libpcp.Result // given back, each with one set
}

var (
	_ libpcp.Source     = (*Archive)(nil)
	_ libpcp.Seeker     = (*Archive)(nil)
	_ libpcp.Duplicator = (*Archive)(nil)
)

// Open opens the archives that a comma-separated list names, each by its base
// name, any of its files, or a directory that stands for all archives in it
// (pmNewContext(3) with PM_CONTEXT_ARCHIVE). The archive is positioned at its
// start in mode ModeForw. Ctx limits the opening, not the life of the archive.
// The caller closes the archive.
func Open(ctx context.Context, list string, opts Options) (*Archive, error) {
	return openIn(ctx, disk{}, list, opts)
}

func openIn(ctx context.Context, st storage, list string, opts Options) (*Archive, error) {
	if opts.NoZstd {
		st = withoutZstd{st}
	}
	set, meta, err := openSet(ctx, st, list, opts)
	if err != nil {
		return nil, err
	}
	set.ctx = context.Background()
	a := &Archive{list: list, opts: opts, set: set, meta: meta, cur: newCursor(set)}
	a.interp = newInterpolator(a.cur, meta, opts)
	return a, nil
}

// current is the archive that is being read.
func (a *Archive) current(ctx context.Context) *log {
	if len(a.set.logs) > 1 {
		a.call(ctx, a.cur.seek) // what goes wrong will again
	}
	return a.set.logs[a.cur.pos.log]
}

// Close implements libpcp.Source.
func (a *Archive) Close() error { return a.set.close() }

// HostName implements libpcp.Source: the host of the archive being read.
func (a *Archive) HostName(ctx context.Context) string { return a.current(ctx).label.Host }

// Timezone implements libpcp.Source: the zone of the archive being read.
func (a *Archive) Timezone(ctx context.Context) (string, error) {
	return a.current(ctx).label.Zone, nil
}

// Label implements libpcp.Seeker. Times are exact; the tools that use
// pmGetArchiveLabel(3) see them truncated to microseconds.
func (a *Archive) Label() (libpcp.ArchiveLabel, error) { return exportLabel(&a.set.logs[0].label), nil }

func exportLabel(l *logfile.Label) libpcp.ArchiveLabel {
	return libpcp.ArchiveLabel{
		Magic: l.Magic, PID: l.PID, Start: l.Start.Time(),
		Host: l.Host, Timezone: l.Zone, Zoneinfo: l.Zoneinfo,
	}
}

// End implements libpcp.Seeker: the time of the last complete record of the
// last archive. When none can be found there is an error and the time is the
// latest there is.
func (a *Archive) End(ctx context.Context) (time.Time, error) {
	end := logfile.MaxStamp
	err := a.call(ctx, func() (err error) {
		end, err = a.set.endOf(len(a.set.logs) - 1)
		return err
	})
	return end.Time(), err
}

// Duplicate implements libpcp.Duplicator: the same archives with the same
// options, opened again, in the same mode at the same time.
func (a *Archive) Duplicate(ctx context.Context) (libpcp.Source, error) {
	dup, err := openIn(ctx, a.set.storage, a.list, a.opts)
	if err != nil {
		return nil, err
	}
	dup.cur.mode, dup.cur.origin, dup.cur.delta = a.cur.mode, a.cur.origin, a.cur.delta
	return dup, nil
}

// SetMode implements libpcp.Seeker. Origin may lie outside of the archive, but
// not before 1970; the zero Time leaves the position.
func (a *Archive) SetMode(ctx context.Context, mode libpcp.Mode, origin time.Time, delta time.Duration) error {
	if mode != libpcp.ModeInterp && mode != libpcp.ModeForw && mode != libpcp.ModeBack {
		return libpcp.ErrMode
	}
	return a.call(ctx, func() error {
		a.cur.setMode(mode, origin, delta)
		a.interp.reset(a.set.seconds(a.cur.origin))
		return nil
	})
}
