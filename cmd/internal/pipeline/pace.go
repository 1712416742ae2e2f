package pipeline

import (
	"context"
	"time"

	"pcptools/libpcp/options"
)

// beats reports whether the source is asked at the same instants as others.
func (s *Session) beats() bool {
	return s.many != nil && s.Source.Kind != options.Archive && s.p.timed()
}

// Join waits for the first instant; instants are a gap apart. Of many sources the next
// begins meanwhile if there is room for all, or this one has no end.
func (s *Session) Join(ctx context.Context, gap time.Duration, endless bool) error {
	s.grid.interval, s.grid.keys = gap, s.p.keys
	if !s.beats() {
		if s.grid.last.IsZero() {
			s.grid.last = time.Now()
		}
		return nil
	}
	if s.many.room || endless {
		s.release()
	}
	s.many.beat.arrive(s)
	return s.Wait(ctx)
}

// Wait waits for the next instant.
func (s *Session) Wait(ctx context.Context) error {
	if !s.beats() {
		return s.grid.wait(ctx)
	}
	s.part.Reach(s.between())
	err := s.many.beat.wait(ctx, &s.grid)
	s.part.Reach(s.grid.last.UnixNano())
	return err
}

// between is a step before the next sample and after the last.
func (s *Session) between() int64 {
	if s.grid.last.IsZero() {
		return time.Now().UnixNano()
	}
	return s.grid.last.UnixNano() + 1
}

// patience is how long others wait for a sample of a live source.
const patience = time.Second

// Within makes a report or a sample, in the time that one of many sources has. A source
// that was late is not waited for, until it is in time. What an interrupt breaks off is
// no failure.
func (s *Session) Within(ctx context.Context, do func(context.Context) error) error {
	limited, cancel := s.Limit(ctx)
	defer cancel()
	if s.beats() {
		within := patience
		if s.late {
			within = 0
		}
		began, there := time.Now(), s.part.Expect(within)
		defer func() {
			there()
			s.late = time.Since(began) >= patience
		}()
	}
	before := *s.Strict
	err := do(limited)
	if ctx.Err() != nil && !s.Alone() {
		*s.Strict = before
	}
	return err
}

// defaultTimeout is how long a host has for its answer.
const defaultTimeout = 10 * time.Second

// Limit is ctx, of one of many sources with a deadline for what begins now.
func (s *Session) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	within := s.p.Fleet.timeout
	switch {
	case s.many == nil, s.Source.Follow, // of whose pmproxy each answer has a limit
		within == 0 && s.Source.Kind == options.Archive:
		return ctx, func() {}
	case within == 0:
		within = defaultTimeout
	}
	return context.WithTimeout(ctx, within)
}

// Reach says when the record to come is from. Live samples are together if they were
// due together.
func (s *Session) Reach(at time.Time) {
	if s.many != nil && !s.beats() {
		s.step = at.UnixNano()
		s.part.Reach(s.step)
	}
}

// waits announces that nobody waits for the next sample, until the function is called
// that it returns: the next sample is later than the last.
func (s *Session) waits() (resume func()) {
	s.part.Pause()
	return func() { s.part.Reach(s.step + 1) }
}
