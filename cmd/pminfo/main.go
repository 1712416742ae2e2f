// Pminfo displays information about performance metrics: their names,
// identifiers, descriptors, help texts, labels and values (pminfo(1)).
package main

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"syscall"
	"time"

	"pcptools/cmd/internal/debug"
	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmns"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pminfo shows what is known about performance metrics: their names, descriptors,
help texts, labels and values. Operands are names of metrics, or of branches of
the tree of names; without any, it is about all metrics. Metrics come from the
pmcd on this host, or with -h from another, with -a from an archive, and with -L
from this machine itself, where no pmcd runs.`

	example = `  pminfo --search disk read              # find metrics by words
  pminfo -L -dfT kernel.all.load         # all about one, without a pmcd
  pminfo -h server -f mem                # values of a branch
  pminfo --format=json -f 'disk.dev.*_bytes'
  pminfo --format=openmetrics network.interface`
)

func main() {
	os.Exit(tool.Main(&pminfo{source: source.New()}))
}

// pminfo is the command. Once its options are parsed it does not change.
type pminfo struct {
	pipeline.Pipeline
	source options.Source
	parts  parts
	batch  int
	search bool    // --search
	since  *string // --since
	rates  bool    // --rates
	spans  bool    // --spans

	registrations []string       // -r
	zone          *time.Location // of values that a search found
}

// Spec implements [tool.Command].
func (p *pminfo) Spec(rel release.Release) *getopt.Spec {
	p.batch = 128
	p.Source, p.Columns, p.Finish = &p.source, p.columns, p.wrong
	p.Prefix, p.OrElse = func(*tool.Env) string { return "Error: " }, ", or --since and an archive"
	p.source.TrimNames = true
	p.source.DescsTogether = rel.Has(release.BatchedDescriptors)
	s := &p.source
	return &getopt.Spec{
		About: about, Example: example,
		Synopsis: "[options] [metricname | pmid | indom]...",
		Source:   s,
		Complete: []getopt.Completion{{Kind: getopt.Metrics}},
		Check:    p.check,
		Extra: slices.Concat([]getopt.Option{
			p.Format.Option(report.OpenMetrics, report.Prometheus),
			p.Style.LabelsOption(),
			p.Strict.Option(),
			{Long: "search", Exact: true, Value: getopt.Bool(&p.search),
				Text: "find metrics by words in their names and help texts"},
			p.Recorded(p.Pick.TopOption("report the N greatest values of each metric; with --search, N metrics")),
			p.Recorded(p.Watch.Option()),
			{Long: "rates", Exact: true, Value: getopt.Bool(&p.rates),
				Text: "with --watch, report counters as rates, their change per second"},
			p.Recorded(p.sinceOption()),
			p.Recorded(getopt.Option{Long: "spans", Exact: true, Value: getopt.Bool(&p.spans),
				Text: "report when archives were recorded, of which host, and with how many metrics and gaps"}),
		}, p.AllRecorded(p.Pick.Options()),
			[]getopt.Option{p.Recorded(p.Style.UnitsOption())},
			p.StyleOptions(slices.Concat(allColumns, []report.Column{report.OldValue}, report.SpanColumns)...),
			p.SourceOptions(),
			[]getopt.Option{s.SeriesOption("from-series")}),
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.ArchiveOption(rel), s.DebugOption(rel), s.HostOption(), s.ContainerOption(),
				s.LocalOption(), s.SpecLocalOption(), s.NamespaceOption(), s.UniqueNamesOption(),
				s.OriginOption(), s.TimezoneOption(), s.HostZoneOption(),
				getopt.VersionOption(), getopt.HelpOption(),
			}},
			p.protocolGroup(rel),
			p.metricsGroup(rel),
		},
	}
}

// protocolGroup are the options that select the parts to print.
func (p *pminfo) protocolGroup(rel release.Release) getopt.Group {
	b, heading := getopt.Bool, "Protocol options"
	var metadata, ignored []getopt.Option
	if rel.Has(release.OnelineDescriptors) {
		heading = "Protocol and reporting options"
		metadata = []getopt.Option{
			{Short: '1', Long: "desc-oneline", Text: "variant of -d with one output line per metric", Value: b(&p.parts.descLine)},
			{Short: 'e', Long: "metadata-errors", Text: "like -v, but don't report metrics with no values", Value: verifyValue{&p.parts, true}},
		}
	}
	if !rel.Has(release.NoIgnoredOptions) {
		ignored = []getopt.Option{{Short: 'C', Hidden: true, Value: getopt.Ignore()}}
	}
	return getopt.Group{Heading: heading, Options: slices.Concat([]getopt.Option{
		{Short: 'b', Long: "batch", Arg: "N", Text: "fetch N metrics at a time for -f and -v [128]",
			Value: getopt.Int(&p.batch, math.MinInt, "-b requires numeric argument")},
		{Short: 'd', Long: "desc", Text: "get and print metric description", Value: b(&p.parts.desc)},
	}, metadata, []getopt.Option{
		{Short: 'f', Long: "fetch", Text: "fetch and print values for all instances", Value: b(&p.parts.values)},
		{Short: 'F', Long: "fetchall", Text: "fetch and print values for non-enumerable indoms", Value: b(&p.parts.enumerate)},
		{Short: 'I', Long: "fullindom", Text: "print InDom in verbose format", Value: b(&p.parts.fullInDom)},
		{Short: 'l', Long: "labels", Text: "print InDom, metric and instance labels", Value: b(&p.parts.labels)},
		{Short: 'm', Long: "pmid", Text: "print PMID", Value: b(&p.parts.pmid)},
		{Short: 'M', Long: "fullpmid", Text: "print PMID in verbose format", Value: b(&p.parts.fullPMID)},
		{Short: 's', Long: "series", Text: "print source, metric, instance series identifiers", Value: b(&p.parts.series)},
		{Short: 't', Long: "oneline", Text: "get and display (terse) oneline text", Value: b(&p.parts.oneLine)},
		{Short: 'T', Long: "helptext", Text: "get and display (verbose) help text", Value: b(&p.parts.help)},
	}, ignored)}
}

// metricsGroup are the options that define metrics and select their report.
func (p *pminfo) metricsGroup(rel release.Release) getopt.Group {
	derived := []getopt.Option{p.source.DerivedOption('c', p.derivedFailure)}
	if rel.Has(release.RegisterOption) {
		derived[0].Text = "load global derived metric definitions from FILE(s)"
		derived = append(derived, getopt.Option{Short: 'r', Long: "register", Arg: "name=expr",
			Text:  "register a per-context derived metric",
			Value: getopt.Strings(&p.registrations)})
	}
	return getopt.Group{Heading: "Metrics options", Options: append(derived,
		getopt.Option{Short: 'x', Long: "events", Text: "unpack and report on any fetched event records", Value: getopt.Bool(&p.parts.events)},
		getopt.Option{Short: 'v', Long: "verify", Text: "verify mode, be quiet and only report errors", Value: verifyValue{&p.parts, false}},
	)}
}

// verifyValue is the value of -v, or of -e if it is quiet. The last of them
// counts.
type verifyValue struct {
	parts *parts
	quiet bool
}

func (v verifyValue) Set(string) error { v.parts.verify, v.parts.quiet = true, v.quiet; return nil }
func (v verifyValue) Type() string     { return "bool" }
func (v verifyValue) String() string   { return "" }

// derivedFailure reports definitions that cannot be loaded; the run goes on
// without them.
func (p *pminfo) derivedFailure(err error) error {
	p.source.Warn("derived configuration(s) error: " + libpcp.ErrorText(err))
	return nil
}

// Run implements [tool.Command].
func (p *pminfo) Run(ctx context.Context, env *tool.Env, args []string) error {
	r := p.Request(env, false)
	r.Alone = r.Alone || p.search
	r.Labels = r.Labels || p.parts.labels || p.parts.series || p.search || p.Format.Exposed()
	p.source.Structured = p.search || p.On()
	end, err := p.Gather(ctx, r)
	if err != nil {
		return err
	}
	defer end()
	if p.On() && !p.search {
		return p.Pipeline.Run(ctx, env, func(ctx context.Context, s *pipeline.Session) (pipeline.Round, error) { return p.ask(ctx, s, args) })
	}
	if p.batch < 0 && p.source.Kind != options.Archive && p.Format == report.Classic {
		// PCP fails to allocate so large a queue.
		return errors.New("namelist malloc: " + libpcp.ErrorText(syscall.ENOMEM))
	}
	var pdus debug.Counts
	if p.source.Debugs("appl5") {
		pdus = debug.Count(p.source.Tracer())
	}
	env.Progress.Begin("opening the source", 0)
	c, err := p.open(ctx)
	if err != nil {
		return p.Fail(env, survey.Opening, err)
	}
	defer c.Close()
	if p.search {
		if err := p.register(ctx, env, c); err != nil {
			return err
		}
		return p.find(ctx, env, c, args)
	}
	return p.classic(ctx, env, c, pdus, args)
}

// classic reports as PCP's pminfo does.
func (p *pminfo) classic(ctx context.Context, env *tool.Env, c *libpcp.Context, pdus debug.Counts, args []string) error {
	r := p.newReporter(ctx, env, c)
	q := queue{r: r, size: max(p.batch, 1)}
	if p.source.Kind == options.Archive {
		q.size = 1
		if err := p.position(ctx, env, r); err != nil {
			return err
		}
	}
	if err := p.register(ctx, env, c); err != nil {
		return err
	}
	if p.source.OnHost() {
		env.OutliveReader()
	}
	err := q.report(ctx, args)
	p.source.Leaving()
	hint.Agents(env, &p.source, r.noAgent)
	hint.Elsewhere(env, c, r.layout.Zone, r.origin, r.earliest, r.latest)
	hint.Recorded(ctx, env, &p.source, c, r.layout.Zone, r.unvalued)
	if p.source.Debugs("appl5") {
		reportPDUs(env.Stderr, pdus)
	}
	return err
}

func (p *pminfo) newReporter(ctx context.Context, env *tool.Env, c *libpcp.Context) *reporter {
	r := &reporter{
		source: &p.source, layout: p.source.Layout(),
		parts: p.parts.settled(), strict: &p.Strict, progress: env.Progress,
		prog: env.Name, out: env.Stdout, errOut: env.Stderr, c: c, texts: env.ErrorTexts(), notation: env.UnitsNotation(),
		hint:    func(name string, err error) { hint.Name(ctx, env, &p.source, c, name, err) },
		current: new(group), names: make(map[libpcp.PMID]string),
	}
	r.batched = env.Release.Has(release.BatchedDescriptors)
	r.inTurn = p.source.Tracing()
	r.labels.indom = cachedLabels{key: uint32(libpcp.NullInDom), valid: true}
	r.errorBlocks = env.Release.Has(release.DescriptorErrorBlock)
	if r.verify && env.Release.Has(release.MetadataChecks) {
		r.checker = &checker{file: pmns.DomainsFile(env.LookupEnv), errOut: env.Stderr}
	}
	return r
}

// position has r report on the start of the window of an archive.
func (p *pminfo) position(ctx context.Context, env *tool.Env, r *reporter) error {
	p.source.Announce = func(note string) { env.Stdout.WriteString(note) }
	window, err := p.source.Position(ctx, r.c)
	survey.AdviseWindow(env, &p.source, window.Zone)
	if err != nil {
		return err
	}
	r.layout.Zone, r.origin = window.Zone, window.Origin
	r.inTurn = false
	r.rewind = func() error { return r.c.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
	return nil
}

// open opens the source, unless a name-space file holds all that is wanted.
func (p *pminfo) open(ctx context.Context) (*libpcp.Context, error) {
	names := parts{pmid: p.parts.pmid, fullPMID: p.parts.fullPMID}
	if p.parts == names && p.Format == report.Classic && !p.search {
		if c := p.source.NamesOnly(); c != nil {
			return c, nil
		}
	}
	return source.Open(ctx, &p.source)
}

// settled returns the parts with what one option implies for others.
func (p parts) settled() parts {
	if p.verify {
		return parts{verify: true, quiet: p.quiet, fullInDom: p.fullInDom, events: p.events, series: p.series}
	}
	p.desc = p.desc || p.fullInDom || p.descLine
	p.pmid = p.pmid || p.fullPMID
	p.values = p.values || p.enumerate || p.events
	return p
}
