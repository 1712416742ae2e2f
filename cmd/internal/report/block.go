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
	index   map[Place]int // of rows
	sources bool          // rows are sources, whose columns have whole names
}

type blockColumn struct {
	metric   *Metric
	instance string // of which the column is, where sources are rows
	title    string
	units    string
	least    int  // width
	text     bool // it has texts
	ranks    bool // rows are in the order of its values
}

type blockRow struct {
	host  string
	name  string
	cells []cell
	keys  []any  // of a ranking
	note  string // in place of cells
}

// add adds a metric as a column, or to the column of the same metric of another
// source. Where sources are rows each instance has a column.
func (k *block) add(o *Options, m *Metric, numbers *figures.Numbers, sources bool) {
	p := printer{zone: o.Zone, texts: o.Texts, style: o.Style, exact: o.Format == CSV}
	var form *figures.Form
	if numbers != nil {
		suited := o.Style.form(numbers)
		form = &suited
	}
	at := -1
	if !sources {
		at = k.column(o, m, "", form, false)
	}
	if m.Values.len() == 0 && k.domain == libpcp.NullInDom {
		k.row(m.Host, nil)
	}
	for r := range rowsOf(m) {
		if r.value == nil {
			continue
		}
		instance := r.value.Instance
		if sources {
			name := ""
			if instance != nil {
				name = instance.Name
			}
			at, instance = k.column(o, m, name, form, true), nil
		}
		text := "!"
		switch {
		case p.exact:
			text = p.value(r.value)
		case r.failure == nil:
			text = p.formed(form, m, r.value)
		}
		row := k.row(m.Host, instance)
		for len(row.cells) <= at {
			row.cells, row.keys = append(row.cells, cell{}), append(row.keys, nil)
		}
		if o.Ranking != nil {
			row.keys[at] = o.Ranking.Key(r.value)
		}
		row.cells[at] = o.cellOf(r, text)
	}
}

// column is the number of the column for a metric, or for an instance of it.
func (k *block) column(o *Options, m *Metric, instance string, form *figures.Form, sources bool) int {
	at := slices.IndexFunc(k.columns, func(c blockColumn) bool {
		return c.metric.Name == m.Name && c.instance == instance && (sources || c.metric.Host != m.Host)
	})
	if at >= 0 {
		return at
	}
	c := blockColumn{metric: m, instance: instance}
	if m.Desc != nil {
		c.units, c.text = UnitsText(m.Desc.Units, m.Share()), !m.Desc.Type.Numeric()
	}
	if form != nil {
		c.units = UnitsText(form.Units, m.Share())
	}
	c.ranks = o.Ranking != nil && o.Ranking.By != nil && o.Ranking.By(m)
	k.columns = append(k.columns, c)
	return len(k.columns) - 1
}

// rank puts the rows in the order of one of the columns, the first unless the ranking
// names one, and limits their number. A row of metrics without instances stays, unless it is
// one of several by which the ranking is.
func (k *block) rank(order *Ranking) {
	at := slices.IndexFunc(k.columns, func(c blockColumn) bool { return c.ranks })
	shift := int(order.Shift.Load())
	if len(k.columns) == 0 || k.domain == libpcp.NullInDom && at < 0 && order.By != nil || order.Idle && shift == 0 {
		return
	}
	n := len(k.columns)
	at = ((max(at, 0)+shift)%n + n) % n
	for i := range k.columns {
		k.columns[i].ranks = i == at
	}
	key := func(row *blockRow) any {
		if at < len(row.keys) {
			return row.keys[at]
		}
		return nil
	}
	slices.SortStableFunc(k.rows, func(a, b blockRow) int { return order.Compare(key(&a), key(&b)) })
	if order.Top > 0 {
		k.rows = k.rows[:min(len(k.rows), order.Top)]
	}
}

// cellOf is the cell of a value: in reverse video, or with a star, if it has changed.
func (o *Options) cellOf(r *row, text string) cell {
	c := cell{text: shortened(text, maxCell)}
	switch changed := o.Past.changed(r, text); {
	case changed && o.Bold:
		c.code = "7"
	case changed:
		c.mark = "*"
	}
	return c
}

// row is the row of an instance of a source.
func (k *block) row(host string, i *Instance) *blockRow {
	key, name := PlaceOf(host, "", i), ""
	if i != nil {
		name = i.Name
	}
	at, known := k.index[key]
	if !known {
		at = len(k.rows)
		k.index[key] = at
		k.rows = append(k.rows, blockRow{host: format.Printable(shortened(host, maxCell)), name: format.Printable(shortened(name, maxCell))})
	}
	return &k.rows[at]
}

// entitle chooses the headings of columns, and returns the heading of the
// instances: the branch that all names are in.
func (k *block) entitle() string {
	branch := ""
	columns := make(map[string]int) // of a metric
	for i, c := range k.columns {
		columns[c.metric.Name]++
		parent := c.metric.Name[:strings.LastIndexByte(c.metric.Name, '.')+1]
		if i == 0 && !k.sources {
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
			if c.least = shown.Width; shown.Label != "" {
				c.title = shown.Label
			}
			if shown.Unitless {
				c.units = ""
			}
		}
		if c.instance != "" && (shown == nil || shown.Label == "" || columns[c.metric.Name] > 1) {
			c.title += "[" + c.instance + "]"
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
func (k *block) withHosts(o *Options, heading string) string {
	hosts, width := make([]string, len(k.rows)), 0
	for i := range k.rows {
		hosts[i] = k.rows[i].host
		width = max(width, runewidth.StringWidth(hosts[i]))
	}
	if width == 0 {
		return heading
	}
	width = 0
	for _, host := range hosts {
		width = max(width, o.hostWidth(host, 0))
	}
	before := func(host, name string) string {
		return strings.TrimRight(runewidth.FillRight(host, width)+"  "+name, " ")
	}
	ends := SameWhenCut(hosts, width)
	for i := range k.rows {
		k.rows[i].name = before(cutName(hosts[i], width, ends), k.rows[i].name)
	}
	return before("Host", heading)
}

// grid is the block as it is drawn: a column of instances, and one for each metric.
func (k *block) grid(o *Options) *grid {
	g := new(grid)
	if o.Past != nil && !o.Bold {
		g.blank = " "
	}
	title := k.withHosts(o, k.entitle())
	first := gridColumn{title: title, left: true, floor: max(leastInstance, runewidth.StringWidth(title))}
	if !o.narrow() && !o.Style.Wide {
		first.most = mostInstance
	}
	g.columns = append(g.columns, first)
	for _, c := range k.columns {
		column := gridColumn{title: c.title, units: c.units, least: c.least, left: c.text, empty: "-", chosen: c.ranks && o.Height > 0}
		if c.text {
			column.most = mostText
		}
		g.columns = append(g.columns, column)
	}
	for _, row := range k.rows {
		if row.note != "" {
			row.cells = []cell{{text: row.note, rest: true}}
		}
		g.rows = append(g.rows, append([]cell{{text: row.name}}, row.cells...))
	}
	return g
}

// Limits of the columns of blocks.
const (
	leastInstance = 12
	mostInstance  = 64 // in a pipe
	mostText      = 24 // of a column of texts
)
