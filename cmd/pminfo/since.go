package main

import (
	"context"
	"errors"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// sinceOption is --since.
func (p *pminfo) sinceOption() getopt.Option {
	return getopt.Option{Long: "since", Arg: "TIME", Exact: true, Text: "report the values of an archive that have changed since TIME, such as -1min",
		Value: getopt.Func(func(text string) error {
			p.since = &text
			p.pick.WhereChanged()
			return nil
		})}
}

// place has an archive fetched from where it should be: the first values after
// the origin, or with --since the last ones before it, which is then by default
// the end.
func (s *structured) place(ctx context.Context) (options.Window, error) {
	if s.since == nil {
		window, err := s.source.Position(ctx, s.C)
		s.Rewind = func() error { return s.C.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
		return window, err
	}
	now := s.source.Times
	if now.Origin == nil {
		end := "-0"
		now.Origin = &end
	}
	s.source.Times.Origin = s.since
	then, err := s.source.Position(ctx, s.C)
	if err != nil {
		return then, err
	}
	s.source.Times = now
	window, err := s.source.Position(ctx, s.C)
	if err == nil && then.Origin.After(window.Origin) {
		return window, errors.New("--since is later than -O; times such as -1min count from the end of the archive")
	}
	s.before, s.Rewind = s.backFrom(ctx, then.Origin), s.backFrom(ctx, window.Origin)
	return window, err
}

// backFrom returns a function that goes to the last values at a time.
func (s *structured) backFrom(ctx context.Context, at time.Time) func() error {
	return func() error { return s.C.SetMode(ctx, libpcp.ModeBack, at, 0) }
}

// lookBack takes note of the values at the time of --since.
func (s *structured) lookBack(ctx context.Context, args []string) error {
	enc, silent, rewind, strict := s.enc, s.silent, s.Rewind, s.strict
	s.enc, s.silent, s.Rewind = nothing{}, true, s.before
	s.memory.Next()
	err := s.operands(ctx, args)
	s.enc, s.silent, s.Rewind, s.strict, s.failed = enc, silent, rewind, strict, nil
	return err
}
