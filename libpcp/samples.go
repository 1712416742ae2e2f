package libpcp

import (
	"context"
	"errors"
	"iter"
	"time"
)

// Samples iterates over the values at an interval: of a live source at once
// and then regularly until ctx ends, of an archive interpolated from its
// position to the end of the log, or, at an interval of 0, as recorded; a negative
// interval replays an archive backwards. Of a live source these are ErrMode. An error
// is the last element. Sampling times that pass while the caller uses a sample are
// skipped.
func (g *Group) Samples(ctx context.Context, interval time.Duration) iter.Seq2[*Sample, error] {
	return func(yield func(*Sample, error) bool) {
		archive, err := g.c.Recording()
		if err == nil {
			mode := ModeInterp
			if interval == 0 {
				mode = ModeForw
			}
			if err := archive.SetMode(ctx, mode, time.Time{}, interval); err != nil {
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
			next = skip(next, interval)
		}
	}
}

// skip passes over the sampling times after next that have gone by.
func skip(next time.Time, interval time.Duration) time.Time {
	if behind := time.Since(next); interval > 0 && behind > interval {
		next = next.Add(behind.Truncate(interval))
	}
	return next
}

// Watch is Samples of a live source that go on when it fails, as when a pmcd ends and
// starts again, until ctx ends. A sample that is missed has an error, and nothing but the
// time. At the next sampling time the source connects again, which a client of a pmcd
// refuses until the waits of pmcd.Dialer.Backoff have passed. The first sample after
// that has no rates, since counters may have begun anew. Connecting and fetching may
// take as long as limit, each; 0 is no other limit than that of the source.
func (g *Group) Watch(ctx context.Context, interval, limit time.Duration) iter.Seq2[*Sample, error] {
	return func(yield func(*Sample, error) bool) {
		if g.c.recorded() || interval <= 0 {
			yield(&Sample{Time: time.Now()}, ErrMode)
			return
		}
		lost := false
		for next := time.Now(); wait(ctx, next) == nil; next = skip(next, interval).Add(interval) {
			s := &Sample{Time: time.Now()}
			var err error
			if lost {
				err = limited(ctx, limit, g.c.Reconnect)
			}
			if err == nil {
				err = limited(ctx, limit, func(ctx context.Context) error {
					fetched, err := g.Fetch(ctx)
					if err == nil {
						s = fetched
					}
					return err
				})
			}
			if lost = err != nil; lost {
				for i := range g.metrics {
					g.metrics[i].last = nil
				}
			}
			if ctx.Err() != nil || !yield(s, err) {
				return
			}
		}
	}
}

// limited does what takes as long as limit at most.
func limited(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	if limit > 0 {
		within, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = within
	}
	return do(ctx)
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
