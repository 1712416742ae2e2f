package plot

import (
	"io"
	"math"
	"slices"
	"strings"

	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/screen"
)

// Options configure a plot.
type Options struct {
	report.Options
	Size   func() (columns, rows int) // of the terminal
	Live   bool                       // redraw at each sample, in the same place; else draw once, at the end
	Recent bool                       // show the latest samples only; else means of all
	Own    bool                       // each line has a scale of its own
	Single func()                     // is called at the end if there was a single sample; may be nil
}

// A Plot is a [report.Encoder] that draws samples.
type Plot struct {
	Options
	screen screen.Screen
	lines  []*line
	times  line // of the values, in seconds since 1970
	places map[report.Place]*line
	ranks  map[string]int // of metrics, in the order in which they come
	more   int            // values of the last sample that have no line
	window report.Window
	points int // values of each line
	held   int // samples since the last value
	each   int // samples in a value
	host   string
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
		p.host = h.Source.Host + "  "
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
	if p.Live || p.window.Taken == 0 {
		return nil
	}
	columns, _ := p.Size()
	_, err := io.WriteString(p.Out, strings.Join(p.picture(columns, math.MaxInt), "\n")+"\n")
	if p.window.Taken == 1 && p.Single != nil {
		p.Single()
	}
	return err
}

// add adds the values of a sample to their lines.
func (p *Plot) add(s *report.Sample) {
	if p.window.Taken++; p.window.Taken == 1 {
		p.window.Start = s.Time
	}
	p.window.End, p.more = s.Time, 0
	p.times.add(float64(s.Time.UnixNano())/1e9, p.each)
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
	for _, l := range append(p.lines[:len(p.lines):len(p.lines)], &p.times) {
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
