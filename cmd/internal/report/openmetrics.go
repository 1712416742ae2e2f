package report

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
)

// openMetrics writes the numbers and texts that metrics have as OpenMetrics
// 1.0 (https://openmetrics.io), or in the text format 0.0.4 of Prometheus, which
// came before it. Samples are alike in both; the lines about families differ.
// Metrics without values, and problems, do not appear.
type openMetrics struct {
	Options
	buf   bytes.Buffer
	taken map[string]bool // names of families and of their samples
}

func newOpenMetrics(o Options) Encoder {
	return &openMetrics{Options: o, taken: make(map[string]bool)}
}

func (o *openMetrics) Begin(h Header) error {
	o.Recorded = h.recorded()
	return nil
}

func (o *openMetrics) End() error {
	if o.Format == OpenMetrics {
		o.buf.WriteString("# EOF\n")
	}
	return o.flush()
}

// flush writes whole lines: their bytes, or escapes for characters that a
// terminal would obey.
func (o *openMetrics) flush() error {
	text := o.buf.Bytes()
	if o.Width > 0 {
		text = []byte(shown(o.buf.String()))
	}
	_, err := o.Out.Write(text)
	o.buf.Reset()
	return err
}

func (o *openMetrics) Write(r Record) error {
	m, f := exposable(r)
	if m == nil {
		return nil
	}
	f = o.named(f, m)
	o.head(f, m)
	return o.write(f, m)
}

// write writes the samples of a metric.
func (o *openMetrics) write(f exposed, m *Metric) error {
	stamp := "\n"
	if o.Recorded && !m.Time.IsZero() {
		stamp = " " + o.epoch(m.Time) + "\n"
	}
	labels := exposedLabels(m.Labels)
	f.host = m.Host
	for v := range m.Values.each {
		if v.Atom == nil {
			continue
		}
		o.buf.WriteString(f.sampleName())
		f.sample(&o.buf, labels, v)
		o.buf.WriteString(stamp)
		if o.buf.Len() > flushSize {
			if err := o.flush(); err != nil {
				return err
			}
		}
	}
	return o.flush()
}

// head writes the lines about a family as a whole.
func (o *openMetrics) head(f exposed, m *Metric) {
	if o.Format == OpenMetrics {
		f.head(&o.buf, m)
	} else {
		f.olderHead(&o.buf, m)
	}
}

// exposable is the metric that a record exposes, and its family without a name;
// or nil.
func exposable(r Record) (*Metric, exposed) {
	m, ok := r.(*Metric)
	if !ok || m.Desc == nil || m.Values.len() == 0 || !m.Desc.Type.Numeric() && m.Desc.Type != libpcp.TypeString {
		return nil, exposed{}
	}
	f := exposed{kind: exposedKind(m), scale: 1}
	if f.kind != "info" {
		f.unit, f.scale = baseUnit(m.Desc.Units)
	}
	return m, f
}

// named gives the family of a metric its name. Names that differ only in dots end
// in the identifier of the metric.
func (o *openMetrics) named(f exposed, m *Metric) exposed {
	name := exposedName(m.Name)
	if f.kind == "counter" {
		name = strings.TrimSuffix(name, "_total")
	}
	if f.unit != "" && !strings.HasSuffix(name, "_"+f.unit) {
		name += "_" + f.unit
	}
	if f.name = name; o.clashes(f) {
		f.name = strings.TrimSuffix(name, "_"+f.unit) + "_" + strings.ReplaceAll(m.ID.String(), ".", "_")
		if f.unit != "" {
			f.name += "_" + f.unit
		}
	}
	o.taken[f.name], o.taken[f.sampleName()] = true, true
	return f
}

func (o *openMetrics) clashes(f exposed) bool { return o.taken[f.name] || o.taken[f.sampleName()] }

// exposedKind is the type of a metric. A counter that is negative, or no
// number, is none there.
func exposedKind(m *Metric) string {
	switch {
	case m.Desc.Type == libpcp.TypeString:
		return "info"
	case m.Desc.Sem != libpcp.SemCounter:
		return "gauge"
	}
	for v := range m.Values.each {
		if v.Atom != nil && !(v.Atom.Float64() >= 0) {
			return "unknown"
		}
	}
	return "counter"
}

// epoch is a time since 1970: in seconds, or in milliseconds for Prometheus.
func (o *openMetrics) epoch(t time.Time) string {
	if o.Format == Prometheus {
		return strconv.FormatInt(t.UnixMilli(), 10)
	}
	text := strconv.FormatInt(t.Unix(), 10)
	if n := t.Nanosecond(); n != 0 {
		text += "." + strings.TrimRight(strconv.Itoa(1e9 + n)[1:], "0")
	}
	return text
}
