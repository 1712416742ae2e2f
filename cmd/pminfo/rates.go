package main

import (
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/getopt"
)

// ratesOption is --rates.
func (p *pminfo) ratesOption() getopt.Option {
	return getopt.Option{Long: "rates", Exact: true, Value: getopt.Bool(&p.rates),
		Text: "with --watch, report counters as rates, their change per second"}
}

// counters are the counters of successive reports, whose values become rates. The
// zero counters leave values as they are.
type counters struct {
	byName map[string]*rate.Counter
	wraps  bool // counters that fall have wrapped
}

func newCounters(env *tool.Env) counters {
	_, wraps := env.LookupEnv("PCP_COUNTER_WRAP")
	return counters{make(map[string]*rate.Counter), wraps}
}

// apply makes the values of a counter rates.
func (r *counters) apply(m *report.Metric) {
	if r.byName == nil || m.Desc == nil || m.Values == nil {
		return
	}
	desc, counter := rate.Of(*m.Desc)
	if !counter {
		return
	}
	c := r.byName[m.Name]
	if c == nil || c.Desc != *m.Desc {
		c = &rate.Counter{Desc: *m.Desc, Wraps: r.wraps}
		r.byName[m.Name] = c
	}
	c.Apply(m, m.Time)
	m.Desc, m.Rate = &desc, true
}

// nothing is an encoder of nothing.
type nothing struct{}

func (nothing) Begin(report.Header) error { return nil }
func (nothing) Write(report.Record) error { return nil }
func (nothing) End() error                { return nil }
