package main

import (
	"context"
	"errors"
	"fmt"

	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/search"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
)

// maxFound is how many metrics a search shows by default.
const maxFound = 20

// find reports the metrics that fit words, the best first, each with a value.
func (p *pminfo) find(ctx context.Context, env *tool.Env, c *libpcp.Context, words []string) error {
	query := search.Parse(words)
	if query.Empty() {
		return errors.New("--search requires words to look for")
	}
	found, all, err := p.matching(ctx, env, c, query)
	if err != nil {
		return searchError{err}
	}
	switch {
	case len(found) == 0:
		env.Say("no metric has any of these words in its name or help")
		p.Strict.None()
	case !all:
		env.Say("no metric has all of these words; these have most of them")
	}
	shown := found
	if p.Format == report.Classic && p.Pick.Top == 0 && len(found) > maxFound {
		shown = found[:maxFound]
	}
	if err := p.addValues(ctx, c, shown); err != nil {
		return p.Fail(env, survey.Placing, searchError{err})
	}
	if p.parts.labels || p.Format.Members() || p.Format.Exposed() {
		(&survey.Survey{C: c}).AddLabels(ctx, shown)
	}
	if err := p.showFound(ctx, env, c, shown); err != nil {
		return err
	}
	if more := len(found) - len(shown); more > 0 {
		fmt.Fprintf(env.Stdout, "and %d more; --top %d shows all, more words find less\n", more, len(found))
	}
	if len(found) == 0 {
		return tool.Exit(1)
	}
	return nil
}

// A searchError ends a search. Its text is PCP's text of the code.
type searchError struct{ error }

// Text implements [libpcp.CodedError].
func (e searchError) Text(t libpcp.ErrorTexts) string { return t.Of(e.error) }

func (e searchError) Unwrap() error { return e.error }

// matching returns the metrics that a query finds.
func (p *pminfo) matching(ctx context.Context, env *tool.Env, c *libpcp.Context, query search.Query) (found []*report.Metric, all bool, err error) {
	env.Stdout.Check()
	env.Progress.Begin("listing names", 0)
	names, err := c.TraverseList(ctx, "")
	switch {
	case err != nil && names.Len() == 0:
		return nil, false, err
	case err != nil: // there may be others that match
		fmt.Fprintf(env.Stderr, "Error: %s\n", env.ErrorText(err))
		p.Strict.Failure()
	}
	env.Progress.Begin("asking about metrics", names.Len())
	return query.Find(ctx, c, names, p.Pick.Top, env.Progress.Step)
}

// addValues asks for a value of each metric: of an archive the first in the
// window.
func (p *pminfo) addValues(ctx context.Context, c *libpcp.Context, found []*report.Metric) error {
	var rewind func() error
	if _, err := c.Recording(); err == nil {
		window, err := p.source.Position(ctx, c)
		if err != nil {
			return err
		}
		p.zone = window.Zone
		rewind = func() error { return c.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
	}
	return search.AddValues(ctx, c, found, rewind)
}

// showFound writes the metrics found.
func (p *pminfo) showFound(ctx context.Context, env *tool.Env, c *libpcp.Context, found []*report.Metric) error {
	write, end := p.foundWriter(ctx, env, c)
	for _, m := range found {
		pipeline.Judge(&p.Strict, m)
		if err := write(m); err != nil {
			return err
		}
	}
	return end()
}

// foundWriter returns how a metric is written, and how the report ends.
func (p *pminfo) foundWriter(ctx context.Context, env *tool.Env, c *libpcp.Context) (write func(*report.Metric) error, end func() error) {
	if p.Format == report.Classic {
		width, _ := env.Columns()
		printer := search.Printer{Out: env.People(), Width: width, Bold: env.Bold(), Help: p.parts.help, Texts: env.ErrorTexts()}
		return printer.Print, env.Stdout.Err
	}
	enc := p.Begin(env, c.HostName(ctx), p.zone)
	return func(m *report.Metric) error { return enc.Write(m) }, enc.End
}

// foundColumns are the columns of CSV and tables.
func (p *pminfo) foundColumns() []report.Column {
	if !p.Format.Exact() {
		return []report.Column{report.Name, report.InstanceName, report.TheValue, report.Units, report.OneLine}
	}
	return []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
		report.Domain, report.Count, report.InstanceID, report.InstanceName, report.TheValue, report.OneLine, report.Help,
		report.ErrorCode, report.ErrorSymbol, report.ErrorText}
}

// check finds options that do not go together, and chooses the format that a
// choice of values takes.
func (p *pminfo) check(operands []string) error {
	asked := p.Asked()
	if p.search { // which has a form of its own, where --top has a meaning
		asked = p.Style.AskedFields()
	}
	if err := p.Settle(asked); err != nil {
		return err
	}
	if err := p.checkSpans(operands); err != nil {
		return err
	}
	p.askForFields()
	if p.search {
		if p.Pick.Selective() || p.Watch.On() || p.Style.ChoosesUnits() {
			return errors.New("--sort, --where, --watch and --units do not go with --search")
		}
		if p.Fleet.Asked() {
			return errors.New("--search takes a single source of metrics")
		}
		return p.Fleet.Check(p.Format, &p.Style)
	}
	if p.Pick.On() || p.Watch.On() || p.Style.ChoosesUnits() {
		p.parts.values = true
	}
	if p.Format != report.Classic {
		p.parts = p.parts.settled()
	}
	if p.rates {
		p.Rates = func(string) bool { return true }
	}
	p.Compares = p.since != nil
	switch err := p.Check(); {
	case p.rates && !p.Watch.On():
		return errors.New("--rates requires --watch")
	case p.since != nil && p.source.Kind != options.Archive:
		return errors.New("--since requires an archive")
	default:
		return err
	}
}
