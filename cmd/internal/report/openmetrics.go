package report

import (
	"io"

	"pcptools/libpcp"
	"pcptools/libpcp/openmetrics"
)

// exposition writes the numbers and texts that metrics have for Prometheus.
// Metrics without values, and problems, do not appear.
type exposition struct {
	Options
	enc *openmetrics.Encoder
}

func newExposition(o Options) Encoder {
	format, out := openmetrics.OpenMetrics, o.Out
	if o.Format == Prometheus {
		format = openmetrics.Prometheus
	}
	if o.Width > 0 {
		out = terminal{out}
	}
	return &exposition{o, openmetrics.NewEncoder(out, format)}
}

// newFamilies returns the encoder for several sources: the samples of a family stand
// together, each with a label for its source. They wait for all sources.
func newFamilies(o Options) Encoder {
	e := newExposition(o).(*exposition)
	e.enc.Gather()
	return e
}

func (e *exposition) Begin(h Header) error {
	e.Recorded = h.recorded()
	return nil
}

func (e *exposition) Write(r Record) error {
	m, ok := r.(*Metric)
	if !ok || m.Desc == nil || m.Values.len() == 0 {
		return nil
	}
	exposed := openmetrics.Metric{Name: m.Name, Desc: *m.Desc, Labels: m.Labels, Host: m.Host, Values: m.exposed}
	exposed.Desc.PMID = m.ID
	if m.OneLine != nil {
		exposed.Help = *m.OneLine
	}
	if e.Recorded {
		exposed.Time = m.Time
	}
	return e.enc.Write(&exposed)
}

func (e *exposition) End() error { return e.enc.Close() }

// exposed iterates over the values of a metric.
func (m *Metric) exposed(yield func(openmetrics.Value) bool) {
	for v := range m.Values.each {
		if v.Atom == nil {
			continue
		}
		value := openmetrics.Value{Atom: *v.Atom}
		if i := v.Instance; i != nil {
			value.Labels, value.Instance = i.Labels, &libpcp.Instance{ID: i.ID}
			if i.Named {
				value.Instance.Name = i.Name
			}
		}
		if !yield(value) {
			return
		}
	}
}

// terminal writes whole lines: their bytes, or escapes for characters that a terminal
// would obey.
type terminal struct{ io.Writer }

func (s terminal) Write(p []byte) (int, error) {
	if _, err := io.WriteString(s.Writer, shown(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
