package main

import (
	"context"
	"errors"
	"time"

	"pcptools/cmd/internal/survey"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// sinceOption is --since.
func (p *pminfo) sinceOption() getopt.Option {
	return getopt.Option{Long: "since", Arg: "TIME", Exact: true, Text: "report the values of an archive that have changed since TIME, such as -1min",
		Value: getopt.Func(func(text string) error {
			p.since = &text
			p.Pick.WhereChanged()
			return nil
		})}
}

// place has an archive fetched from where it should be: the first values after
// the origin, or with --since the last ones before it, which is then by default
// the end. It returns what goes to the time of --since, nil without.
func (a *asking) place(ctx context.Context) (before func() error, err error) {
	s := a.session
	if a.since == nil || s.Source.Kind != options.Archive {
		return nil, s.Position(ctx, a.survey)
	}
	now := s.Source.Times
	if now.Origin == nil {
		end := "-0"
		now.Origin = &end
	}
	s.Source.Times.Origin = a.since
	then, err := s.Source.Position(ctx, s.C)
	if err != nil {
		return nil, s.Fail(survey.Placing, err)
	}
	s.Source.Times = now
	window, err := s.Source.Position(ctx, s.C)
	if err == nil && then.Origin.After(window.Origin) {
		err = errors.New("--since is later than -O; times such as -1min count from the end of the archive")
	}
	if err != nil {
		return nil, s.Fail(survey.Placing, err)
	}
	s.Zone, a.survey.Rewind = window.Zone, a.backFrom(ctx, window.Origin)
	return a.backFrom(ctx, then.Origin), nil
}

// backFrom returns a function that goes to the last values at a time.
func (a *asking) backFrom(ctx context.Context, at time.Time) func() error {
	return func() error { return a.session.C.SetMode(ctx, libpcp.ModeBack, at, 0) }
}
