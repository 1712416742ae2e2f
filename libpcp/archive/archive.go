package archive

import (
	"context"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/interpolate"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
	"pcptools/libpcp/archive/internal/storage"
	"pcptools/libpcp/internal/expand"
	"pcptools/libpcp/internal/logfile"
)

// Archive is an archive, or several replayed as one: a libpcp.Source. It is not
// safe for concurrent use.
type Archive struct {
	list   string
	opts   Options
	files  storage.Files
	set    *records.Set
	meta   *records.Metadata
	tree   *nameTree // nil until names are needed
	cur    *replay.Cursor
	interp interpolate.Interpolator
	wanted wantedIDs
	spare  *libpcp.Result // given back, or nil
	shared bool           // sets of the same result may have had the same memory

	searched bool // a name has been looked up without the tree
}

var (
	_ libpcp.Source     = (*Archive)(nil)
	_ libpcp.Duplicator = (*Archive)(nil)
)

// ErrNoneReadable is the error of [Open] for a list of which no archive can be
// read. Each has been reported to Options.Skipped. Its code is ErrLogFile.
var ErrNoneReadable error = records.NoneReadable{}

// NameOf is the base name of the archive that a file has the metadata of, as every
// archive does; without ok it has those of none.
func NameOf(file string) (name string, ok bool) {
	file, _ = expand.CutSuffix(file)
	return strings.CutSuffix(file, ".meta")
}

// Open opens the archives that a comma-separated list names, each by its base
// name, any of its files, or a directory that stands for all archives in it
// (pmNewContext(3) with PM_CONTEXT_ARCHIVE). The archive is positioned at its
// start in mode ModeForw. Ctx limits the opening, not the life of the archive.
// The caller closes the archive.
func Open(ctx context.Context, list string, opts Options) (*Archive, error) {
	return openIn(ctx, storage.Disk{}, list, opts)
}

func openIn(ctx context.Context, st storage.Files, list string, opts Options) (*Archive, error) {
	set, meta, err := records.Open(ctx, st, list, opts.policy())
	if err != nil {
		return nil, err
	}
	a := &Archive{list: list, opts: opts, files: st, set: set, meta: meta, cur: replay.New(set, opts.removed())}
	a.wanted.records.Once = true
	a.interp = interpolate.New(a.cur, set, meta, opts.rules())
	return a, nil
}

// current is the label of the archive that is being read.
func (a *Archive) current(ctx context.Context) *logfile.Label {
	if a.set.Len() > 1 {
		a.cur.Locate(ctx) // what goes wrong will again
	}
	return a.set.Label(a.cur.At().Archive)
}

// Close implements libpcp.Source.
func (a *Archive) Close() error { return a.set.Close() }

// exportLabel has exact times; the tools that use pmGetArchiveLabel(3) see them
// truncated to microseconds.
func exportLabel(l *logfile.Label) libpcp.LogLabel {
	return libpcp.LogLabel{
		Magic: l.Magic, PID: l.PID, Start: l.Start.Time(),
		Host: l.Host, Timezone: l.Zone, Zoneinfo: l.Zoneinfo,
	}
}

// end is the time of the last complete record of the last archive. Without a
// complete record it returns an error and the latest possible time.
func (a *Archive) end(ctx context.Context) (time.Time, error) {
	end, err := a.set.LastTime(ctx, a.set.Len()-1)
	return end.Time(), err
}

// Duplicate implements libpcp.Duplicator: the same archives with the same
// options, opened again, which go on where the replay of this one is. If other
// archives are there by now, they go on at the same time.
func (a *Archive) Duplicate(ctx context.Context) (libpcp.Source, error) {
	dup, err := openIn(ctx, a.files, a.list, a.opts)
	if err != nil {
		return nil, err
	}
	dup.cur.Follow(a.cur)
	dup.interp.Follow(&a.interp)
	return dup, nil
}

// setMode takes an origin outside of the archive, too, but not before 1970; the
// zero Time leaves the position.
func (a *Archive) setMode(ctx context.Context, mode libpcp.Mode, origin time.Time, delta time.Duration) error {
	if mode != libpcp.ModeInterp && mode != libpcp.ModeForw && mode != libpcp.ModeBack {
		return libpcp.ErrMode
	}
	a.cur.SetMode(ctx, mode, origin, delta)
	a.interp.Restart()
	return ctx.Err()
}
