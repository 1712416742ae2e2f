package pipeline

import (
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/tool"
)

// end is what the stages of a source write to: the merge with others, or the format.
func (s *Session) end() report.Encoder {
	p := s.p
	if s.many != nil {
		s.part.SetZone(s.Zone)
		return merged{s}
	}
	o := report.OptionsFor(s.Env, p.Format, p.Style, p.Columns(), s.Zone)
	o.Samples = p.Sampled
	switch drawn := p.drawn(s.Env); {
	case drawn != nil && !p.Summary:
		s.redrawn = true
		return drawn(o)
	case p.repeats():
		o.Repeated = true
		return &appended{env: s.Env, options: o}
	}
	return report.New(o)
}

// drawn makes the encoder that draws on a terminal, nil if that is a format of report.
func (p *Pipeline) drawn(env *tool.Env) func(report.Options) report.Encoder {
	switch {
	case p.Format == report.Plot:
		return p.Draw(env)
	case !p.redraws(env):
		return nil
	}
	return func(o report.Options) report.Encoder {
		if o.Style.Fields != nil {
			o.Style.Fields = o.Columns
		}
		return &redraw{Env: env, Style: o.Style, Columns: o.Columns, Zone: o.Zone, Offset: o.Offset, Every: p.every(), Anew: !p.Sampled, Reports: !p.Sampled && !p.Fleet.Asked()}
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
