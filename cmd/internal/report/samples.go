package report

import (
	"time"

	"pcptools/libpcp"
)

// samples passes the samples of several sources to an encoder: the samples of one
// instant as one sample, whose metrics have the names of their sources.
type samples struct {
	Encoder
	step    int64
	metrics []Metric
	awaited func() []string // names sources that are late

	// units are the units of metrics that have common columns or scales: of the first
	// source with the metric. Values of others are converted. It is nil without such.
	units map[string]libpcp.Units
}

func newSamples(o Options, awaited func() []string) *samples {
	j := &samples{Encoder: o.ofSamples(), awaited: awaited}
	if o.Format != Table || o.Style.ByInstance {
		j.units = make(map[string]libpcp.Units)
	}
	return j
}

// unify gives a metric the units that it has in other sources.
func (j *samples) unify(m *Metric) {
	if j.units == nil || m.Desc == nil || !m.Desc.Type.Numeric() {
		return
	}
	units, known := j.units[m.Name]
	switch {
	case !known:
		j.units[m.Name] = m.Desc.Units
	case units != m.Desc.Units && m.Values != nil:
		m.convert(units)
		m.Values = ListOf(m.Values.Slice()...) // converted once
	}
}

// wholeSamples reports whether the samples of several sources are written as one:
// where they are drawn, and where rows or columns are common to them.
func (o Options) wholeSamples() bool {
	return o.Drawn != nil || o.Format == Wide || o.Format == Table && o.Style.ByInstance
}

// ofSamples is the encoder of samples with the metrics of several sources.
func (o Options) ofSamples() Encoder {
	switch {
	case o.Drawn != nil:
		return o.Drawn(o)
	case o.Style.ByInstance:
		return newByInstance(o)
	}
	return newWideHosts(o)
}

func (j *samples) join(made piece) error {
	if made.problem != nil {
		return j.Write(made.problem)
	}
	if made.sample == nil {
		return nil
	}
	if made.step != j.step {
		if err := j.settle(made.step); err != nil {
			return err
		}
		j.step = made.step
	}
	for m := range made.sample.Metrics.each {
		j.unify(m)
		j.metrics = append(j.metrics, *m)
	}
	return nil
}

func (j *samples) settle(step int64) error {
	if j.step == 0 || step == j.step {
		return nil
	}
	all := &Sample{Time: time.Unix(0, j.step), Metrics: ListOf(j.metrics...), Awaited: j.awaited()}
	j.step, j.metrics = 0, nil
	return j.Write(all)
}

func (j *samples) End() error {
	if err := j.settle(never); err != nil {
		return err
	}
	return j.Encoder.End()
}

// samplesOfPart are the samples of one source, or metrics that a report of its has
// in common with a sample, which stay when the next is made.
type samplesOfPart struct{ host string }

func (p samplesOfPart) piece(r Record) piece {
	switch r := r.(type) {
	case *Problem:
		return piece{problem: &Problem{p.host, r.Operand, r.Failure, r.Printed}}
	case *Metric:
		return piece{sample: &Sample{Metrics: ListOf(p.copy(*r))}}
	case *Sample:
		if r.Mark {
			break
		}
		metrics := r.Metrics.Slice()
		for i := range metrics {
			metrics[i] = p.copy(metrics[i])
		}
		return piece{sample: &Sample{Time: r.Time, Metrics: ListOf(metrics...)}}
	}
	return piece{}
}

// copy is a metric as it stays when the next is made.
func (p samplesOfPart) copy(m Metric) Metric {
	if m.Host = p.host; m.Values == nil {
		return m
	}
	values := make([]Value, 0, m.Values.Len)
	for v := range m.Values.each {
		values = append(values, v.Copy())
	}
	m.Values = ListOf(values...)
	return m
}
