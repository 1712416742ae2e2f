package report

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A block is the metrics of an instance domain.
type block struct {
	domain  libpcp.InDom
	columns []blockColumn
	rows    []blockRow
	index   map[rowKey]int // of rows
}

type rowKey struct {
	host string
	inst int32
}

type blockColumn struct {
	metric *Metric
	title  string
	units  string
	width  int
	text   bool // it has texts
}

type blockRow struct {
	host    string
	name    string
	cells   []string
	changed []bool
}

// add adds a metric as a column, or to the column of the same metric of another
// source.
func (k *block) add(o *Options, p printer, m *Metric, numbers *figures.Numbers) {
	c := blockColumn{metric: m}
	text := func(r *row) string { return p.current(r) }
	if m.Desc != nil {
		c.units, c.text = UnitsText(m.Desc.Units, m.Share()), !m.Desc.Type.Numeric()
	}
	if numbers != nil {
		form := o.Style.form(numbers)
		c.units = UnitsText(form.Units, m.Share())
		text = func(r *row) string {
			for _, n := range r.measures() {
				if !n.integer || form.Converts() {
					return form.Text(n.value)
				}
			}
			return p.current(r)
		}
	}
	at := slices.IndexFunc(k.columns, func(c blockColumn) bool { return c.metric.Name == m.Name && c.metric.Host != m.Host })
	if at < 0 {
		at = len(k.columns)
		k.columns = append(k.columns, c)
	}
	if m.Values.len() == 0 && k.domain == libpcp.NullInDom {
		k.row(m.Host, nil)
	}
	for r := range rowsOf(m) {
		if r.value == nil {
			continue
		}
		cell := text(r)
		if r.failure != nil {
			cell = "!"
		}
		row := k.row(m.Host, r.value.Instance)
		row.cells, row.changed = grown(row.cells, at+1), grown(row.changed, at+1)
		row.cells[at] = format.Printable(shortened(cell, maxCell))
		row.changed[at] = o.Past.changed(r, cell)
	}
}

// count adds the values of a metric to the numbers in its column.
func (m *Metric) count(numbers map[string]*figures.Numbers) {
	all := numbers[m.Name]
	if all == nil {
		all = &figures.Numbers{Units: m.Desc.Units, Share: m.Share(), Kept: m.Kept}
		numbers[m.Name] = all
	}
	for r := range rowsOf(m) {
		for _, n := range r.measures() {
			all.Add(n.value, n.integer)
		}
	}
}

// form returns the form that suits numbers.
func (s *Style) form(all *figures.Numbers) figures.Form {
	form := all.Form()
	if d := s.Precision; d != nil && (all.Broad || form.Converts()) {
		return form.WithDecimals(*d)
	}
	return form
}

// row is the row of an instance of a source.
func (k *block) row(host string, i *Instance) *blockRow {
	key, name := rowKey{host, libpcp.NullInst}, ""
	if i != nil {
		key.inst, name = i.ID, i.Name
	}
	at, known := k.index[key]
	if !known {
		at = len(k.rows)
		k.index[key] = at
		k.rows = append(k.rows, blockRow{host: format.Printable(shortened(host, maxCell)), name: format.Printable(shortened(name, maxCell))})
	}
	return &k.rows[at]
}

// grown is a list of n elements, or more.
func grown[T any](list []T, n int) []T {
	for len(list) < n {
		list = append(list, *new(T))
	}
	return list
}

// entitle chooses the headings of columns, and returns the heading of the
// instances: the branch that all names are in.
func (k *block) entitle() string {
	branch := ""
	for i, c := range k.columns {
		parent := c.metric.Name[:strings.LastIndexByte(c.metric.Name, '.')+1]
		if i == 0 {
			branch = parent
		}
		for !strings.HasPrefix(c.metric.Name, branch) {
			branch = branch[:strings.LastIndexByte(strings.TrimSuffix(branch, "."), '.')+1]
		}
	}
	heading, labelled := "", k.domain == libpcp.NullInDom
	for i := range k.columns {
		c := &k.columns[i]
		shown := c.metric.Shown
		labelled = labelled && shown != nil && shown.Label != ""
		if c.title = strings.TrimPrefix(c.metric.Name, branch); shown != nil {
			heading = shown.Rows
			if c.width = shown.Width; shown.Label != "" {
				c.title = shown.Label
			}
			if shown.Unitless {
				c.units = ""
			}
		}
		c.title = format.Printable(c.title)
	}
	if labelled {
		return ""
	}
	if heading == "" {
		heading = strings.TrimSuffix(branch, ".")
	}
	return heading
}

// withHosts puts the names of several sources before the names of their instances,
// and Host before the heading.
func (k *block) withHosts(heading string) string {
	width := 0
	for i := range k.rows {
		width = max(width, min(runewidth.StringWidth(k.rows[i].host), mostHost))
	}
	if width == 0 {
		return heading
	}
	width = max(width, len("Host"))
	before := func(host, name string) string {
		return strings.TrimRight(runewidth.FillRight(cutTo(host, width), width)+"  "+name, " ")
	}
	for i := range k.rows {
		k.rows[i].name = before(k.rows[i].host, k.rows[i].name)
	}
	return before("Host", heading)
}
