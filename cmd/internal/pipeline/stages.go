package pipeline

import (
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
)

// stages are those of a source.
type stages struct {
	report.Encoder // the first
	rates          *rates
	look           *look
	judge          *judge
	summary        *summary.Summary // nil without
	headed         bool             // the report has a column for each instance
	outcome
}

func (s *Session) newStages(end report.Encoder) *stages {
	p, all := s.p, new(stages)
	all.look, all.judge = new(look), &judge{strict: s.Strict}
	var ofRates, ofUnits, ofChanges, ofShares, ofPick, ofMet, ofFinish, ofSummary Stage
	if p.Rates != nil {
		_, wraps := s.Env.LookupEnv("PCP_COUNTER_WRAP")
		all.rates = &rates{wanted: p.Rates, wraps: wraps}
		ofRates = all.rates.stage
	}
	if p.Style.ChoosesUnits() || p.Show != nil {
		ofUnits = s.units
	}
	if memory := p.Pick.Memory(); memory != nil {
		ofChanges = func(next report.Encoder) report.Encoder {
			return &metricStage{Encoder: next, next: memory.Next, sampled: p.Sampled, do: func(m *report.Metric, _ time.Time) bool { memory.Mark(m); return true }}
		}
	}
	switch {
	case p.Pick.On() && (p.Style.ByInstance || p.Pick.ByMetric() != "") && p.Sampled:
		ofPick = func(next report.Encoder) report.Encoder { return &rows{next, &p.Pick, s.Strict} }
	case p.Pick.On():
		ofPick = func(next report.Encoder) report.Encoder {
			return &metricStage{Encoder: next, do: func(m *report.Metric, _ time.Time) bool { return p.Pick.Apply(m, s.Strict) }, head: p.Pick.Head}
		}
	}
	if p.Finish != nil && s.Alone() { // else it is behind the merge
		ofFinish = metrics(func(m *report.Metric, _ time.Time) bool { return p.Finish(m) })
	}
	if p.Summary {
		ofSummary = func(next report.Encoder) report.Encoder {
			all.summary = p.newSummary(next)
			if s.Alone() {
				all.summary.Warn = s.Env.Say
			}
			return all.summary
		}
	}
	_, all.headed = end.(report.Headed)
	if p.Pick.Limits() && s.Alone() && !s.redrawn && !p.Summary && p.Format != report.Plot {
		ofMet = func(next report.Encoder) report.Encoder { return met{next} }
	}
	if p.Pick.Percent() {
		ofShares = func(next report.Encoder) report.Encoder { return &shares{Encoder: next, said: make(map[string]bool)} }
	}
	all.Encoder = chain(heads{end}, ofRates, ofUnits, ofChanges, all.look.stage, ofShares, ofPick, all.judge.stage, s.problems(&all.outcome), ofMet, ofFinish, ofSummary)
	return all
}

// heads passes heads to the encoder of a format that has them.
type heads struct{ report.Encoder }

func (h heads) Write(r report.Record) error {
	if heads, ok := r.(*report.Heads); ok {
		return heads.Head(h.Encoder)
	}
	return h.Encoder.Write(r)
}

// look lets nothing through while it is on: what came is only looked at.
type look struct {
	report.Encoder
	on bool
}

func (l *look) stage(next report.Encoder) report.Encoder { l.Encoder = next; return l }

func (l *look) Begin(h report.Header) error {
	if l.on {
		return nil
	}
	return l.Encoder.Begin(h)
}

func (l *look) Write(r report.Record) error {
	if l.on {
		return nil
	}
	return l.Encoder.Write(r)
}

func (l *look) End() error {
	if l.on {
		return nil
	}
	return l.Encoder.End()
}

// newSummary is a summary for an encoder, which it is also written to.
func (p *Pipeline) newSummary(next report.Encoder) *summary.Summary {
	s := summary.New(next)
	if s.Order = p.Pick.Ordered; p.Pick.Compared {
		s.Rank = p.Pick.Ranking().First
	}
	return s
}
