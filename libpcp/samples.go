package libpcp

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Samples iterates over the values at an interval: of a live source at once
// and then regularly until ctx ends, of an archive interpolated from its
// position to the end of the log; a negative interval replays an archive
// backwards. An interval of zero is ErrMode, as is a negative one of a live
// source; for values as an archive has them, set [ModeForw] and call Fetch. An
// error is the last element. Sampling times that pass while the caller uses a
// sample are skipped.
func (g *Group) Samples(ctx context.Context, interval time.Duration) iter.Seq2[*Sample, error] {
	return func(yield func(*Sample, error) bool) {
		archive, err := g.c.Recording()
		if err == nil && interval != 0 {
			if err := archive.SetMode(ctx, ModeInterp, time.Time{}, interval); err != nil {
				yield(nil, err)
				return
			}
			interval = 0
		} else if interval <= 0 {
			yield(nil, ErrMode)
			return
		}
		for next := time.Now(); ; next = next.Add(interval) {
			if err := wait(ctx, next); err != nil {
				yield(nil, err)
				return
			}
			s, err := g.Fetch(ctx)
			if errors.Is(err, ErrEOL) || !yield(s, err) || err != nil {
				return
			}
			if behind := time.Since(next); interval > 0 && behind > interval {
				next = next.Add(behind.Truncate(interval))
			}
		}
	}
}

// wait waits for a point in time.
func wait(ctx context.Context, until time.Time) error {
	d := time.Until(until)
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
