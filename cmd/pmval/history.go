package main

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// gather gets what --series asks for. Its values are taken as they were
// recorded, unless there is an interval; without operands all metrics are.
func (p *pmval) gather(ctx context.Context, env *tool.Env) (remove func(), err error) {
	if p.source.Series != "" {
		env.Progress.Begin("asking for series", 0)
		p.recorded = p.recorded || p.source.Interval == nil
		if p.metrics == nil {
			p.metrics = []libpcp.MetricSpec{{}}
		}
	}
	alone := p.format == report.Classic || p.format == report.Plot || p.format == report.Wide
	return p.source.Gather(ctx, options.Gathering{Alone: alone})
}
