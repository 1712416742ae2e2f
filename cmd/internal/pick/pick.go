// Package pick selects values of a metric that meet a condition, orders them,
// and limits their number.
package pick

import (
	"errors"
	"slices"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// A Pick is the options that select and order values. The zero Pick
// leaves them as they are.
type Pick struct {
	Top int // how many at most, 0 for all

	// Key is the order of rows of instances that the report has of its own, as --sort has
	// it, which counts more.
	Key string

	// Drawn is set if rows are ordered, and their number is limited, where they are drawn.
	Drawn bool

	// Summary is set if values are chosen from samples, whose summary is ordered and
	// limited in the end.
	Summary bool
	// Compared is set if the summary is compared with another: the greatest change is first.
	Compared bool

	where   condition // nil for all
	changes bool      // where is about changes
	percent bool      // where has numbers in percent
	valued  bool      // where depends on more than the instance
	order   order

	statistics bool // summaries can be ordered
}

// TopOption is --top; text is its help, which names what it limits.
func (p *Pick) TopOption(text string) getopt.Option {
	return getopt.Option{Long: "top", Arg: "N", Exact: true, Text: text,
		Value: getopt.Int(&p.Top, 1, "--top requires a number above 0")}
}

// Summarized are --sort and --where of a tool with summaries, and with rows of
// instances, which it can order by their columns.
func (p *Pick) Summarized() []getopt.Option {
	p.statistics = true
	return p.Options()
}

// sortWords are the arguments of --sort.
func (p *Pick) sortWords() (words []string) {
	for _, name := range p.fields() {
		words = append(words, name, "-"+name)
	}
	return words
}

// fields name what values can be ordered by.
func (p *Pick) fields() []string {
	if p.statistics {
		return fieldNames[:]
	}
	return fieldNames[:count]
}

// Options are --sort and --where.
func (p *Pick) Options() []getopt.Option {
	return []getopt.Option{
		{Long: "sort", Arg: "FIELD", Exact: true, Value: getopt.Func(p.sortBy),
			Text:     "order values by value, instance or id; backwards with - in front",
			Complete: getopt.OneOf(p.sortWords()...)},
		{Long: "where", Arg: "CONDITION", Exact: true, Value: getopt.Func(p.limit),
			Text:     "report values for which a condition holds, such as 'value > 5' or changed",
			Complete: getopt.OneOf("changed")},
	}
}

// Selective reports whether values are chosen or ordered by more than Top.
func (p *Pick) Selective() bool { return p.where != nil || p.order.set }

// Orders reports whether values are ordered, or their number is limited.
func (p *Pick) Orders() bool { return p.effective().set }

// On reports whether values are chosen or ordered at all.
func (p *Pick) On() bool { return p.where != nil || p.Orders() }

func (p *Pick) sortBy(text string) error {
	name, backwards := strings.CutPrefix(text, "-")
	name, forwards := strings.CutPrefix(name, "+")
	f := field(slices.Index(p.fields(), name))
	p.order = order{set: true, by: max(f, value), backwards: backwards, greatest: (f < 0 || f >= count) && !backwards && !forwards}
	switch {
	case f >= 0:
		return nil
	case !p.statistics:
		return errors.New("--sort requires value, instance or id, not " + text)
	}
	p.order.metric = name
	return nil
}

// ByMetric is the metric by whose values rows are ordered, as its name, the end of that,
// or heading; "" for the first.
func (p *Pick) ByMetric() string { return p.effective().metric }

// Asked is the metric that --sort names, "" for none.
func (p *Pick) Asked() string { return p.order.metric }

// Check rejects orders by columns of summaries, or by metrics, in reports that lack
// either.
func (p *Pick) Check(rows bool) error {
	switch {
	case p.order.metric != "" && !rows:
		return errors.New("--sort requires value, instance or id, with --summary also " + strings.Join(fieldNames[count:change], ", ") +
			", with --by=instance also a metric, not " + p.order.metric)
	case p.order.by == change && !p.Compared:
		return errors.New("--sort=change requires --compare")
	case p.order.by >= count && !p.Summary:
		return errors.New("--sort=" + fieldNames[p.order.by] + " requires --summary")
	}
	return nil
}

// SortsBy reports whether rows of instances are ordered by the values of m.
func (p *Pick) SortsBy(m *report.Metric) bool {
	name := p.ByMetric()
	return name != "" && (strings.HasSuffix("."+m.Name, "."+name) || m.Shown != nil && (name == m.Shown.Label || !m.Shown.Heading && name == plain(m.Shown.Label)))
}

// plain is the heading of a column as people type it: cpu for %CPU, and write for write/s.
func plain(label string) string {
	return strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(label), "/s"), "%")
}

func (p *Pick) limit(text string) error {
	where, parsed, err := parse(text)
	if err != nil {
		return errors.New("--where: " + err.Error())
	}
	p.where, p.changes, p.percent, p.valued = where, parsed.changes, parsed.percent, parsed.valued
	return nil
}

// Limits reports whether only values that meet a condition are reported.
func (p *Pick) Limits() bool { return p.where != nil }

// Percent reports whether values are compared with numbers in percent, which only
// fractions of time are.
func (p *Pick) Percent() bool { return p.percent }

// Head removes the instances of a metric without content that no value will be of.
func (p *Pick) Head(m *report.Metric) {
	if p.where != nil && !p.valued {
		m.Values = m.Values.Filter(func(v *report.Value) bool { return p.where(v) })
	}
}

// Apply removes the values of a metric that were not selected. It returns false
// if no value meets the condition and the metric has no error: then the metric
// is not reported. It reports to strict how many values meet it.
func (p *Pick) Apply(m *report.Metric, strict *tool.Strict) bool {
	if p.where != nil {
		known, met := 0, 0
		if m.Values != nil {
			known = m.Values.Len
			m.Values = m.Values.Filter(func(v *report.Value) bool { return p.where(v) })
			met = m.Values.Len
		}
		strict.Sought(met, known)
	}
	if m.Values != nil && p.On() {
		if !p.Summary && !p.Drawn {
			m.Values = p.Ordered(m.Values)
		}
		if m.Count != nil {
			m.Count = &m.Values.Len
		}
	}
	return p.where == nil || m.Err != nil || m.Values != nil && m.Values.Len > 0
}

// Ordered are the first values, in their order.
func (p *Pick) Ordered(values *report.List[report.Value]) *report.List[report.Value] {
	if o := p.effective(); o.set {
		return report.ListOf(p.first(values, o)...)
	}
	return values
}

// effective is the order of values: without --sort the report's own, or, with --top
// alone, the greatest first.
func (p *Pick) effective() order {
	switch name, backwards := strings.CutPrefix(p.Key, "-"); {
	case p.order.set:
	case p.Compared:
		return order{set: true, by: change, backwards: true}
	case p.Key != "":
		return order{set: true, by: value, backwards: backwards, metric: name}
	case p.Top > 0:
		return descending
	}
	return p.order
}

// descending is the order in which the greatest value is first.
var descending = order{set: true, by: value, backwards: true}

// Ranking is the order of rows, or of the values of several sources together, nil if they
// have none. Values of each source are first limited by Apply.
func (p *Pick) Ranking() *report.Ranking {
	o := p.effective()
	if !o.set {
		return nil
	}
	r := o.ranking()
	r.Together = p.Compared
	if r.Top = p.Top; o.metric != "" {
		r.By = p.SortsBy
	}
	return r
}

// Idle is an order of rows that has no effect until it is shifted.
func Idle() *report.Ranking {
	r := descending.ranking()
	r.Idle = true
	return r
}

// ranking is the order for rows.
func (o order) ranking() *report.Ranking {
	return &report.Ranking{Key: o.by.of, Compare: o.compareFields}
}

// first are the first values in an order. No more than some multiple of them
// are kept on the way.
func (p *Pick) first(values *report.List[report.Value], o order) []report.Value {
	var kept []report.Value
	cut := func() {
		slices.SortStableFunc(kept, o.compare)
		if p.Top > 0 && len(kept) > p.Top {
			kept = slices.Delete(kept, p.Top, len(kept))
		}
	}
	for v := range values.All {
		kept = append(kept, v.Copy())
		if p.Top > 0 && len(kept) >= 2*p.Top+64 {
			cut()
		}
	}
	cut()
	return kept
}

// Rows are metrics with the values that are wanted, in their order, where instances
// are rows: one metric of an instance domain decides about the instances of all.
func (p *Pick) Rows(metrics []report.Metric, strict *tool.Strict) []report.Metric {
	if p.Drawn && p.where == nil {
		return metrics
	}
	deciding := make(map[libpcp.InDom]*report.Metric)
	for i := range metrics {
		m := &metrics[i]
		if hasRows(m) && (deciding[m.Desc.InDom] == nil || p.SortsBy(m)) {
			deciding[m.Desc.InDom] = m
		}
	}
	rows := make(map[libpcp.InDom]map[int32]int)
	for domain, m := range deciding {
		one, of := *m, make(map[int32]int)
		p.Apply(&one, strict)
		for v := range one.Values.All {
			of[v.Instance.ID] = len(of)
		}
		rows[domain] = of
	}
	for i := range metrics {
		if m := &metrics[i]; hasRows(m) {
			m.Values = inOrder(m.Values, rows[m.Desc.InDom])
		}
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
