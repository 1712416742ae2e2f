package pipeline

import (
	"sync"

	"pcptools/cmd/internal/fleet"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/tool"
)

// end is what the stages of a source write to: the merge with others, or the format.
func (s *Session) end() report.Encoder {
	p := s.p
	if s.member != nil {
		s.member.SetZone(s.Zone)
		if p.Watch.On() && !p.Sampled {
			return endless{s.member, s}
		}
		return s.member
	}
	o := report.OptionsFor(s.Env, p.Format, p.Style, p.Columns(), s.Zone)
	o.Samples = p.Sampled
	switch drawn := p.drawn(s.Env); {
	case drawn != nil && !p.Summary:
		s.redrawn = true
		return drawn(o)
	case p.Watch.On() && !p.Sampled:
		o.Repeated = true
		return &appended{env: s.Env, options: o}
	}
	return report.New(o)
}

// endless is one of many sources that are watched: its reports are not the end, and what
// an interrupt breaks off is no failure of the source.
type endless struct {
	*fleet.Member
	s *Session
}

func (e endless) Write(r report.Record) error {
	if err := e.s.ctx.Err(); err != nil {
		return err
	}
	return e.Member.Write(r)
}

func (endless) End() error { return nil }

// drawn makes the encoder that draws on a terminal, nil if that is a format of report.
func (p *Pipeline) drawn(env *tool.Env) func(report.Options) report.Encoder {
	switch {
	case p.Format == report.Plot:
		return p.Draw(env)
	case !p.redraws(env):
		return nil
	}
	every := p.Watch.Every()
	if p.Sampled {
		every = p.Every()
	}
	return func(o report.Options) report.Encoder {
		if o.Style.Fields != nil {
			o.Style.Fields = o.Columns
		}
		return &redraw{Env: env, Style: o.Style, Columns: o.Columns, Zone: o.Zone, Every: every, Anew: !p.Sampled, Reports: !p.Sampled && !p.Fleet.Asked()}
	}
}

// redraws reports whether each report or sample is drawn in the place of the last.
func (p *Pipeline) redraws(env *tool.Env) bool {
	inPlace := p.Format.Repeated() == report.Dated || p.Format == report.Wide && p.Style.ByInstance
	return p.Watch.On() && inPlace && env.Moves()
}

// Redrawn reports whether each sample is drawn in the place of the last.
func (s *Session) Redrawn() bool { return s.p.redraws(s.Env) }

// newSummary is a summary for an encoder, which it is also written to.
func (p *Pipeline) newSummary(next report.Encoder) *summary.Summary {
	s := summary.New(next)
	s.Order = p.Pick.Ordered
	return s
}

// summaries are those of many sources.
type summaries struct {
	all *summary.Summary
	mu  sync.Mutex
	of  map[*fleet.Member]*summary.Summary
}

func (p *Pipeline) newSummaries() *summaries {
	return &summaries{all: p.newSummary(nil), of: make(map[*fleet.Member]*summary.Summary)}
}

// add takes in a source that has ended.
func (f *summaries) add(s *Session) {
	if s.stages == nil {
		return
	}
	s.member.Whole = s.p.Sampled && s.stages.judge.whole()
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.stages.summary != nil {
		f.of[s.member] = s.stages.summary
	}
}

// write writes the summary of all sources.
func (f *summaries) write(members []*fleet.Member, w *report.Several) error {
	if len(f.of) == 0 {
		return nil
	}
	for _, m := range members {
		if one := f.of[m]; one != nil {
			f.all.Merge(one)
		}
	}
	return f.all.Report(w)
}
