package pipeline

import (
	"context"
	"time"

	"pcptools/libpcp/options"
)

// beats reports whether the source is asked at the same instants as others.
func (s *Session) beats() bool {
	return s.member != nil && s.p.Source.Kind != options.Archive && (s.p.Sampled || s.p.Watch.On())
}

// Join waits for the first instant; instants are a gap apart. Further sources begin
// meanwhile if all fit at once, or this one has no end.
func (s *Session) Join(ctx context.Context, gap time.Duration, endless bool) error {
	if s.beats() {
		return s.member.Join(ctx, gap, endless)
	}
	s.grid.Interval = gap
	s.grid.Start()
	return nil
}

// Wait waits for the next instant.
func (s *Session) Wait(ctx context.Context) error {
	if s.beats() {
		return s.member.Wait(ctx)
	}
	return s.grid.Wait(ctx)
}

// Limit is ctx, of one of many sources with a deadline for what begins now.
func (s *Session) Limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.member == nil {
		return ctx, func() {}
	}
	return s.member.Limit(ctx)
}

// Sampling announces that a sample is to come, and the function that it returns that it
// has come.
func (s *Session) Sampling() (arrived func()) {
	if !s.beats() {
		return func() {}
	}
	return s.member.Sampling()
}

// Reach says when the record to come is from. Live samples are together if they were
// due together.
func (s *Session) Reach(at time.Time) {
	if s.member != nil && !s.beats() {
		s.step = at.UnixNano()
		s.member.Reach(s.step)
	}
}

// waits announces that nobody waits for the next sample, until the function is called
// that it returns: the next sample is later than the last.
func (s *Session) waits() (resume func()) {
	s.member.Pause()
	return func() { s.member.Reach(s.step + 1) }
}
