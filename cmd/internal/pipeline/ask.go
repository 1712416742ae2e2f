package pipeline

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// AllRecorded is Recorded for options of a kind, such as those of package pick.
func (p *Pipeline) AllRecorded(all []getopt.Option) []getopt.Option {
	for i := range all {
		all[i] = p.Recorded(all[i])
	}
	return all
}

// StyleOptions are --fields, --wide and --time-format, for the columns that a tool has.
func (p *Pipeline) StyleOptions(known ...report.Column) []getopt.Option {
	return p.AllRecorded(p.Style.Options(known...))
}

// SourceOptions are --hosts, --archives, --parallel, --timeout and --define.
func (p *Pipeline) SourceOptions() []getopt.Option {
	all := p.Fleet.Options(p.Source)
	p.AllRecorded(all[:2])
	return append(all, p.Source.DefineOption())
}

// Request is what the report needs of a history, with counts of samples if they are
// wanted.
func (p *Pipeline) Request(env *tool.Env, counted bool) source.Request {
	p.Source.Structured = p.On()
	return source.Request{Alone: !p.Format.Several(), FirstOnly: true, CountSamples: counted, Labels: p.Format.Members(), Made: env.BeforeEnd()}
}

// Gather fetches the history that the report is about, if it is about one; end removes it.
func (p *Pipeline) Gather(ctx context.Context, r source.Request) (end func(), err error) {
	p.Fleet.history, err = source.Gather(ctx, p.Source, r)
	return p.Fleet.history.Close, err
}

// Survey asks the source.
func (s *Session) Survey(batch int, want survey.Want) *survey.Survey {
	return &survey.Survey{C: s.C, Batch: batch, Notation: s.Env.UnitsNotation(), Done: s.Env.Progress.Step, Want: want}
}

// Position has an archive asked about the start of its window, and chooses the time zone.
func (s *Session) Position(ctx context.Context, q *survey.Survey) (err error) {
	if s.Source.Kind != options.Archive {
		if s.Zone, err = s.Source.ReportZone(ctx, s.C); err != nil {
			return s.Fail(survey.Placing, err)
		}
		return nil
	}
	window, err := s.Source.Position(ctx, s.C)
	if err != nil {
		return s.Fail(survey.Placing, err)
	}
	s.Zone = window.Zone
	q.Rewind = func() error { return s.C.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
	return nil
}

// WriteMetrics asks about the metrics that operands have selected, calls each with their
// records, and writes what is wrong with operands.
func (s *Session) WriteMetrics(ctx context.Context, q *survey.Survey, parts []survey.Selection, each func(*report.Metric) error, to report.Encoder) error {
	for _, part := range parts {
		s.Env.Progress.Begin("asking about metrics", part.Names.Len())
		if err := q.Metrics(ctx, part.Names, each); err != nil {
			return err
		}
		if part.Problem != nil {
			if err := to.Write(part.Problem); err != nil {
				return err
			}
		}
	}
	if f := q.Lost(); f != nil {
		return to.Write(&report.Problem{Failure: *f})
	}
	return nil
}
