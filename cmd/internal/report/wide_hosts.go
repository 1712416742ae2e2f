package report

import (
	"bytes"
	"cmp"
	"strconv"

	"pcptools/libpcp/format"
)

// wideHosts writes a line for each source of a sample. Sources share columns:
// instances of the same name have one. Headings come again when columns change.
type wideHosts struct {
	wideTable
	numbers map[string]int32 // of instances, by their names
	ends    bool             // hosts that do not fit differ only at their ends
}

func newWideHosts(o Options) Encoder {
	return &wideHosts{wideTable: wideTable{wide: wide{Options: o}, clock: clock{fine: o.Style.Fine}}, numbers: make(map[string]int32)}
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
		host := cutName(format.Printable(metrics[0].Host), t.host, t.ends)
		out.WriteString(t.row(stamp, host, t.texts(&Sample{Metrics: ListOf(metrics[:n]...)})))
		metrics = metrics[n:]
	}
	_, err := t.Out.Write(out.Bytes())
	return err
}

// prepare makes columns for new metrics and instances.
func (t *wideHosts) prepare(metrics []Metric) {
	if t.places == nil {
		t.places = make(map[Place]int)
	}
	heads, width, hosts := t.heads, t.host, make([]string, len(metrics))
	for i := range metrics {
		m := &metrics[i]
		hosts[i] = format.Printable(m.Host)
		width = max(width, t.hostWidth(hosts[i], t.stampWidth()))
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
	t.ends = t.ends || SameWhenCut(hosts, width)
	if len(heads) == len(t.heads) && width == t.host {
		return
	}
	t.host = width
	more := max(len(heads)-MaxHeads, 0)
	t.groups, t.groupOf, t.rows = nil, nil, 0
	t.Heads(heads[:len(heads)-more], more)
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
