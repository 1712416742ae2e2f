package pmda

import (
	"slices"

	"pcptools/libpcp"
)

// encoder makes the value sets of a fetch.
type encoder struct {
	libpcp.Encoder
	metric *Metric
	values []libpcp.Value // of all metrics …
	first  int            // … and where the values of this one start
	format libpcp.Format  // of the last value
}

// begin starts the values of a metric.
func (e *encoder) begin(m *Metric) {
	if len(e.values) == cap(e.values) {
		e.values = nil // so that growing copies none of them
	}
	e.metric, e.first, e.format = m, len(e.values), libpcp.InSitu
}

// adopt makes values the values of the metric.
func (e *encoder) adopt(format libpcp.Format, values []libpcp.Value) {
	e.format, e.values, e.first = format, slices.Clip(values), 0
}

// expect makes room for n values of the metric. It does not move values in use.
func (e *encoder) expect(n int) {
	if cap(e.values)-len(e.values) < n {
		e.values, e.first = make([]libpcp.Value, 0, n), 0
	}
}

// end returns the values since begin.
func (e *encoder) end() (libpcp.Format, []libpcp.Value) {
	if e.first == len(e.values) {
		return libpcp.InSitu, nil
	}
	return e.format, e.values[e.first:len(e.values):len(e.values)]
}

// drop forgets the values since begin.
func (e *encoder) drop() { e.values = e.values[:e.first] }

// release leaves the memory to the holders of the values.
func (e *encoder) release() { *e = encoder{} }

// add adds a value, converted to the metric's type.
func (e *encoder) add(inst int32, a libpcp.Atom) error {
	m := e.metric
	if a.Type != m.Type && m.Desc == nil {
		var err error
		if a, err = a.Convert(m.Type); err != nil {
			return err
		}
	}
	v, format, err := e.Value(inst, a)
	if err != nil {
		return err
	}
	if len(e.values) > e.first && format != e.format {
		return libpcp.ErrType // a set has one format
	}
	e.values, e.format = append(e.values, v), format
	return nil
}
