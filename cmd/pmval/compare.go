package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/timewindow"
)

// compareOption is --compare.
func (p *pmval) compareOption() getopt.Option {
	return getopt.Option{Long: "compare", Arg: "WINDOW", Exact: true,
		Value: getopt.Func(func(text string) error {
			p.earlier, p.Summary, p.Pick.Compared = text, true, true
			_, err := timewindow.ParseInterval(text)
			if err != nil && !strings.HasPrefix(text, "@") {
				return errors.New("--compare requires an interval, such as 1day, or a window, such as @10:00,@10:30")
			}
			return nil
		}),
		Text: "report what differs from the window so much earlier, or from START,FINISH: means before and now"}
}

// windows are the windows in which samples of a source are taken: with --compare the one
// before, and the one of -S and -T. Those of a live source follow each other.
func (p *pmval) windows(ctx context.Context, s *options.Source, c *libpcp.Context, now options.Window) ([]options.Window, error) {
	if p.earlier == "" {
		return []options.Window{now}, nil
	}
	before := now
	interval, err := timewindow.ParseInterval(p.earlier)
	gap := interval.Duration()
	switch {
	case s.Kind != options.Archive && err != nil:
		return nil, errors.New("--compare requires an interval of a live source, such as 1min, which each window lasts")
	case s.Kind != options.Archive:
		before.Finish = before.Origin.Add(gap)
		now.Origin, now.Finish = before.Finish, before.Finish.Add(gap)
	case err != nil:
		start, finish, bounded := strings.Cut(p.earlier, ",")
		of := *s
		if of.Times = (timewindow.Options{Start: &start, Finish: &finish}); !bounded {
			of.Times.Finish = nil
		}
		if before, err = of.Window(ctx, c); err != nil {
			return nil, err
		}
		if end := before.Start.Add(now.Finish.Sub(now.Start)); !bounded && end.Before(before.Finish) {
			before.Finish = end
		}
	default:
		for _, t := range []*time.Time{&before.Start, &before.Origin, &before.Finish} {
			*t = t.Add(-gap)
		}
	}
	return []options.Window{before, now}, nil
}

// sparse is the interval of samples in an archive that are compared: a hundred of them do
// for a mean, unless -t says otherwise.
func (p *pmval) sparse(n *plan) {
	if each := n.finish.Sub(n.origin) / 100; p.earlier != "" && n.archive && p.source.Interval == nil && each > time.Second {
		n.interval = interval{each.Truncate(time.Second), each.Truncate(time.Second).Seconds()}
	}
}
