package report

import (
	"bytes"
	"cmp"
	"strconv"

	"github.com/mattn/go-runewidth"

	"pcptools/libpcp/format"
)

// wideHosts writes a line for each source of a sample. Sources share columns:
// instances of the same name have one. Headings come again when columns change.
type wideHosts struct {
	wideTable
	numbers map[string]int32 // of instances, by their names
	host    int              // the width of its column
	ends    bool             // names that do not fit differ only at their ends
}

func newWideHosts(o Options) Encoder {
	return &wideHosts{wideTable: wideTable{wide: wide{Options: o}, clock: clock{fine: o.Style.Fine}}, numbers: make(map[string]int32)}
}

func (t *wideHosts) Begin(Header) error { return nil }

// Limits of the column of hosts.
const (
	mostHost    = 32
	leastValues = 12 // columns of a terminal, for values
)

// mostOfHost is how wide the column of hosts is at most.
func (t *wideHosts) mostOfHost() int {
	most := t.most(mostHost)
	if t.Width > 0 && !t.Style.Wide {
		most = min(most, t.Width-t.stampWidth()-4-leastValues)
	}
	return most
}

func (t *wideHosts) Write(r Record) error {
	s, ok := r.(*Sample)
	if !ok {
		return nil
	}
	metrics := s.Metrics.Slice()
	t.prepare(metrics)
	var out bytes.Buffer
	t.begin(&out, &Sample{Time: s.Time, Metrics: ListOf(metrics...)})
	stamp := t.clock.text(s.Time, t.Zone)
	for len(metrics) > 0 {
		n := 1
		for n < len(metrics) && metrics[n].Host == metrics[0].Host {
			n++
		}
		host := format.Printable(metrics[0].Host)
		if t.ends {
			host = Tail(host, t.host)
		}
		host = cutTo(host, t.host)
		out.WriteString(stamp + "  " + runewidth.FillRight(host, t.host))
		t.line(&out, t.texts(&Sample{Metrics: ListOf(metrics[:n]...)})[:t.shown])
		metrics = metrics[n:]
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

// prepare makes columns for new metrics and instances.
func (t *wideHosts) prepare(metrics []Metric) {
	if t.places == nil {
		t.places = make(map[place]int)
	}
	heads, width := t.heads, t.host
	for i := range metrics {
		m := &metrics[i]
		width = max(width, min(runewidth.StringWidth(format.Printable(m.Host)), t.mostOfHost()), len("Host"))
		m.Values = ListOf(m.Values.Slice()...)
		for v := range m.Values.each {
			h := Head{Metric: m.Name, Share: m.Share(), Kept: m.Kept}
			if m.Desc != nil {
				h.Units = m.Desc.Units
			}
			if v.Instance != nil {
				name := cmp.Or(v.Instance.Name, strconv.Itoa(int(v.Instance.ID)))
				v.Instance = &Instance{ID: t.number(name), Name: name, Named: true}
				h.Instance = v.Instance
			}
			if _, known := t.places[h.place()]; !known {
				heads = insertHead(heads, h)
				t.places[h.place()] = 0
			}
		}
	}
	t.ends = t.ends || t.alike(metrics, width)
	if len(heads) == len(t.heads) && width == t.host {
		return
	}
	t.host, t.left = width, 2+width
	more := max(len(heads)-MaxHeads, 0)
	t.groups, t.groupOf, t.rows = nil, nil, 0
	t.Heads(heads[:len(heads)-more], more)
}

// alike reports whether hosts of a sample look alike when they are cut.
func (t *wideHosts) alike(metrics []Metric, width int) bool {
	var long []string
	for i := range metrics {
		if host := format.Printable(metrics[i].Host); runewidth.StringWidth(host) > width {
			long = append(long, host)
		}
	}
	return SameWhenCut(long, width)
}

// insertHead puts a column behind the other columns of its metric.
func insertHead(heads []Head, h Head) []Head {
	at := len(heads)
	for i := range heads {
		if heads[i].Metric == h.Metric {
			at = i + 1
		}
	}
	return append(heads[:at:at], append([]Head{h}, heads[at:]...)...)
}

// number is the number that the name of an instance has here.
func (t *wideHosts) number(name string) int32 {
	n, known := t.numbers[name]
	if !known {
		n = int32(len(t.numbers))
		t.numbers[name] = n
	}
	return n
}
