package pipeline

import (
	"time"

	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
)

// rates makes the values of counters their change per second.
type rates struct {
	metricStage
	wanted   func(metric string) bool
	wraps    bool
	counters map[nth]*rate.Counter
	counts   map[string]int // of metrics with the name, this time
}

// nth is a metric that a sample may have more than once, with other instances.
type nth struct {
	metric string
	n      int
}

func (r *rates) stage(next report.Encoder) report.Encoder {
	r.metricStage = metricStage{Encoder: next, next: func() { clear(r.counts) }, do: r.apply, head: func(m *report.Metric) { r.describe(m) }}
	return r
}

// Write begins anew where logging was interrupted.
func (r *rates) Write(record report.Record) error {
	if s, ok := record.(*report.Sample); ok && s.Mark {
		r.forget()
	}
	return r.metricStage.Write(record)
}

// forget has rates begin anew.
func (r *rates) forget() {
	if r != nil {
		clear(r.counters)
	}
}

func (r *rates) apply(m *report.Metric, at time.Time) bool {
	raw := m.Desc
	if m.Values == nil || !r.describe(m) {
		return true
	}
	if r.counters == nil {
		r.counters, r.counts = make(map[nth]*rate.Counter), make(map[string]int)
	}
	which := nth{m.Name, r.counts[m.Name]}
	r.counts[m.Name]++
	c := r.counters[which]
	if c == nil || c.Desc != *raw {
		c = &rate.Counter{Desc: *raw, Wraps: r.wraps}
		r.counters[which] = c
	}
	c.Apply(m, at)
	return true
}

// describe makes the descriptor of a counter that of its rates. It reports whether the
// metric is one.
func (r *rates) describe(m *report.Metric) bool {
	if m.Desc == nil || !r.wanted(m.Name) {
		return false
	}
	desc, counter := rate.Of(*m.Desc)
	if counter {
		m.Desc, m.Rate = &desc, true
	}
	return counter
}

// units converts values to the units that the user has chosen, and then shows them as the
// tool does. It writes a problem for units that no metric can be in: with the heads of
// samples, else at the end.
type units struct {
	metricStage
	conversions *report.Conversions
	said        bool
}

func (s *Session) units(next report.Encoder) report.Encoder {
	u := &units{conversions: s.p.Style.Conversions()}
	do := func(m *report.Metric) {
		if u.conversions.Apply(m); s.p.Show != nil {
			s.p.Show(m)
		}
	}
	u.metricStage = metricStage{Encoder: next, do: func(m *report.Metric, _ time.Time) bool { do(m); return true }, head: do}
	return u
}

func (u *units) Write(r report.Record) error {
	err := u.metricStage.Write(r)
	if _, heads := r.(*report.Heads); heads && err == nil {
		err = u.unused()
		u.said = true
	}
	return err
}

func (u *units) unused() error {
	if u.said {
		return nil
	}
	for problem := range u.conversions.Unused {
		if err := u.Encoder.Write(problem); err != nil {
			return err
		}
	}
	return nil
}

func (u *units) End() error {
	if err := u.unused(); err != nil {
		return err
	}
	return u.metricStage.End()
}
