package report

import (
	"io"
	"slices"

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
	e := &exposition{o, openmetrics.NewEncoder(out, format)}
	if o.Samples {
		e.enc.Gather()
	}
	return e
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

// Write implements [Encoder]. Values of samples have their times, so that a series has many.
func (e *exposition) Write(r Record) error {
	switch r := r.(type) {
	case *Metric:
		return e.metric(r)
	case *Sample:
		for m := range r.Metrics.each {
			m.Time = r.Time
			if err := e.metric(m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *exposition) metric(m *Metric) error {
	if m.Desc == nil || m.Values.len() == 0 {
		return nil
	}
	exposed := openmetrics.Metric{Name: m.Name, Desc: *m.Desc, Labels: e.kept(m.Labels), Host: m.Host}
	exposed.Values = func(yield func(openmetrics.Value) bool) { e.values(m, yield) }
	exposed.Desc.PMID = m.ID
	if m.OneLine != nil {
		exposed.Help = *m.OneLine
	}
	if e.Recorded || e.Samples {
		exposed.Time = m.Time
	}
	return e.enc.Write(&exposed)
}

func (e *exposition) End() error { return e.enc.Close() }

// kept are the labels that the user has chosen.
func (e *exposition) kept(all []libpcp.Label) []libpcp.Label {
	if e.Style.Labels == nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(l libpcp.Label) bool { return !slices.Contains(e.Style.Labels, l.Name) })
}

// values iterates over the values of a metric.
func (e *exposition) values(m *Metric, yield func(openmetrics.Value) bool) {
	for v := range m.Values.each {
		if v.Atom == nil {
			continue
		}
		value := openmetrics.Value{Atom: *v.Atom}
		if i := v.Instance; i != nil {
			value.Labels, value.Instance = e.kept(i.Labels), &libpcp.Instance{ID: i.ID}
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
