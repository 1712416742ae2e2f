package report

import (
	"time"

	"pcptools/libpcp"
)

// A row is a record, or a part of one, as a line of a table.
type row struct {
	time    time.Time
	from    string // the source, of several in a record
	operand string
	metric  *Metric
	indom   *InDom
	value   *Value
	old     *Value
	code    *Code
	summary *Summary
	failure *Failure
	mark    bool
	again   bool // not the first of its metric
	last    bool // no more are wanted
	printed bool // the tool prints the failure, too
}

// rows yields a row for each value; without values, one for the metric.
func (m *Metric) rows(yield func(*row) bool) { m.rowsAt(m.Time, yield) }

// rowsAt yields the rows of a time. It reports whether yield wants more.
func (m *Metric) rowsAt(at time.Time, yield func(*row) bool) bool {
	r := &row{time: at, metric: m, failure: m.Err}
	if m.Values.len() == 0 {
		return yield(r)
	}
	m.Values.each(func(v *Value) bool {
		r.value, r.failure, r.old = v, m.Err, nil
		if v.Old != nil {
			r.old = &Value{Atom: v.Old}
		}
		if v.Err != nil {
			r.failure = v.Err
		}
		r.last = !yield(r)
		r.again = true
		return !r.last
	})
	return !r.last
}

func (s *Sample) rows(yield func(*row) bool) {
	if s.Mark && !yield(&row{time: s.Time, mark: true}) {
		return
	}
	s.Metrics.each(func(m *Metric) bool { return m.rowsAt(s.Time, yield) })
}

func (s *Summary) rows(yield func(*row) bool) {
	for r := range s.Metric.rows {
		if r.summary = s; !yield(r) {
			return
		}
	}
}

func (d *InDom) rows(yield func(*row) bool) {
	if d.Instances.len() == 0 {
		yield(&row{indom: d, failure: d.Err})
		return
	}
	for i := range d.Instances.each {
		if !yield(&row{indom: d, value: &Value{Instance: i}}) {
			return
		}
	}
}

func (s *Store) rows(yield func(*row) bool) {
	if s.New.len() == 0 {
		yield(&row{metric: s.Metric, failure: s.Metric.Err, printed: s.Printed})
		return
	}
	old := s.Old.Slice()
	i := 0
	for v := range s.New.each {
		r := row{metric: s.Metric, value: v, failure: v.Err}
		if i < len(old) {
			r.old = &old[i]
		}
		if !yield(&r) {
			return
		}
		i++
	}
}

func (c *Code) rows(yield func(*row) bool) { yield(&row{operand: c.Operand, code: c}) }

func (p *Problem) rows(yield func(*row) bool) {
	yield(&row{from: p.Host, operand: p.Operand, failure: &p.Failure, printed: p.Printed})
}

// instance is the instance of the row, or nil.
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

// host is the source that the row is from, of several in a record.
func (r *row) host() string {
	if r.metric != nil {
		return r.metric.Host
	}
	return r.from
}
