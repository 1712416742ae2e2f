package pipeline

import (
	"cmp"
	"context"
	"io"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/options"
)

// end is what the stages of a source write to: the merge with others, or the format.
func (s *Session) end() report.Encoder {
	p := s.p
	if s.many != nil {
		s.part.SetZone(s.Zone)
		return merged{s}
	}
	o := report.OptionsFor(s.Env, p.Format, p.Style, p.Columns(), s.Zone)
	o.Samples, o.Ranking = p.Sampled, cmp.Or(p.ranking, p.Pick.Ranking())
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
		return &redraw{Options: o, Env: env, Every: p.every(), Anew: !p.Sampled, Reports: !p.Sampled && !p.Fleet.Asked()}
	}
}

// redraws reports whether each report or sample is drawn in the place of the last.
func (p *Pipeline) redraws(env *tool.Env) bool {
	inPlace := p.Format.Repeated() == report.Dated || p.Format == report.Wide && (p.Style.ByInstance || p.Style.ByHost)
	return p.Watch.On() && inPlace && env.Moves()
}

// keyed reports whether the key q ends the report.
func (p *Pipeline) keyed(env *tool.Env) bool { return p.Watch.On() && env.Moves() }

// untilEnded is a context that an interrupt ends, or the key q.
func (p *Pipeline) untilEnded(ctx context.Context, env *tool.Env) (context.Context, context.CancelFunc) {
	ctx, stop := env.UntilInterrupted(ctx)
	if !p.keyed(env) {
		return ctx, stop
	}
	ctx, giveBack := env.UntilQuit(ctx, p.press)
	return ctx, func() {
		giveBack()
		stop()
	}
}

// press does what a key asks for. As in top(1) each has the report made again at once.
func (p *Pipeline) press(key byte) {
	shift, known := map[byte]int32{'<': -1, ' ': 0, '>': 1}[key]
	if !known {
		return
	}
	if p.ranking != nil {
		p.ranking.Shift.Add(shift)
	}
	p.keys.press()
}

// Redrawn reports whether each sample is drawn in the place of the last.
func (s *Session) Redrawn() bool { return s.p.redraws(s.Env) }

// ofSeveral are the options for writing a report on many sources.
func (p *Pipeline) ofSeveral(env *tool.Env) report.Options {
	o := report.OptionsFor(env, p.Format, p.Style, p.Columns(), nil)
	o.Ranking, o.Finish = cmp.Or(p.ranking, p.Pick.Ranking()), p.Finish
	o.Samples, o.Once, o.Drawn = p.timed(), p.Summary, p.drawn(env)
	if p.Source.Kind == options.Archive && p.Sampled && !p.Source.Follow {
		o.Out = struct{ io.Writer }{o.Out} // in blocks: no time passes between samples
	}
	return o
}

// A merged is the end of the stages of one of many sources: its part of the report.
type merged struct{ *Session }

// Begin implements [report.Encoder].
func (m merged) Begin(report.Header) error { return nil }

// Write implements [report.Encoder]. A lost connection is a failure of the whole source,
// and ends it; what an interrupt breaks off is none.
func (m merged) Write(r report.Record) error {
	if err := m.ctx.Err(); err != nil && m.p.repeats() {
		return err
	}
	switch f := failureOf(r); {
	case f == nil:
	case survey.Disconnected(f.Err):
		return m.Fail(f.Call, f.Err)
	case m.lack == nil:
		m.lack = f.Err
	}
	return m.part.Write(r)
}

// End implements [report.Encoder]: another report may follow.
func (m merged) End() error { return nil }

// failureOf is the failure of a record as a whole, or nil.
func failureOf(r report.Record) *report.Failure {
	switch r := r.(type) {
	case *report.Metric:
		return r.Err
	case *report.InDom:
		return r.Err
	case *report.Problem:
		return &r.Failure
	}
	return nil
}
