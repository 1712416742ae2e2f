package report

import (
	"time"

	"pcptools/libpcp"
)

// A row is a record, or a part of one, as a line of a table.
type row struct {
	time    time.Time
	operand string
	metric  *Metric
	indom   *InDom
	value   *Value
	old     *Value
	code    *Code
	failure *Failure
	mark    bool
	again   bool // not the first of its metric
}

// rows is a row for each value; without values, one for the metric.
func (m *Metric) rows(yield func(row)) {
	r := row{time: m.Time, metric: m, failure: m.Err}
	if len(m.Values) == 0 {
		yield(r)
	}
	for i := range m.Values {
		r.value = &m.Values[i]
		r.failure = m.Err
		if r.value.Err != nil {
			r.failure = r.value.Err
		}
		yield(r)
		r.again = true
	}
}

func (s *Sample) rows(yield func(row)) {
	if s.Mark {
		yield(row{time: s.Time, mark: true})
	}
	for _, m := range s.Metrics {
		m.rows(func(r row) {
			r.time = s.Time
			yield(r)
		})
	}
}

func (d *InDom) rows(yield func(row)) {
	if len(d.Instances) == 0 {
		yield(row{indom: d, failure: d.Err})
	}
	for i := range d.Instances {
		yield(row{indom: d, value: &Value{Instance: &d.Instances[i]}})
	}
}

func (s *Store) rows(yield func(row)) {
	if len(s.New) == 0 {
		yield(row{metric: s.Metric, failure: s.Metric.Err})
	}
	for i := range s.New {
		r := row{metric: s.Metric, value: &s.New[i], failure: s.New[i].Err}
		if i < len(s.Old) {
			r.old = &s.Old[i]
		}
		yield(r)
	}
}

func (c *Code) rows(yield func(row)) { yield(row{operand: c.Operand, code: c}) }

func (p *Problem) rows(yield func(row)) { yield(row{operand: p.Operand, failure: &p.Failure}) }

// instance is that of the row, nil if there is none.
func (r *row) instance() *Instance {
	if r.value == nil {
		return nil
	}
	return r.value.Instance
}

func (r *row) name() string {
	switch {
	case r.metric != nil && r.metric.Name != "":
		return r.metric.Name
	case r.metric != nil:
		return r.metric.ID.String()
	}
	return r.operand
}

// domain is the instance domain that the row is about.
func (r *row) domain() (d libpcp.InDom, ok bool) {
	switch {
	case r.indom != nil:
		return r.indom.ID, true
	case r.metric != nil && r.metric.Desc != nil:
		d = r.metric.Desc.InDom
		return d, d != libpcp.NullInDom
	}
	return d, false
}

// texts are the help texts and labels of what the row is about.
func (r *row) texts() (oneLine, help *string, labels []libpcp.Label) {
	switch {
	case r.metric != nil:
		return r.metric.OneLine, r.metric.Help, r.metric.Labels
	case r.indom != nil:
		return r.indom.OneLine, r.indom.Help, r.indom.Labels
	}
	return nil, nil, nil
}
