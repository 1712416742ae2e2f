// Pmprobe reports the availability of performance metrics: how many values
// each has, their instances or the values (pmprobe(1)).
package main

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"pcptools/cmd/internal/debug"
	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/survey"
	"pcptools/cmd/internal/tool"
	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pmprobe prints how many values metrics have, and with options which instances
and values: a line for each metric.`

	example = `  pmprobe disk                           # what there is of a branch
  pmprobe -L -I disk.dev.read            # names of instances
  pmprobe --format=csv -v kernel.all`
)

func main() {
	os.Exit(tool.Main(&pmprobe{source: source.New()}))
}

// pmprobe is the command. Once its options are parsed it does not change.
type pmprobe struct {
	pipeline.Pipeline
	source  options.Source
	details details
	verbose bool
}

// Spec implements [tool.Command].
func (c *pmprobe) Spec(rel release.Release) *getopt.Spec {
	c.details = details{batch: 128}
	c.Source, c.Columns, c.Finish, c.Lenient = &c.source, c.columns, c.hide, true
	s, d, b := &c.source, &c.details, getopt.Bool
	version := getopt.VersionOption()
	version.Short, version.LongOnly = 'd', !rel.Has(release.ProbeVersionOption)
	var unlisted []getopt.Option
	if !rel.Has(release.ProbeVersionOption) {
		unlisted = []getopt.Option{{Short: 'e', Hidden: true, Value: getopt.Func(func(string) error { return getopt.ErrUsage })}}
	}
	return &getopt.Spec{
		About: about, Example: example,
		Synopsis: "[options] [metricname ...]",
		Source:   s,
		Complete: []getopt.Completion{{Kind: getopt.Metrics}},
		Check:    c.check,
		Extra: slices.Concat([]getopt.Option{
			c.Format.Option(),
			c.Strict.Option(),
			s.SeriesOption("series"),
			c.Recorded(c.Pick.TopOption("report the N greatest values of each metric")),
			c.Recorded(c.Watch.Option()),
		}, c.AllRecorded(c.Pick.Options()),
			[]getopt.Option{c.Recorded(c.Style.UnitsOption())},
			c.StyleOptions(exactColumns...), c.SourceOptions()),
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.ArchiveOption(rel), s.DebugOption(rel), s.HostOption(), s.ContainerOption(),
				s.DerivedOption(0, derivedFailure), s.LocalOption(), s.SpecLocalOption(),
				s.NamespaceOption(), s.OriginOption(), s.TimezoneOption(), s.HostZoneOption(),
				version, getopt.HelpOption(),
			}},
			{Heading: "Protocol options", Options: []getopt.Option{
				{Short: 'b', Long: "batch", Arg: "N", Text: "fetch at most N metrics at a time [128]",
					Value: getopt.Int(&d.batch, math.MinInt, "-b requires numeric argument")},
			}},
			{Heading: "Reporting options", Options: append([]getopt.Option{
				{Short: 'f', Long: "force", Text: "report all pmGetIndom or pmGetInDomArchive instances", Value: b(&d.force)},
				{Short: 'F', Long: "faster", Text: "assume given metric names are PMNS leaf nodes", Value: b(&d.faster)},
				{Short: 'I', Long: "external", Text: "list external instance names", Value: c.showing(&d.externals, "-I")},
				{Short: 'i', Long: "internal", Text: "list internal instance numbers", Value: c.showing(&d.numbers, "-i")},
				{Short: 'V', Long: "verbose", Text: "report PDU operations (verbose)", Value: b(&c.verbose)},
				{Short: 'v', Long: "values", Text: "list metric values", Value: getopt.Func(c.showValues)},
			}, unlisted...)},
		},
	}
}

// check chooses the format that other options take.
func (c *pmprobe) check([]string) error {
	if err := c.Settle(c.Asked()); err != nil {
		return err
	}
	if c.Style.Has(report.Samples) && c.source.Series == "" {
		return errors.New("--fields: samples goes with --series")
	}
	c.askForFields()
	return c.Check()
}

func derivedFailure(err error) error {
	return errors.New("pmLoadDerivedConfig failed: " + libpcp.ErrorText(err))
}

// showing is the value of an option that selects instances, which does not go
// with values.
func (c *pmprobe) showing(p *bool, option string) pflag.Value {
	return getopt.Func(func(string) error {
		*p = true // even so: the next conflict counts it
		if c.details.values {
			return errors.New("at most one of " + option + " and -v allowed")
		}
		return nil
	})
}

// showValues is option -v, which does not go with instances.
func (c *pmprobe) showValues(string) error {
	c.details.values = true
	if c.details.instances() {
		return errors.New("at most one of -v and (-i or -I) allowed")
	}
	return nil
}

// Run implements [tool.Command].
func (c *pmprobe) Run(ctx context.Context, env *tool.Env, args []string) error {
	counted := c.On() && (c.Style.Fields == nil || c.Style.Has(report.Samples))
	end, err := c.Gather(ctx, c.Request(env, counted))
	if err != nil {
		return err
	}
	defer end()
	if c.On() {
		return c.Pipeline.Run(ctx, env, func(ctx context.Context, s *pipeline.Session) (pipeline.Round, error) { return c.ask(ctx, s, args) })
	}
	var pdus debug.Counts
	if c.verbose {
		pdus = debug.Count(c.source.Tracer())
	}
	env.Progress.Begin("opening the source", 0)
	pc, err := source.Open(ctx, &c.source)
	if err != nil {
		return err
	}
	defer pc.Close()
	p := &prober{
		details: c.details, out: env.Stdout, c: pc, texts: env.ErrorTexts(), layout: c.source.Layout(),
		strict: &c.Strict, progress: env.Progress, inTurn: c.source.Tracing() || c.verbose,
		hint: func(name string, err error) { hint.Name(ctx, env, &c.source, pc, name, err) },
	}
	if c.source.Kind == options.Archive {
		if err := c.position(ctx, env, p); err != nil {
			return err
		}
	}
	if c.source.OnHost() {
		env.OutliveReader()
	}
	p.probe(ctx, args)
	hint.Agents(env, &c.source, p.noAgent)
	pc.Batch(ctx, &traced.Closing{})
	if c.verbose {
		reportPDUs(env.Stdout, pdus)
	}
	return nil
}

// position prepares the probing of an archive, which is at the start of the window
// for each metric.
func (c *pmprobe) position(ctx context.Context, env *tool.Env, p *prober) error {
	c.source.Announce = func(note string) { env.Stdout.WriteString(note) }
	window, err := c.source.Position(ctx, p.c)
	survey.AdviseWindow(env, &c.source, window.Zone)
	if err != nil {
		return err
	}
	if p.seeker, err = p.c.Recording(); err != nil {
		return err
	}
	p.layout.Zone = window.Zone
	p.inTurn = false
	p.rewind = func() error { return p.seeker.SetMode(ctx, libpcp.ModeForw, window.Origin, 0) }
	return nil
}
