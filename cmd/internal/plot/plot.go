package plot

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/screen"
)

// Options configure a plot.
type Options struct {
	Out    io.Writer
	Zone   *time.Location
	Offset func(time.Time) string     // of the zones of several sources; nil without
	Size   func() (columns, rows int) // of the terminal
	Live   bool                       // redraw at each sample, in the same place; else draw once, at the end
	Recent bool                       // show the latest samples only; else means of all
	Blocks bool                       // the locale has block characters
	Colour bool
	Wide   bool   // if drawn once, a mark for each value, and names whole
	Own    bool   // each line has a scale of its own
	People bool   // units are chosen, and decimals are aligned
	Single func() // is called at the end if there was a single sample; may be nil
}

// A Plot is a [report.Encoder] that draws samples.
type Plot struct {
	Options
	screen      screen.Screen
	lines       []*line
	places      map[report.Place]*line
	ranks       map[string]int // of metrics, in the order in which they come
	more        int            // values of the last sample that have no line
	first, last time.Time
	samples     int
	points      int // values of each line
	held        int // samples since the last value
	each        int // samples in a value
	host        string
}

const (
	maxPoints = 2048 // values of a line that are kept
	maxLines  = 1000
)

// New returns a plot.
func New(o Options) *Plot {
	return &Plot{Options: o, places: make(map[report.Place]*line), ranks: make(map[string]int), each: 1, screen: screen.Screen{Out: o.Out, Size: o.Size}}
}

// Begin implements [report.Encoder].
func (p *Plot) Begin(h report.Header) error {
	if h.Source != nil {
		p.host = h.Source.Host
	}
	return nil
}

// Write adds a sample, and redraws if the plot is Live.
func (p *Plot) Write(r report.Record) error {
	s, ok := r.(*report.Sample)
	if !ok || s.Mark {
		return nil
	}
	p.add(s)
	if !p.Live {
		return nil
	}
	columns, rows := p.Size()
	return p.screen.Draw(p.picture(columns, rows-1))
}

// End draws the plot, unless Write has.
func (p *Plot) End() error {
	if p.Live || p.samples == 0 {
		return nil
	}
	columns, _ := p.Size()
	_, err := io.WriteString(p.Out, strings.Join(p.picture(columns, math.MaxInt), "\n")+"\n")
	if p.samples == 1 && p.Single != nil {
		p.Single()
	}
	return err
}

// add adds the values of a sample to their lines.
func (p *Plot) add(s *report.Sample) {
	if p.samples == 0 {
		p.first = s.Time
	}
	p.last, p.more = s.Time, 0
	p.samples++
	for m := range s.Metrics.All {
		p.addMetric(m)
	}
	for _, l := range p.lines {
		if !l.seen {
			l.add(math.NaN(), p.each)
		}
		l.seen = false
	}
	if p.held++; p.held >= p.each {
		p.points, p.held = p.points+1, 0
	}
	if p.points >= maxPoints {
		p.shorten()
	}
}

func (p *Plot) addMetric(m *report.Metric) {
	if _, known := p.ranks[m.Name]; !known {
		p.ranks[m.Name] = len(p.ranks)
	}
	if m.Desc == nil || m.Values == nil || !m.Desc.Type.Numeric() {
		return
	}
	for v := range m.Values.All {
		if v.Atom == nil {
			continue
		}
		at, name := report.PlaceOf(m.Host, m.Name, v.Instance), m.Host
		if i := v.Instance; i != nil {
			name = strings.TrimLeft(name+" "+i.Name, " ")
		}
		l := p.places[at]
		if l == nil && len(p.lines) == maxLines {
			p.more++
			continue
		}
		if l == nil {
			l = newLine(m, name, p.points, p.held)
			p.places[at] = l
			p.insert(l)
		}
		if !l.seen {
			l.seen = true
			l.add(v.Atom.Float64(), p.each)
		}
	}
}

// insert puts a line after the lines of the same metric and of the metrics
// before it.
func (p *Plot) insert(l *line) {
	at := len(p.lines)
	for at > 0 && p.ranks[p.lines[at-1].metric] > p.ranks[l.metric] {
		at--
	}
	p.lines = slices.Insert(p.lines, at, l)
}

// shorten makes room for more values: it drops the oldest half, or replaces each
// two by their mean.
func (p *Plot) shorten() {
	for _, l := range p.lines {
		if p.Recent {
			l.values = append(l.values[:0], l.values[len(l.values)/2:]...)
		} else {
			l.halve()
		}
	}
	if p.points /= 2; !p.Recent {
		p.each *= 2
	}
}

// title is the first line of the picture.
func (p *Plot) title() string {
	from, to := p.first, p.last
	if p.Zone != nil { // else each time has its own
		from, to = from.In(p.Zone), to.In(p.Zone)
	}
	layout := "15:04:05"
	if from.Format("2006-01-02") != to.Format("2006-01-02") {
		layout = "Mon 2006-01-02 15:04:05"
	}
	host := p.host
	if host != "" {
		host += "  "
	}
	until := to.Format(layout)
	if p.Offset != nil {
		until += p.Offset(to)
	}
	title := fmt.Sprintf("%s%s to %s, %d samples", host, from.Format("Mon 2006-01-02 15:04:05"), until, p.samples)
	if p.samples == 1 {
		title = strings.TrimSuffix(title, "s")
	}
	return title
}
