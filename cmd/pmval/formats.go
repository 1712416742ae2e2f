package main

import (
	"errors"
	"slices"
	"strings"

	"pcptools/cmd/internal/plot"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
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
	if p.named && (p.Format == report.Table || p.Format == report.Wide && p.reports.rows) {
		p.Style.ByInstance = !p.Style.ByHost && !p.Summary && p.Style.Fields == nil
	}
	if p.Pick.Drawn = p.Style.ByInstance || p.Style.ByHost; !p.Pick.Drawn && (p.Summary || p.Format == report.Plot || p.Fleet.Asked()) {
		p.Pick.Key = "" // which is of rows
	}
	return nil
}

// checkMany finds options that do not go with many sources.
func (p *pmval) checkMany() error {
	controlled := p.source.GUIMode || p.source.GUIPort != nil
	many := p.Fleet.Asked() || p.source.Series != "" && p.On()
	switch {
	case many && controlled:
		return errors.New("time control takes a single source of metrics")
	case many && p.delay:
		return errors.New("-d takes a single source of metrics")
	}
	return p.Check()
}

// checkFormat finds options that do not go with the format.
func (p *pmval) checkFormat() (errs []error) {
	errs = append(errs, p.checkMany(), p.Style.Check(p.Format), p.Pick.Check(p.Pick.Drawn || p.named && !p.Fleet.Asked() && !p.Summary))
	switch {
	case p.Watch.On() && p.Fleet.Asked() && p.source.Kind == options.Archive:
		errs = append(errs, errors.New("--watch takes hosts or a single archive"))
	case p.Format != report.Classic && p.filter != nil:
		errs = append(errs, errors.New("-x requires the classic format"))
	case p.Summary && (!p.Format.General() || p.Format == report.CSV && p.Style.Wide):
		errs = append(errs, errors.New("--summary requires json, jsonl, csv without --wide, or table"))
	case p.Style.ByHost && p.Pick.Limits():
		errs = append(errs, errors.New("--by=host does not go with --where"))
	case p.earlier != "" && (p.source.Series != "" || p.controlled()):
		errs = append(errs, errors.New("--compare does not go with --series, -g and -p"))
	case p.Summary && (p.Pick.Drawn || p.Watch.On()):
		errs = append(errs, errors.New("--summary does not go with --by and --watch"))
	case p.library != nil && !p.named:
		errs = append(errs, errors.New("--reports goes with named reports, such as :name"))
	case p.Format != report.Plot && p.ownScale:
		errs = append(errs, errors.New("--scale requires --plot"))
	}
	return errs
}

// exactColumns are the columns of CSV.
var exactColumns = []report.Column{report.Time, report.Name, report.PMID, report.Type, report.Semantics, report.Units,
	report.Domain, report.InstanceID, report.InstanceName, report.TheValue,
	report.ErrorCode, report.ErrorSymbol, report.ErrorText}

// columns are the columns of CSV and tables.
func (p *pmval) columns() []report.Column {
	of, others := []report.Column{report.TheValue}, []report.Column(nil)
	if p.Pick.Changes() {
		of = []report.Column{report.OldValue, report.TheValue}
	}
	if p.Summary {
		of, others = report.SummaryColumns, report.WindowColumns
	}
	if p.earlier != "" {
		of = report.CompareColumns
	}
	if !p.Format.Exact() {
		return slices.Concat([]report.Column{report.Name, report.InstanceName}, of, []report.Column{report.Units, report.ErrorText})
	}
	var columns []report.Column
	for _, c := range exactColumns {
		switch {
		case c == report.TheValue:
			columns = append(append(columns, others...), of...)
		case c != report.Time || !p.Summary:
			columns = append(columns, c)
		}
	}
	return columns
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

// plot makes the encoder of --plot.
func (p *pmval) plot(env *tool.Env) func(report.Options) report.Encoder {
	paced := p.source.Kind != options.Archive || p.delay || p.source.Follow
	return func(o report.Options) report.Encoder {
		return plot.New(plot.Options{Options: o, Size: env.Size, Live: paced && env.Moves(), Recent: paced, Own: p.ownScale, Single: func() {
			p.Strict.None()
			env.Explain(&p.Strict, "a single sample shows no change; -s and -t say how many there are")
		}})
	}
}
