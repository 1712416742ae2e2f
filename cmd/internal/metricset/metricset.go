// Package metricset reads named reports, the metricsets of pmrep.conf(5): which
// metrics a report has, and how their columns look. A few are built in.
package metricset

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Set is a named report.
type Set struct {
	Name    string
	Rows    string // above the instances, if they are rows; "" if samples are
	Units   bool   // headings have units
	Sort    string // the metric whose values rows are in the order of, as --sort has it; "" for none
	Metrics []*Metric
	Ignored []string // settings without effect here that change what pmrep reports
}

// A Metric is a column of a report, or one for each instance.
type Metric struct {
	Name      string
	Formula   string   // of a derived metric, "" for others
	Label     string   // "" for the name
	Instances []string // patterns, nil for all
	Unit      string   // "" for the metric's
	Raw       bool     // a counter is reported as it is
	Heading   bool     // it is in the line above the rows
	Width     int
	Precision int
}

// reader makes a set of a section.
type reader struct {
	set       *Set
	handles   map[string]*Metric // by their keys
	width     int
	precision int
	raw       bool
	instances []string
	heading   []string // keys of metrics
}

// read reads a section, after the settings of [options], which are defaults.
func read(file string, options, s *section) (*Set, error) {
	if s.err != nil {
		return nil, s.err
	}
	r := reader{set: &Set{Name: s.name, Units: true}, handles: make(map[string]*Metric), precision: 3}
	for _, from := range []*section{options, s} {
		if from == nil {
			continue
		}
		for _, line := range from.settings {
			if err := r.setting(line, from == s); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line.line, err)
			}
		}
	}
	for _, key := range r.heading {
		if r.handles[key] == nil {
			return nil, fmt.Errorf("%s: [%s] has no metric %.40q", file, s.name, key)
		}
		r.handles[key].Heading = true
	}
	for _, m := range r.set.Metrics {
		m.Raw = m.Raw || r.raw
		m.Width = cmp.Or(m.Width, r.width)
		if m.Precision < 0 {
			m.Precision = r.precision
		}
		if m.Instances == nil {
			m.Instances = r.instances
		}
	}
	if len(r.set.Metrics) == 0 {
		return nil, fmt.Errorf("%s: [%s] has no metrics", file, s.name)
	}
	return r.set, nil
}

// layoutOnly are settings about the layout of pmrep, its output and when it
// samples, which options determine here.
var layoutOnly = []string{"version", "source", "output", "header", "instinfo", "globals", "timestamp", "samples", "interval", "delay",
	"delimiter", "extcsv", "extheader", "fixed_header", "repeat_header", "dynamic_header", "separate_header", "timefmt",
	"include_labels", "include_texts", "ignore_incompat", "ignore_unknown", "names_change", "daemonize", "interpol"}

// without are settings that have no effect here.
var without = []string{"speclocal", "derived", "live_filter", "rank", "overall_rank", "overall_rank_alt", "limit_filter",
	"limit_filter_force", "invert_filter", "predicate", "omit_flat", "count_scale", "count_scale_force",
	"space_scale", "space_scale_force", "time_scale", "time_scale_force"}

// setting reads a setting, which is a metric only if metrics are allowed.
func (r *reader) setting(s setting, metrics bool) (err error) {
	switch s.key {
	case "colxrow":
		r.set.Rows = strings.TrimSpace(strings.Trim(s.value, `"`))
		return nil
	case "sort_metric":
		ascending := false
		if r.set.Sort, ascending = strings.CutPrefix(s.value, "-"); !ascending && s.value != "" {
			r.set.Sort = "-" + s.value
		}
		return nil
	case "heading": // which pmrep(1) lacks
		r.heading = strings.Fields(s.value)
		return nil
	case "unitinfo":
		r.set.Units, err = boolean(s.value)
		return err
	case "width", "width_force":
		r.width, err = number(s.value)
		return err
	case "precision", "precision_force":
		r.precision, err = number(s.value)
		return err
	case "type", "type_prefer":
		r.raw = s.value == "raw"
		return nil
	case "instances":
		r.instances, err = patterns(s.value)
		return err
	}
	switch {
	case slices.Contains(layoutOnly, s.key):
		return nil
	case slices.Contains(without, s.key):
		r.set.Ignored = append(r.set.Ignored, s.key)
		return nil
	case !metrics:
		return fmt.Errorf("there is no option %.40q", s.key)
	}
	return r.metric(s)
}

// metric reads a setting that declares a metric, or adds a property of one: its key is
// the name of the metric, with a dot, or a handle, or a handle with a specifier.
func (r *reader) metric(s setting) error {
	if handle, specifier, dotted := strings.Cut(s.key, "."); dotted {
		m := r.handles[handle]
		if m == nil && specifier == "formula" {
			return fmt.Errorf("nothing above declares %.40q", handle)
		}
		if m != nil && slices.Contains(specifiers, specifier) {
			return m.set(specifier, s.value, &r.set.Ignored)
		}
		return r.declare(s.key, s.key, s.value)
	}
	if strings.Contains(s.value, ",") {
		return r.declare(s.key, s.key, s.value)
	}
	return r.declare(s.key, s.value, "")
}

// declare adds a metric, or replaces one of the same key.
func (r *reader) declare(key, name, compact string) error {
	m := &Metric{Name: name, Precision: -1}
	if !valid(name) {
		return fmt.Errorf("%.40q is no name of a metric", name)
	}
	for i, value := range strings.SplitN(compact, ",", len(specifiers)) {
		if value = strings.TrimSpace(strings.TrimRight(value, ",")); value == "" {
			continue
		}
		if err := m.set(specifiers[i], value, &r.set.Ignored); err != nil {
			return err
		}
	}
	if old := r.handles[key]; old != nil {
		*old = *m
		return nil
	}
	r.handles[key] = m
	r.set.Metrics = append(r.set.Metrics, m)
	return nil
}

// specifiers are the settings of a metric; the compact form has all but formula,
// in this order.
var specifiers = []string{"label", "instances", "unit", "type", "width", "precision", "limit", "formula"}

func (m *Metric) set(specifier, value string, ignored *[]string) (err error) {
	switch specifier {
	case "label":
		m.Label = value
	case "instances":
		m.Instances, err = patterns(value)
	case "unit":
		m.Unit = value
	case "type":
		m.Raw = value == "raw"
	case "width":
		m.Width, err = number(value)
	case "precision":
		m.Precision, err = number(value)
	case "limit":
		*ignored = append(*ignored, "limit of "+m.Name)
	case "formula":
		m.Formula = value
	}
	return err
}

// valid reports whether a name can be the name of a metric or of a branch.
func valid(name string) bool {
	bad := func(r rune) bool {
		return r != '.' && r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	}
	return name != "" && len(name) <= 1024 && strings.IndexFunc(name, bad) < 0
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1000 {
		return 0, fmt.Errorf("%.40q is no number from 0 to 1000", text)
	}
	return n, nil
}

func boolean(text string) (bool, error) {
	switch strings.ToLower(text) {
	case "yes", "true", "on", "1":
		return true, nil
	case "no", "false", "off", "0":
		return false, nil
	}
	return false, fmt.Errorf("%.40q is neither yes nor no", text)
}

// patterns are the patterns that names of instances are matched with here, of
// instances as pmrep has them: names, and regular expressions as far as patterns
// have them.
func patterns(text string) ([]string, error) {
	var list []string
	for word := range strings.SplitSeq(text, "|") {
		word = strings.Trim(word, `()^$"' `)
		glob := strings.ReplaceAll(strings.ReplaceAll(word, ".*", "*"), ".", "?")
		if word == "" || strings.ContainsAny(strings.ReplaceAll(word, ".*", ""), `*+?[]{}()\`) {
			return nil, fmt.Errorf("instances %.40q are neither names nor simple patterns", text)
		}
		list = append(list, glob)
	}
	return list, nil
}
