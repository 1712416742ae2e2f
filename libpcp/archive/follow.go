package archive

import (
	"context"
	"time"

	"pcptools/libpcp"
)

// A Continuation is where a replay goes on: in an archive with the same metrics. Marks
// that were passed before are not known there: its first result is never Marked.
type Continuation struct {
	List string // as for [Open]
	// Until, unless zero, is the time up to which values can be interpolated:
	// records around later times are yet to come.
	Until time.Time
	// From, unless zero, is where it goes on, in place of where it was.
	From time.Time
}

// follow takes a result, which may be of the archive in which the replay goes on.
func (a *Archive) follow(ctx context.Context, take func() (*libpcp.Result, error)) (*libpcp.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a.opts.More == nil {
		return take()
	}
	for {
		before := *a.cur
		result, err := (*libpcp.Result)(nil), error(libpcp.ErrEOL)
		if !a.beyond() {
			result, err = take()
		}
		if libpcp.Code(err) != libpcp.ErrEOL {
			return result, err
		}
		*a.cur = before // an interpolating fetch has passed its time
		if err := a.goOn(ctx); err != nil {
			return nil, err
		}
	}
}

// beyond reports whether records are yet to come around the current time.
func (a *Archive) beyond() bool {
	return a.cur.Interpolates() && !a.opts.Until.IsZero() && a.cur.Now().Time().After(a.opts.Until)
}

// goOn replaces the archive by the one in which the replay goes on, at the same
// time.
func (a *Archive) goOn(ctx context.Context) error {
	to, err := a.opts.More(ctx)
	if err != nil {
		return err
	}
	opts := a.opts
	opts.Until = to.Until
	next, err := openIn(ctx, a.files, to.List, opts)
	if err != nil {
		return err
	}
	next.cur.Follow(a.cur)
	if !to.From.IsZero() {
		next.cur.Restart(to.From)
	}
	if err := a.set.Close(); err != nil {
		next.set.Close()
		return err
	}
	*a = *next
	return nil
}
