package pipeline

import (
	"cmp"
	"errors"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// Begin begins a report on the source, for records that no option is about. The host is
// the one that metrics are about.
func (p *Pipeline) Begin(env *tool.Env, host string, zone *time.Location) report.Encoder {
	enc := report.New(report.OptionsFor(env, p.Format, p.Style, p.Columns(), zone))
	enc.Begin(p.header(env, p.Source, host))
	return enc
}

func (p *Pipeline) header(env *tool.Env, s *options.Source, host string) report.Header {
	src := named(s)
	src.Host = host
	return report.Header{Tool: env.Name, Source: src}
}

// named describes a source as the user named it.
func named(s *options.Source) *report.Source {
	switch s.Kind {
	case options.Local:
		return &report.Source{Kind: "local"}
	case options.Archive:
		return &report.Source{Kind: "archive", Name: cmp.Or(s.Series, s.Archives)}
	case options.Undecided:
		return &report.Source{Kind: "host", Name: "local:"}
	}
	return &report.Source{Kind: "host", Name: s.Shown(s.Host)}
}

// Fail reports a run that failed in a call: as a document with the error. It returns the
// error, with status 2. In the classic format and in tables it writes nothing, since people
// read standard error.
func (p *Pipeline) Fail(env *tool.Env, call string, err error) error {
	var exit *getopt.Exit
	if p.Format == report.Classic || errors.As(err, &exit) {
		return err
	}
	failed := &tool.StatusError{Status: 2, Err: err}
	if !p.Format.Exact() {
		return failed
	}
	enc := p.Begin(env, "", nil)
	enc.Write(&report.Problem{Time: came(p.Source), Failure: survey.NewFailure(call, err)})
	if err := enc.End(); err != nil {
		return err
	}
	return failed
}
