package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/metricset"
	"pcptools/cmd/internal/rate"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/getopt"
)

// A column is how a named report shows a metric, or the metrics of a branch.
type column struct {
	*metricset.Metric
	shown report.Shown
	unit  *libpcp.Units
}

// reports are the named reports among the operands.
type reports struct {
	columns map[string]*column // by the names of metrics and branches
	formula []*column          // of derived metrics
	ignored []string           // settings without effect, in words
	rows    bool               // instances are rows in one of them
}

// reportsOption is --reports.
func (p *pmval) reportsOption() getopt.Option {
	return getopt.Option{Long: "reports", Arg: "FILE", Exact: true, Complete: getopt.Completion{Kind: getopt.Files},
		Text: "look for named reports in this file or directory first",
		Value: getopt.Func(func(file string) error {
			p.library = append(p.library, file)
			_, err := os.Stat(file)
			return err
		})}
}

// places is where named reports are.
func (p *pmval) places() metricset.Library {
	return append(p.library, metricset.Standard(p.source.Setting("HOME"), p.source.Setting("PCP_SYSCONF_DIR"))...)
}

// addReport adds the metrics of the operand :NAME.
func (p *pmval) addReport(name string) error {
	set, err := p.report(name)
	if err != nil {
		return err
	}
	if p.reports.columns == nil {
		p.reports.columns = make(map[string]*column)
	}
	p.Pick.Key = cmp.Or(p.Pick.Key, set.Sort)
	p.reports.rows = p.reports.rows || set.Rows != ""
	if len(set.Ignored) > 0 {
		p.reports.ignored = append(p.reports.ignored, fmt.Sprintf(":%s: without effect here: %s", name, strings.Join(set.Ignored, ", ")))
	}
	for _, m := range set.Metrics {
		if err := p.addColumn(set, m); err != nil {
			return fmt.Errorf(":%s: %w", name, err)
		}
	}
	return nil
}

// report finds a report by its name; the error names others.
func (p *pmval) report(name string) (*metricset.Set, error) {
	set, err := p.places().Find(name)
	if errors.As(err, new(metricset.UnknownError)) {
		names := hint.Nearest(name, p.places().Names())
		err = fmt.Errorf("%w, but %s", err, strings.Join(names[:min(len(names), 8)], ", "))
	}
	return set, err
}

func (p *pmval) addColumn(set *metricset.Set, m *metricset.Metric) error {
	spec, err := libpcp.ParseMetricSpec(m.Name)
	if err != nil {
		return err
	}
	spec.Instances = m.Instances
	if len(p.metrics) > 0 {
		spec.Kind, spec.Source = p.metrics[0].Kind, p.metrics[0].Source
	}
	c := &column{Metric: m, shown: report.Shown{Label: m.Label, Rows: set.Rows, Width: m.Width, Precision: &m.Precision, Unitless: !set.Units, Heading: m.Heading}}
	if c.shown.People = m.Unit == "auto"; m.Unit != "" && !c.shown.People {
		u, factor, err := libpcp.ParseUnits(m.Unit)
		if err != nil || factor != 1 { // a time in a second has no dimension
			u, factor, err = libpcp.ParseUnits(strings.TrimSuffix(m.Unit, "/s"))
		}
		if err != nil || factor != 1 {
			return fmt.Errorf("%s: %q are no units", m.Name, m.Unit)
		}
		c.unit = &u
	}
	if m.Formula != "" {
		p.reports.formula = append(p.reports.formula, c)
	}
	if p.reports.columns[m.Name] == nil { // in two reports it looks as in the first
		p.metrics = append(p.metrics, spec)
		p.reports.columns[m.Name] = c
	}
	return nil
}

// column is how a metric is shown: as the reports say of it, or of the branch that
// it is in; nil if they say nothing.
func (r *reports) column(name string) *column {
	for r.columns != nil {
		if c := r.columns[name]; c != nil {
			return c
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			break
		}
		name = name[:dot]
	}
	return nil
}

// show has a metric look as a report says.
func (c *column) show(m *report.Metric) {
	if c == nil || m.Desc == nil {
		return
	}
	chosen := m.Kept // by the user
	if m.Shown, m.Kept = &c.shown, true; c.unit == nil || chosen {
		return
	}
	if m.Rate {
		counter := *m.Desc
		counter.Units = *c.unit
		if rates, _ := rate.Of(counter); report.Convertible(m.Desc, rates.Units) {
			scale := 0.0
			if rates.Units.Dimensionless() {
				scale = rate.Span(*c.unit, time.Time{}, time.Time{}.Add(time.Second))
			}
			m.Convert(rates.Units, scale)
			return
		}
	}
	if report.Convertible(m.Desc, *c.unit) {
		m.Convert(*c.unit, 0)
	}
}

// define defines the derived metrics of named reports, and returns the names that
// it cannot define. It warns of settings without effect.
func (r *records) define(ctx context.Context) (undefined []string) {
	if r.session.Alone() {
		for _, line := range r.p.reports.ignored {
			r.session.Env.Say(line)
		}
	}
	defined := make(map[string]string)
	for _, c := range r.p.reports.formula {
		if slices.Contains(undefined, c.Name) || defined[c.Name] == c.Formula {
			continue
		}
		defined[c.Name] = c.Formula
		if err := derive.Add(ctx, r.session.C.Source(), c.Name, c.Formula); err != nil {
			r.problem(c.Name, "pmAddDerived", errors.Unwrap(err))
			undefined = append(undefined, c.Name)
		}
	}
	return undefined
}

// isReport reports whether an operand names a report.
func (p *pmval) isReport(operand string) bool {
	return strings.HasPrefix(operand, ":") && slices.Contains(p.reportNames(), operand)
}

// reportNames are the operands that name reports, for completion.
func (p *pmval) reportNames() []string {
	names := p.places().Names()
	for i := range names {
		names[i] = ":" + names[i]
	}
	return names
}

// Advice implements [tool.Adviser]: the classic format has one metric, and what looks
// like a named report to a user is no metric.
func (p *pmval) Advice() string {
	switch {
	case p.tooMany:
		return "Several metrics are for other formats: --format=wide shows them in columns, --format=table in rows."
	case p.request != nil && p.noReport != nil:
		return "Or a named report? " + p.noReport.Error()
	}
	return ""
}
