package main

import (
	"time"

	"pcptools/cmd/internal/plot"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// plotOption is --plot.
func (p *pmval) plotOption() getopt.Option {
	return getopt.Option{Long: "plot", Exact: true, Value: getopt.Func(func(string) error { p.format = report.Plot; return nil }),
		Text: "draw values as lines of marks"}
}

// encoder is what writes the records.
func (p *pmval) encoder(env *tool.Env, zone *time.Location) report.Encoder {
	if p.member != nil {
		p.member.SetZone(zone)
		return p.member
	}
	if p.format != report.Plot {
		return report.ForSamples(env, p.format, p.style, p.columns(), zone)
	}
	env.Stdout.Check()
	paced := p.source.Kind != options.Archive || p.delay
	return plot.New(plot.Options{Out: env.Stdout, Zone: zone, Size: env.Size, Live: paced && env.Moves(), Recent: paced,
		Blocks: env.Unicode(), Colour: env.Bold()})
}
