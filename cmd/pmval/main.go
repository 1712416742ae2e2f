// Pmval prints the values of a performance metric, live or from an archive
// (pmval(1)).
package main

import (
	"errors"
	"os"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/metricset"
	"pcptools/cmd/internal/pipeline"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
	"pcptools/libpcp/release"
)

// The texts of --help-all.
const (
	about = `Pmval prints the values of a metric again and again, counters as rates. With a
format other than classic it takes several metrics, branches and patterns.`

	example = `  pmval -t 5 -s 10 kernel.all.load       # every 5 seconds, ten times
  pmval -L --plot disk.dev kernel.all.cpu.user
  pmval -L --watch :iostat               # a report of pmrep.conf(5), or of its own
  pmval --format=wide -t 2 mem.util.free network.interface.in.bytes
  pmval --format=csv --wide -a archive -S 2026-03-04T21:00:00Z disk.all
  pmval --format=jsonl --units=Mbyte/sec disk.dev.total_bytes
  pmval -h http://gateway:44322 --series=kernel.all.load --follow -t 10 --format=wide`
)

func main() {
	os.Exit(tool.Main(&pmval{source: source.New()}))
}

// pmval is the command. Once its options and operands are parsed it does not change.
type pmval struct {
	pipeline.Pipeline
	*request
	source options.Source

	ownHost func() string // names this host; nil stands for the function of that name, called once
	tooMany bool          // operands, for the classic format
}

// request is what options and operands of this tool alone say.
type request struct {
	release   release.Release
	metric    libpcp.MetricSpec
	instances []string // -i, nil for all
	filter    *string  // -x
	width     int      // -w, 0 for the type's
	precision int      // -f, negative if it is not given
	stamps    int      // -X, how often it is given
	delay     bool     // -d
	raw       bool     // -r
	recorded  bool     // -U
	verbose   bool     // -v

	metrics  []libpcp.MetricSpec // in a format other than the classic one
	reports  reports
	library  metricset.Library // --reports
	named    bool              // an operand is the name of a report
	noReport error             // why an operand like that of a report is none
	ownScale bool              // --scale
	earlier  string            // --compare
}

// Spec implements [tool.Command].
func (p *pmval) Spec(rel release.Release) *getopt.Spec {
	p.request = &request{release: rel, precision: -1}
	p.Source, p.Columns, p.Sampled, p.Draw = &p.source, p.columns, true, p.plot
	p.Every = func() time.Duration { return p.interval().Duration }
	p.Prefix = func(env *tool.Env) string { return env.Name + ": " }
	p.Rates = func(metric string) bool {
		c := p.reports.column(metric)
		return !p.raw && !p.Format.Exposed() && (c == nil || !c.Raw)
	}
	p.Show = func(m *report.Metric) { p.reports.column(m.Name).show(m) }
	s, b := &p.source, getopt.Bool
	s.LocalFailure = "Cannot establish local context"
	s.HighRes = true
	return &getopt.Spec{
		About: about, Example: example,
		Synopsis: "[options] metricname",
		Source:   s,
		Complete: []getopt.Completion{{Kind: getopt.Metrics, Words: p.reportNames}, {}},
		Extra: slices.Concat([]getopt.Option{
			p.Format.Option(report.Wide, report.OpenMetrics, report.Prometheus),
			p.Style.LabelsOption(),
			p.Recorded(p.Style.UnitsOption()),
			{Long: "plot", Exact: true, Value: getopt.Func(func(string) error { p.Format = report.Plot; return nil }),
				Text: "draw values as lines of marks"},
			p.scaleOption(),
			p.Recorded(getopt.Option{Long: "summary", Exact: true, Value: getopt.Bool(&p.Summary),
				Text: "report count, mean, percentiles, minimum and maximum of all samples at the end"}),
			p.Recorded(p.compareOption()),
			p.Strict.Option(),
			s.SeriesOption("series"),
			s.FollowOption(),
			p.Recorded(p.Pick.TopOption("report the N greatest values of each metric")),
			p.Recorded(p.Watch.Option()),
			p.Recorded(p.Style.ByOption()),
			p.reportsOption(),
		}, p.AllRecorded(p.Pick.Summarized()),
			p.StyleOptions(slices.Concat(exactColumns, []report.Column{report.OldValue}, report.WindowColumns, report.SummaryColumns, report.CompareColumns)...),
			p.SourceOptions()),
		Operands: p.countOperands,
		Resolve:  p.resolve,
		Check:    p.check,
		Groups: []getopt.Group{
			{Heading: "General options", Options: []getopt.Option{
				s.AlignOption(), s.ArchiveOption(rel), s.DebugOption(rel), s.GUIModeOption(), s.HostOption(),
				s.NamespaceOption(), s.OriginOption(), s.GUIPortOption(), s.StartOption(), s.SamplesOption(),
				s.FinishOption(), s.IntervalOption(), s.TimezoneOption(), s.HostZoneOption(),
				getopt.VersionOption(), getopt.HelpOption(), s.SpecLocalOption(), s.LocalOption(),
				s.ContainerOption(), s.DerivedOption(0, derivedFailure),
			}},
			{Heading: "Reporting options", Options: []getopt.Option{
				{Short: 'd', Long: "delay", Text: "delay, pause between updates for archive replay", Value: b(&p.delay)},
				{Short: 'f', Long: "precision", Arg: "N", Text: "fixed output format with N digits precision",
					Value: getopt.Int(&p.precision, 0, "-f requires +ve numeric argument")},
				{Short: 'i', Long: "instances", Arg: "INST", Text: "comma-separated metrics instance list",
					Value:    getopt.Func(p.addInstances),
					Complete: getopt.Completion{Kind: getopt.Instances, List: true}},
				{Short: 'r', Long: "raw", Text: "output raw counter values (no rate conversion)", Value: b(&p.raw)},
				{Short: 'U', Long: "nointerp", Arg: "FILE", Text: "non-interpolated fetching; ignores interval",
					Value:    getopt.Func(p.addRecorded),
					Complete: getopt.Completion{Kind: getopt.Archives, List: true}},
				{Short: 'v', Long: "verbose", Text: "increase diagnostic output", Value: b(&p.verbose)},
				{Short: 'w', Long: "width", Arg: "N", Text: "set the width of each column of output",
					Value: getopt.Int(&p.width, 1, "-w requires +ve numeric argument")},
				{Short: 'x', Long: "filter", Arg: "VALUE", Text: "store to the metric before fetching (filter)",
					Value: getopt.Func(func(value string) error { p.filter = &value; return nil })},
				{Short: 'X', Long: "timestamp", Text: "include date and microseconds in reported timestamps",
					Value: getopt.Count(&p.stamps)},
			}},
		},
	}
}

func derivedFailure(err error) error { return failure{"pmLoadDerivedConfig failed", err} }

func (p *pmval) addInstances(list string) error {
	if p.instances == nil {
		p.instances = []string{}
	}
	p.instances = appendInstances(p.instances, list)
	return nil
}

func (p *pmval) addRecorded(archives string) error {
	p.recorded = true
	return p.source.AddArchive(archives)
}

// countOperands refuses missing operands, and in the classic format more than one.
func (p *pmval) countOperands(operands []string) error {
	p.Summary = p.Summary || p.Style.Has(report.SummaryColumns...) || p.Style.Has(report.WindowColumns...)
	p.Pick.Summary = p.Summary
	if p.Format == report.Classic && p.Asked() == "" && slices.ContainsFunc(operands, p.isReport) {
		p.Format = report.Wide
	}
	if err := p.Format.TableFor(p.Asked()); err != nil {
		return err
	}
	switch {
	case len(operands) == 0 && (p.source.Series != "" && p.Format != report.Classic || p.earlier != ""):
		return nil
	case len(operands) == 0 && p.source.Series != "":
		return errors.New("--series requires a metricname, or a --format other than classic")
	case len(operands) == 0:
		return errors.New("error - no metricname specified")
	case len(operands) == 1 || p.Format != report.Classic:
		return nil
	}
	p.tooMany = true
	return errors.New("error - too many arguments")
}

// resolve reads the operand, which may name the source and the instances in
// place of options.
func (p *pmval) resolve(operands []string) (err error) {
	if p.Format != report.Classic {
		return p.resolveAll(operands)
	}
	if name, named := strings.CutPrefix(operands[0], ":"); named {
		_, p.noReport = p.report(name)
	}
	if p.metric, err = libpcp.ParseMetricSpec(operands[0]); err != nil {
		return getopt.Verbatim(err.Error())
	}
	if len(p.metric.Instances) > 0 {
		p.instances = p.metric.Instances
	}
	return p.resolveSource(p.metric)
}

// resolveSource takes the source that an operand names, if it does.
func (p *pmval) resolveSource(m libpcp.MetricSpec) error {
	switch m.Kind {
	case libpcp.SpecHost:
		return p.source.Replace(options.Host, m.Source)
	case libpcp.SpecArchive:
		return p.source.Replace(options.Archive, m.Source)
	case libpcp.SpecLocal:
		return p.source.Replace(options.Local, "")
	}
	p.source.Default("local:")
	return nil
}

// check finds options that do not go together.
func (p *pmval) check([]string) error {
	var errs []error
	archive := p.source.Kind == options.Archive
	if p.recorded && !archive {
		errs = append(errs, getopt.WithoutNewline("uninterpolated mode can only be used with archives"))
	}
	switch {
	case p.delay && !archive:
		errs = append(errs, errors.New("delay can only be used with archives"))
	case p.delay && p.source.GUIMode:
		errs = append(errs, errors.New("guiflag cannot be used with delay"))
	}
	errs = append(errs, p.checkFormat()...)
	p.recorded = p.recorded || p.source.Series != "" && p.source.Interval == nil
	if p.metrics == nil { // of series, and of windows compared
		p.metrics = []libpcp.MetricSpec{{}}
	}
	return errors.Join(errs...)
}

// A failure is a call of PMAPI(3) that did not work, in PCP's wording.
type failure struct {
	call string
	err  error
}

func (f failure) Error() string { return f.Text(libpcp.ErrorTexts{}) }

// Text implements [libpcp.CodedError].
func (f failure) Text(t libpcp.ErrorTexts) string { return f.call + ": " + t.Of(f.err) }

// Unwrap returns the reason.
func (f failure) Unwrap() error { return f.err }
