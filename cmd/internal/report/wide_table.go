package report

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp/format"
)

// wideTable writes a line for each sample for people: headings above the
// columns, again where the screen would have lost them, and as many columns as
// fit on it.
type wideTable struct {
	wide
	groups  []columnGroup
	groupOf []int // each column
	more    int   // columns that are not among the heads
	host    int   // the width of the column of hosts, 0 for a single one
	rows    int   // since the headings
	date    string
	clock   clock

	// These are chosen when headings are written.
	grid  grid   // a column of times and hosts, and those that fit
	units string // of all groups
}

// A columnGroup is the columns of a metric.
type columnGroup struct {
	first, end int           // columns
	form       *figures.Form // nil if values stay as they are
	blank      bool          // it was chosen without numbers
	units      string
}

// Limits of the columns of a wide table.
const (
	mostWidth = 16
	mostName  = 24 // of a metric, above its columns
	headEvery = 20 // rows, on a terminal
)

func newWideTable(o Options) Encoder {
	return &wideTable{wide: wide{Options: o}, clock: clock{fine: o.Style.Fine}}
}

func (t *wideTable) Begin(Header) error { return nil }
func (t *wideTable) End() error         { return nil }

// Heads implements [Headed].
func (t *wideTable) Heads(heads []Head, more int) error {
	t.setHeads(heads)
	t.more = more
	for i := range heads {
		if i == 0 || heads[i].Metric != heads[i-1].Metric {
			t.groups = append(t.groups, columnGroup{first: i, units: heads[i].units()})
		}
		last := len(t.groups) - 1
		t.groups[last].end = i + 1
		t.groupOf = append(t.groupOf, last)
	}
	return nil
}

func (t *wideTable) Write(r Record) error {
	s, ok := r.(*Sample)
	if !ok {
		return nil
	}
	var out bytes.Buffer
	t.begin(&out, s)
	stamp := t.clock.text(s.Time, t.Zone)
	if s.Mark {
		out.WriteString(stamp + "  Archive logging suspended\n")
	} else {
		out.WriteString(t.row(stamp, "", t.texts(s)))
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

// row is a line of values.
func (t *wideTable) row(stamp, host string, texts []string) string {
	row := make([]cell, 1, len(t.grid.columns))
	row[0].text = t.left(stamp, host)
	for _, text := range texts[:t.shown()] {
		row = append(row, cell{text: cmp.Or(text, "-")})
	}
	return t.grid.line(row) + "\n"
}

// shown is how many columns of values fit.
func (t *wideTable) shown() int { return len(t.grid.columns) - 1 }

// left is what is at the left of a line.
func (t *wideTable) left(stamp, host string) string {
	stamp = runewidth.FillRight(stamp, t.stampWidth())
	if t.host > 0 {
		stamp += "  " + runewidth.FillRight(host, t.host)
	}
	return stamp
}

// begin writes what comes before the rows of a sample: the date and headings,
// where it is time.
func (t *wideTable) begin(out *bytes.Buffer, s *Sample) {
	date := In(s.Time, t.Zone).Format("Mon 2006-01-02") + t.Offset(s.Time)
	dated := date == t.date
	if t.date = date; !dated {
		t.rows = 0
	}
	if t.rows > 0 && t.outgrown(s) {
		t.rows = 0
	}
	if t.clock.repeats(s.Time) { // as all times are from now on, so that columns stay in line
		t.clock.fine, t.rows = true, 0
	}
	if t.rows == 0 {
		t.choose(s)
		if t.units != "" {
			out.WriteString(t.fitted(date + ", in " + t.units))
		} else if !dated {
			out.WriteString(t.fitted(date))
		}
		t.headings(out)
	}
	if t.rows++; t.Width > 0 && t.rows == headEvery {
		t.rows = 0
	}
}

// texts are the cells of a sample.
func (t *wideTable) texts(s *Sample) []string {
	p := printer{zone: t.Zone, texts: t.Texts, style: t.Style}
	return t.cells(s, func(at int, m *Metric, v *Value) string { return p.formed(t.groups[t.groupOf[at]].form, m, v) })
}

// outgrown reports whether a sample has numbers that do not fit their columns, or are
// the first in them, and need other units.
func (t *wideTable) outgrown(s *Sample) bool {
	if !t.People || s.Mark {
		return false
	}
	doubtful := make(map[int]bool) // groups
	for i, text := range t.texts(s)[:t.shown()] {
		if g := t.groupOf[i]; len(text) > t.grid.columns[1+i].width || text != "" && t.groups[g].blank {
			doubtful[g] = true
		}
	}
	if len(doubtful) == 0 {
		return false
	}
	before := slices.Clone(t.groups)
	t.chooseForms(s)
	chosen := t.groups
	t.groups = before
	for i := range doubtful {
		switch g := &chosen[i]; {
		case g.form == nil || *g.form == *before[i].form:
		case before[i].blank && g.units == before[i].units:
			before[i] = *g
		default:
			return true
		}
	}
	return false
}

// choose chooses units, and the widths of columns: for instances and units, and
// for the name of a metric above all of its columns.
func (t *wideTable) choose(s *Sample) {
	if t.People {
		t.chooseForms(s)
	}
	t.units = t.sharedUnits()
	left, texts := len(t.left("", "")), t.texts(s)
	t.grid.tight, t.grid.columns = false, append(t.grid.columns[:0], gridColumn{left: true, width: left, floor: left, needs: left})
	for i := range t.heads {
		t.grid.columns = append(t.grid.columns, gridColumn{width: min(runewidth.StringWidth(t.heads[i].instance()), t.most(mostWidth))})
	}
	for _, g := range t.groups {
		h, units := &t.heads[g.first], 0
		if t.units == "" {
			units = runewidth.StringWidth(g.units)
		}
		least := leastWidth
		if h.Shown != nil && h.Shown.Width > 0 {
			least = h.Shown.Width
		}
		if g.end == g.first+1 {
			least = max(least, units)
		}
		columns := t.grid.columns[1+g.first : 1+g.end]
		for i := range columns {
			columns[i].width = max(columns[i].width, least)
		}
		wanted := max(units, min(runewidth.StringWidth(h.label()), t.most(mostName)))
		columns[len(columns)-1].width += max(0, wanted-t.span(g.first, g.end))
		for i := range columns {
			c := &columns[i]
			if c.needs = c.width; h.Shown != nil && len(columns) == 1 {
				c.least, c.needs = h.Shown.Width, max(wanted, widest(texts[g.first]))
			}
		}
	}
	if t.narrow() {
		t.grid.fill(t.Width)
		t.grid.columns[0].width = left // even so
	}
	t.keepUnitsWhole()
}

// span is the width of columns beside each other.
func (t *wideTable) span(first, end int) int {
	width := -t.grid.gap()
	for _, c := range t.grid.columns[1+first : 1+end] {
		width += t.grid.gap() + c.width
	}
	return width
}

// keepUnitsWhole leaves out the columns of a metric, but not of the first, if there
// is only room for some of them and not for its units.
func (t *wideTable) keepUnitsWhole() {
	for _, g := range t.groups {
		if g.first > 0 && g.first < t.shown() && t.shown() < g.end && t.units == "" && t.span(g.first, t.shown()) < runewidth.StringWidth(g.units) {
			t.grid.columns = t.grid.columns[:1+g.first]
		}
	}
}

// chooseForms chooses units and decimals that suit the values of a sample.
func (t *wideTable) chooseForms(s *Sample) {
	all := make(map[string]*figures.Numbers)
	for _, g := range t.groups {
		h := &t.heads[g.first]
		all[h.Metric] = &figures.Numbers{Units: h.Units, Share: h.Share, Kept: h.Kept}
	}
	for m := range s.Metrics.each {
		m.count(all)
	}
	for i := range t.groups {
		g, h := &t.groups[i], &t.heads[t.groups[i].first]
		if h.Shown != nil {
			continue
		}
		n := all[h.Metric]
		form := t.Style.form(n)
		if n.Broad && n.Most == 0 && t.Style.Precision == nil { // more will come
			form = form.WithDecimals(2)
		}
		g.form, g.blank, g.units = &form, !n.Broad && n.Most == 0, UnitsText(form.Units, n.Share)
	}
}

// sharedUnits are the units of several metrics, if they have the same.
func (t *wideTable) sharedUnits() string {
	for _, g := range t.groups {
		if g.units != t.groups[0].units {
			return ""
		}
	}
	if len(t.groups) < 2 {
		return ""
	}
	return t.groups[0].units
}

// most is a limit, unless text is to be whole.
func (t *wideTable) most(n int) int {
	if t.Style.Wide {
		return maxCell
	}
	return n
}

// headings writes the names of metrics above their columns, then units, then the
// names of instances; and how many columns it omits.
func (t *wideTable) headings(out *bytes.Buffer) {
	corner := ""
	if t.host > 0 {
		corner = "Host"
	}
	out.WriteString(heading(t.above(corner, func(g columnGroup) string { return t.heads[g.first].label() }), t.Bold) + "\n")
	if t.units == "" {
		if units := t.above("", func(g columnGroup) string { return g.units }); units != "" {
			out.WriteString(units + "\n")
		}
	}
	instances := make([]string, len(t.heads))
	for i := range t.heads {
		instances[i] = t.heads[i].instance()
	}
	if names := t.row("", "", instances); names != "\n" {
		out.WriteString(names)
	}
	if more := len(t.heads) - t.shown(); more > 0 {
		out.WriteString(t.omitted(more+t.more) + "\n")
	} else if t.more > 0 {
		out.WriteString("(" + plural(t.more, "column") + " more than a table shows)\n")
	}
}

// above is a line with a text for each group, above all of its columns, and one above
// the hosts.
func (t *wideTable) above(host string, word func(columnGroup) string) string {
	g := grid{columns: t.grid.columns[:1:1], tight: t.grid.tight}
	row := []cell{{text: t.left("", host)}}
	for _, group := range t.groups {
		end := min(group.end, t.shown())
		if end <= group.first {
			break
		}
		span := t.span(group.first, end)
		g.columns = append(g.columns, gridColumn{width: span, left: end > group.first+1})
		row = append(row, cell{text: Tail(format.Printable(word(group)), span)})
	}
	return g.line(row)
}

// instance is the name of the column's instance, a blank if it has none.
func (h *Head) instance() string {
	if h.Instance == nil {
		return " "
	}
	return h.Instance.Name
}

// stampWidth is the width of the times of samples.
func (t *wideTable) stampWidth() int {
	if t.clock.fine {
		return len(ofFraction)
	}
	return len(ofSecond)
}
