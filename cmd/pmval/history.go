package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// gather gets what --series asks for.
func (p *pmval) gather(ctx context.Context, env *tool.Env) (remove func(), err error) {
	if p.source.Series != "" {
		env.Progress.Begin("asking for series", 0)
	}
	g := options.Gathering{Alone: !p.format.Several(), Made: env.BeforeEnd(), AsRecorded: p.recorded}
	some := p.instances != nil || slices.ContainsFunc(p.metrics, func(m libpcp.MetricSpec) bool { return m.Instances != nil })
	if p.recorded && p.source.Samples != nil && !some { // which may be missing in between
		g.Samples = max(1, *p.source.Samples) + 1 // rates begin with one more
	}
	if p.format != report.Classic { // which an interrupt ends in good order
		g.Made = env.BeforeEnd(os.Interrupt, syscall.SIGTERM)
		var stop func()
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
	}
	return p.source.Gather(ctx, g)
}
