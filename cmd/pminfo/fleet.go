package main

import (
	"context"
	"errors"
	"time"

	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
)

// checkFleet finds options that do not go with many sources.
func (p *pminfo) checkFleet([]string) error {
	if p.fleet.Asked() && p.search {
		return errors.New("--search takes a single source of metrics")
	}
	return p.fleet.Check(p.format, &p.style)
}

// askFleet reports what args select from each of many sources.
func (p *pminfo) askFleet(ctx context.Context, env *tool.Env, args []string) error {
	o := report.OptionsFor(env, p.format, p.style, p.columns(), nil)
	o.Ranking = p.pick.Ranking()
	p.watch.Many(env, &p.fleet, &o)
	return p.fleet.Run(ctx, env, o, &p.strict, func(ctx context.Context, m *fleet.Member) error {
		one := &pminfo{request: p.request, source: *m.Source, member: m}
		defer func() { m.Strict.Add(&one.strict) }()
		return p.watch.Ask(ctx, m, &one.source, func(ctx context.Context, c *libpcp.Context) error {
			return one.structured(ctx, m.Env, c, args)
		})
	})
}

// encoder returns the encoder of the records, for one of many sources too.
func (p *pminfo) encoder(env *tool.Env, zone *time.Location) report.Encoder {
	if p.member == nil {
		return report.For(env, p.format, p.style, p.columns(), zone)
	}
	p.member.SetZone(zone)
	return p.member
}

// fail reports a run that failed in a call.
func (p *pminfo) fail(env *tool.Env, call string, err error) error {
	if p.member != nil {
		return p.member.Fail(call, err)
	}
	return survey.Fail(env, p.format, p.style, p.columns(), &p.source, call, err)
}
