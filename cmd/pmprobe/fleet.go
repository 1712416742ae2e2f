package main

import (
	"context"
	"time"

	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// askFleet reports what args select from each of many sources.
func (c *pmprobe) askFleet(ctx context.Context, env *tool.Env, args []string) error {
	o := report.OptionsFor(env, c.format, c.style, c.columns(), nil)
	if o.Ranking = c.pick.Ranking(); o.Ranking != nil {
		o.Ranking.Finish = c.hideValues
	}
	c.watch.Many(env, &c.fleet, &o)
	return c.fleet.Run(ctx, env, o, &c.strict, func(ctx context.Context, m *fleet.Member) error {
		one := &pmprobe{request: c.request, source: *m.Source, member: m}
		defer func() { m.Strict.Add(&one.strict) }()
		return c.watch.Ask(ctx, m, &one.source, func(ctx context.Context, pc *libpcp.Context) error {
			one.memory = c.pick.Memory()
			return one.structured(ctx, m.Env, pc, args)
		})
	})
}

// encoder returns the encoder of the records, for one of many sources too.
func (c *pmprobe) encoder(env *tool.Env, zone *time.Location) report.Encoder {
	if c.member == nil {
		return report.For(env, c.format, c.style, c.columns(), zone)
	}
	c.member.SetZone(zone)
	return c.member
}

// fail reports a run that failed in a call.
func (c *pmprobe) fail(env *tool.Env, call string, err error) error {
	if c.member != nil {
		return c.member.Fail(call, err)
	}
	return survey.Fail(env, c.format, c.style, c.columns(), &c.source, call, err)
}
