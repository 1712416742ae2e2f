package report

import (
	"bytes"
	"slices"
	"strings"
	"time"

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
	left    int   // width between the time and the first column, of hosts
	rows    int   // since the headings
	date    string
	clock   clock

	// These are chosen when headings are written.
	widths []int
	shown  int    // columns that fit
	units  string // of all groups
}

// A columnGroup is the columns of a metric.
type columnGroup struct {
	first, end int // columns
	form       figures.Form
	units      string
}

// Limits of the columns of a wide table.
const (
	leastWidth = 8
	mostWidth  = 16
	mostName   = 24 // of a metric, above its columns
	headEvery  = 20 // rows, on a terminal
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
	out.WriteString(t.clock.text(s.Time, t.Zone))
	if s.Mark {
		out.WriteString("  Archive logging suspended\n")
	} else {
		t.line(&out, t.texts(s)[:t.shown])
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

// begin writes what comes before the rows of a sample: the date and headings,
// where it is time.
func (t *wideTable) begin(out *bytes.Buffer, s *Sample) {
	date := s.Time.In(t.Zone).Format("Mon 2006-01-02")
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
			out.WriteString(date + ", in " + t.units + "\n")
		} else if !dated {
			out.WriteString(date + "\n")
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
	return t.cells(s, func(at int, m *Metric, v *Value) string {
		if t.People && t.heads[at].Shown == nil && v.numeric() && !(integer(v.Atom) && !t.groups[t.groupOf[at]].form.Converts()) {
			return t.groups[t.groupOf[at]].form.Text(v.Atom.Float64())
		}
		return p.figure(m, v)
	})
}

// outgrown reports whether a sample has numbers that do not fit their columns,
// but would in other units.
func (t *wideTable) outgrown(s *Sample) bool {
	if !t.People || s.Mark {
		return false
	}
	wide := make(map[int]bool) // groups
	for i, text := range t.texts(s)[:t.shown] {
		if len(text) > t.widths[i] {
			wide[t.groupOf[i]] = true
		}
	}
	if len(wide) == 0 {
		return false
	}
	before := slices.Clone(t.groups)
	t.chooseForms(s)
	for i := range wide {
		if t.groups[i].form != before[i].form {
			return true
		}
	}
	t.groups = before
	return false
}

// choose chooses units, and the widths of columns: for instances and units, and
// for the name of a metric above all of its columns.
func (t *wideTable) choose(s *Sample) {
	if t.People {
		t.chooseForms(s)
	}
	t.units = t.sharedUnits()
	t.widths, t.shown = make([]int, len(t.heads)), 0
	for _, g := range t.groups {
		least, span := leastWidth, -2
		if shown := t.heads[g.first].Shown; shown != nil && shown.Width > 0 {
			least = shown.Width
		}
		if g.end == g.first+1 && t.units == "" {
			least = max(least, runewidth.StringWidth(g.units))
		}
		for i := g.first; i < g.end; i++ {
			t.widths[i] = max(least, min(runewidth.StringWidth(instanceHeading(&t.heads[i])), t.most(mostWidth)))
			span += 2 + t.widths[i]
		}
		wanted := min(runewidth.StringWidth(t.heads[g.first].label()), t.most(mostName))
		if t.units == "" {
			wanted = max(wanted, runewidth.StringWidth(g.units))
		}
		t.widths[g.end-1] += max(0, wanted-span)
	}
	room := t.Width - t.stampWidth() - t.left
	if t.Width > 0 && !t.Style.Wide && len(t.widths) > 0 { // the first column is always shown
		t.widths[0] = min(t.widths[0], max(leastWidth, room-2))
	}
	for _, w := range t.widths {
		if room -= w + 2; room >= 0 || t.Width == 0 || t.Style.Wide {
			t.shown++
		}
	}
	t.keepUnitsWhole()
}

// keepUnitsWhole leaves out the columns of a metric, but not of the first, if there
// is only room for some of them and not for its units.
func (t *wideTable) keepUnitsWhole() {
	for _, g := range t.groups {
		if g.first == 0 || t.shown <= g.first || t.shown >= g.end || t.units != "" {
			continue
		}
		span := -2
		for _, width := range t.widths[g.first:t.shown] {
			span += 2 + width
		}
		if span < runewidth.StringWidth(g.units) {
			t.shown = g.first
		}
	}
}

// chooseForms chooses units and decimals that suit the values of a sample.
func (t *wideTable) chooseForms(s *Sample) {
	all := make([]figures.Numbers, len(t.groups))
	for i, g := range t.groups {
		h := &t.heads[g.first]
		all[i] = figures.Numbers{Units: h.Units, Share: h.Share, Kept: h.Kept}
	}
	at := make(map[string]int, len(t.groups))
	for i, g := range t.groups {
		at[t.heads[g.first].Metric] = i
	}
	for m := range s.Metrics.each {
		i, ok := at[m.Name]
		for v := range m.Values.each {
			if ok && v.numeric() {
				all[i].Add(v.Atom.Float64(), integer(v.Atom))
			}
		}
	}
	for i := range all {
		g := &t.groups[i]
		if t.heads[g.first].Shown != nil {
			continue
		}
		g.form = all[i].Form()
		switch d := t.Style.Precision; {
		case d != nil && (all[i].Broad || g.form.Converts()):
			g.form = g.form.WithDecimals(*d)
		case all[i].Broad && all[i].Most == 0: // more will come
			g.form = g.form.WithDecimals(2)
		}
		g.units = UnitsText(g.form.Units, all[i].Share)
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

// line writes cells, aligned to the right. Numbers stay whole.
func (t *wideTable) line(out *bytes.Buffer, cells []string) {
	var b strings.Builder
	for i, text := range cells {
		if text == "" {
			text = "-"
		}
		if !isNumber(text) {
			text = cutTo(format.Printable(text), t.widths[i])
		}
		b.WriteString(strings.Repeat(" ", 2+max(0, t.widths[i]-runewidth.StringWidth(text))) + text)
	}
	out.WriteString(strings.TrimRight(b.String(), " ") + "\n")
}

// headings writes the names of metrics above their columns, then units, then the
// names of instances; and how many columns it omits.
func (t *wideTable) headings(out *bytes.Buffer) {
	bold, plain := "", ""
	if t.Bold {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	corner := ""
	if t.left > 0 {
		corner = "  Host"
	}
	names := t.groupLine(corner, func(g columnGroup) string { return t.heads[g.first].label() })
	out.WriteString(bold + names + plain + "\n")
	if t.units == "" {
		if units := t.groupLine("", func(g columnGroup) string { return g.units }); units != "" {
			out.WriteString(units + "\n")
		}
	}
	t.instanceLine(out)
	if more := len(t.heads) - t.shown; more > 0 {
		out.WriteString(omitted(more+t.more, t.Width) + "\n")
	} else if t.more > 0 {
		out.WriteString("(" + plural(t.more, "column") + " more than a table shows)\n")
	}
}

// groupLine is a line with a text for each group, above all of its columns, and
// one to the left of them.
func (t *wideTable) groupLine(left string, word func(columnGroup) string) string {
	line := strings.Repeat(" ", t.stampWidth()) + runewidth.FillRight(left, t.left)
	for _, g := range t.groups {
		end, span := min(g.end, t.shown), -2
		for i := g.first; i < end; i++ {
			span += 2 + t.widths[i]
		}
		if span < 0 {
			break
		}
		text := cutTo(Tail(format.Printable(word(g)), span), span)
		pad := strings.Repeat(" ", span-runewidth.StringWidth(text))
		if end == g.first+1 {
			line += "  " + pad + text
		} else {
			line += "  " + text + pad
		}
	}
	return strings.TrimRight(line, " ")
}

// instanceLine writes the names of instances, if any.
func (t *wideTable) instanceLine(out *bytes.Buffer) {
	words, wanted := make([]string, t.shown), false
	for i := range words {
		words[i] = instanceHeading(&t.heads[i])
		wanted = wanted || words[i] != " "
	}
	if wanted {
		out.WriteString(strings.Repeat(" ", t.stampWidth()+t.left))
		t.line(out, words)
	}
}

func instanceHeading(h *Head) string {
	if h.Instance == nil {
		return " "
	}
	return h.Instance.Name
}

// clock writes times of the day: seconds, and fractions if a second has several
// samples.
type clock struct {
	last time.Time
	fine bool // fractions are written always
}

// Layouts of times of the day.
const (
	ofSecond   = "15:04:05"
	ofFraction = "15:04:05.000"
)

// stampWidth is the width of the times of samples.
func (t *wideTable) stampWidth() int {
	if t.clock.fine {
		return len(ofFraction)
	}
	return len(ofSecond)
}

// repeats reports whether a time needs a fraction, unlike those before.
func (c *clock) repeats(t time.Time) bool {
	return !c.fine && !c.last.IsZero() && t.Unix() == c.last.Unix()
}

func (c *clock) text(t time.Time, zone *time.Location) string {
	layout := ofSecond
	if c.fine || c.repeats(t) {
		layout = ofFraction
	}
	c.last = t
	return t.In(zone).Format(layout)
}
