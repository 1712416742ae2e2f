package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/plot"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/summary"
	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/watch"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/options"
)

// resolveAll reads the operands of a format for several metrics, all of one
// source.
func (p *pmval) resolveAll(operands []string) error {
	for i, operand := range operands {
		if name, named := strings.CutPrefix(operand, ":"); named {
			if err := p.addReport(name); err != nil {
				return err
			}
			if i == 0 {
				if err := p.resolveSource(libpcp.MetricSpec{}); err != nil {
					return err
				}
			}
			p.named = true
			continue
		}
		m, err := libpcp.ParseMetricSpec(operand)
		if err != nil {
			return getopt.Verbatim(err.Error())
		}
		if i > 0 && (m.Kind != p.metrics[0].Kind || m.Source != p.metrics[0].Source) {
			return errors.New("only one source of metrics allowed")
		}
		if err := p.resolveSource(m); err != nil {
			return err
		}
		p.metrics = append(p.metrics, m)
	}
	if p.named && (p.format == report.Table || p.format == report.Wide && p.reports.rows) {
		p.style.ByInstance = !(p.fleet.Asked() && p.pick.Orders()) && !p.summary && p.style.Fields == nil
	}
	return nil
}

// picked are the metrics with values that are wanted, and those only. It notes
// for --strict which have any.
func (p *pmval) picked(metrics []report.Metric) []report.Metric {
	if p.style.ByInstance && p.pick.On() {
		return p.pickedRows(metrics)
	}
	n := 0
	for i := range metrics {
		m := &metrics[i]
		if !p.pick.Apply(m, &p.strict) {
			continue
		}
		if p.strict.Note(m.Values.Len, m.Err != nil); n < i {
			metrics[n] = *m
		}
		n++
	}
	return metrics[:n]
}

// pickedRows are metrics with the values that are wanted, in their order, where
// instances are rows: one metric of an instance domain decides about the instances
// of all.
func (p *pmval) pickedRows(metrics []report.Metric) []report.Metric {
	deciding := make(map[libpcp.InDom]*report.Metric)
	for i := range metrics {
		m := &metrics[i]
		if hasRows(m) && (deciding[m.Desc.InDom] == nil || p.pick.SortsBy(m)) {
			deciding[m.Desc.InDom] = m
		}
	}
	rows := make(map[libpcp.InDom]map[int32]int)
	for domain, m := range deciding {
		one, of := *m, make(map[int32]int)
		p.pick.Apply(&one, &p.strict)
		for v := range one.Values.All {
			of[v.Instance.ID] = len(of)
		}
		rows[domain] = of
	}
	for i := range metrics {
		m := &metrics[i]
		if hasRows(m) {
			m.Values = inOrder(m.Values, rows[m.Desc.InDom])
		}
		p.strict.Note(m.Values.Len, m.Err != nil)
	}
	return metrics
}

// hasRows reports whether a metric has values of instances.
func hasRows(m *report.Metric) bool {
	return m.Desc != nil && m.Values != nil && m.Desc.InDom != libpcp.NullInDom
}

// inOrder are the values of the instances that have a row, in the order of rows.
func inOrder(values *report.List[report.Value], rows map[int32]int) *report.List[report.Value] {
	var kept []report.Value
	for v := range values.All {
		if v.Instance == nil {
			continue
		}
		if _, wanted := rows[v.Instance.ID]; wanted {
			kept = append(kept, v.Copy())
		}
	}
	slices.SortStableFunc(kept, func(a, b report.Value) int { return rows[a.Instance.ID] - rows[b.Instance.ID] })
	return report.ListOf(kept...)
}

// checkFormat finds options that do not go with the format.
func (p *pmval) checkFormat() (errs []error) {
	errs = append(errs, p.checkFleet(), p.style.Check(p.format), p.pick.Check(p.style.ByInstance))
	switch {
	case p.style.ByInstance && p.fleet.Asked() && p.pick.Orders():
		errs = append(errs, errors.New("--by=instance does not go with --top and --sort if there are several sources"))
	case p.watch.On() && p.fleet.Asked() && p.source.Kind == options.Archive:
		errs = append(errs, errors.New("--watch takes hosts or a single archive"))
	case p.format != report.Classic && p.filter != nil:
		errs = append(errs, errors.New("-x requires the classic format"))
	case p.summary && (!p.format.General() || p.format == report.CSV && p.style.Wide):
		errs = append(errs, errors.New("--summary requires json, jsonl, csv without --wide, or table"))
	case p.summary && (p.style.ByInstance || p.watch.On()):
		errs = append(errs, errors.New("--summary does not go with --by and --watch"))
	case p.format != report.Plot && p.ownScale:
		errs = append(errs, errors.New("--scale requires --plot"))
	}
	return errs
}

// exactColumns are the columns of CSV.
var exactColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.InstanceID, report.InstanceName, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// columns are the columns of CSV and tables.
func (q *request) columns() []report.Column {
	of, others := []report.Column{report.TheValue}, []report.Column(nil)
	if q.pick.Changes() {
		of = []report.Column{report.OldValue, report.TheValue}
	}
	if q.summary {
		of, others = report.SummaryColumns, report.WindowColumns
	}
	if !q.format.Exact() {
		return slices.Concat([]report.Column{report.Name, report.InstanceName}, of, []report.Column{report.Units, report.ErrorText})
	}
	var columns []report.Column
	for _, c := range exactColumns {
		switch {
		case c == report.TheValue:
			columns = append(append(columns, others...), of...)
		case c != report.Time || !q.summary:
			columns = append(columns, c)
		}
	}
	return columns
}

// summaryOption is --summary.
func (p *pmval) summaryOption() getopt.Option {
	return getopt.Option{Long: "summary", Exact: true, Value: getopt.Bool(&p.summary),
		Text: "report count, mean, percentiles, minimum and maximum of all samples at the end"}
}

// plotOption is --plot.
func (p *pmval) plotOption() getopt.Option {
	return getopt.Option{Long: "plot", Exact: true, Value: getopt.Func(func(string) error { p.format = report.Plot; return nil }),
		Text: "draw values as lines of marks"}
}

// redraws reports whether each sample is drawn in the place of the last.
func (p *pmval) redraws(env *tool.Env) bool {
	inPlace := p.format.Repeated() == report.Dated || p.format == report.Wide && p.style.ByInstance
	return p.watch.On() && inPlace && env.Moves()
}

// follows reports whether a live source is sampled until an interrupt, and asked again
// when it was lost.
func (p *pmval) follows() bool {
	return p.watch.On() && p.source.Samples == nil && p.source.Kind != options.Archive
}

// scaleOption is --scale.
func (p *pmval) scaleOption() getopt.Option {
	return getopt.Option{Long: "scale", Arg: "SCALE", Exact: true, Complete: getopt.OneOf("own", "shared"),
		Text: "draw each line of --plot on its own scale; shared is one for each metric",
		Value: getopt.Func(func(text string) error {
			if p.ownScale = text == "own"; !p.ownScale && text != "shared" {
				return errors.New("--scale requires own or shared")
			}
			return nil
		})}
}

// encoder is what writes the records.
func (p *pmval) encoder(env *tool.Env, zone *time.Location) report.Encoder {
	if p.member != nil {
		p.member.SetZone(zone)
		if p.summary {
			p.member.summary = p.newSummary(p.member)
			return p.member.summary
		}
		return p.member
	}
	if p.summary {
		s := p.newSummary(report.For(env, p.format, p.style, p.columns(), zone))
		s.Warn = func(text string) { fmt.Fprintf(env.Stderr, "%s: %s\n", env.Name, text) }
		return s
	}
	if p.redraws(env) {
		return p.redrawn(env)(report.Options{Style: p.style, Columns: p.columns(), Zone: zone})
	}
	if p.format != report.Plot {
		return report.ForSamples(env, p.format, p.style, p.columns(), zone)
	}
	return p.plot(env)(report.OptionsFor(env, p.format, p.style, nil, zone))
}

// newSummary is a summary for an encoder, which it is also written to.
func (q *request) newSummary(next report.Encoder) *summary.Summary {
	s := summary.New(next)
	s.Order = q.pick.Ordered
	return s
}

// redrawn makes the encoder of --watch on a terminal.
func (p *pmval) redrawn(env *tool.Env) func(report.Options) report.Encoder {
	return func(o report.Options) report.Encoder {
		if o.Style.Fields != nil {
			o.Style.Fields = o.Columns
		}
		return &watch.Samples{Env: env, Style: o.Style, Columns: o.Columns, Zone: o.Zone, Every: p.interval().Duration}
	}
}

// drawn makes the encoder that draws samples of several sources, nil if none does.
func (p *pmval) drawn(env *tool.Env) func(report.Options) report.Encoder {
	switch {
	case p.format == report.Plot:
		return p.plot(env)
	case p.redraws(env):
		return p.redrawn(env)
	}
	return nil
}

// plot makes the encoder of --plot.
func (p *pmval) plot(env *tool.Env) func(report.Options) report.Encoder {
	paced := p.source.Kind != options.Archive || p.delay || p.source.Follow
	return func(o report.Options) report.Encoder {
		return plot.New(plot.Options{Out: o.Out, Zone: o.Zone, Size: env.Size, Live: paced && env.Moves(), Recent: paced,
			Blocks: o.Blocks, Colour: o.Bold, Wide: p.style.Wide, Own: p.ownScale, People: o.People, Single: func() {
				p.strict.None()
				env.Explain(&p.strict, "a single sample shows no change; -s and -t say how many there are")
			}})
	}
}
