package report

import (
	"iter"
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

// rowsOf iterates over the rows of a record, each only good until the next.
func rowsOf(record Record) iter.Seq[*row] {
	return func(yield func(*row) bool) { record.rows(new(row), yield) }
}

// rows yields a row for each value; without values, one for the metric.
func (m *Metric) rows(r *row, yield func(*row) bool) { m.rowsAt(m.Time, r, yield) }

// rowsAt yields the rows of a time. It reports whether yield wants more.
func (m *Metric) rowsAt(at time.Time, r *row, yield func(*row) bool) bool {
	*r = row{time: at, metric: m, failure: m.Err}
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

func (s *Sample) rows(r *row, yield func(*row) bool) {
	if *r = (row{time: s.Time, mark: true}); s.Mark && !yield(r) {
		return
	}
	s.Metrics.each(func(m *Metric) bool { return m.rowsAt(s.Time, r, yield) })
}

func (s *Summary) rows(r *row, yield func(*row) bool) {
	s.Metric.rows(r, func(r *row) bool {
		r.summary = s
		return yield(r)
	})
}

func (d *InDom) rows(r *row, yield func(*row) bool) {
	if *r = (row{indom: d, failure: d.Err}); d.Instances.len() == 0 {
		yield(r)
		return
	}
	for i := range d.Instances.each {
		if *r = (row{indom: d, value: &Value{Instance: i}}); !yield(r) {
			return
		}
	}
}

func (s *Store) rows(r *row, yield func(*row) bool) {
	if *r = (row{metric: s.Metric, failure: s.Metric.Err, printed: s.Printed}); s.New.len() == 0 {
		yield(r)
		return
	}
	old := s.Old.Slice()
	i := 0
	for v := range s.New.each {
		*r = row{metric: s.Metric, value: v, failure: v.Err}
		if i < len(old) {
			r.old = &old[i]
		}
		if !yield(r) {
			return
		}
		i++
	}
}

func (c *Code) rows(r *row, yield func(*row) bool) {
	*r = row{operand: c.Operand, code: c}
	yield(r)
}

func (p *Problem) rows(r *row, yield func(*row) bool) {
	*r = row{from: p.Host, operand: p.Operand, failure: &p.Failure, printed: p.Printed}
	yield(r)
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
