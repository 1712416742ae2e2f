package report

import (
	"iter"
	"strconv"
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
	start   time.Time // of a summary or span
	end     time.Time
	own     map[Column]string // cells that no other record has
	failure *Failure
	mark    bool
	again   bool // not the first of its metric
	last    bool // no more are wanted
	printed bool // the tool prints the failure, too
}

// rows makes rows of records, one at a time.
type rows struct {
	row  row
	take func(*row) bool // takes each row, and reports whether more are wanted
	time time.Time       // of the rows of metrics

	metric func(*Metric) bool // the methods of these names, for lists
	value  func(*Value) bool
}

// rowsFor returns what gives rows to take.
func rowsFor(take func(*row) bool) *rows {
	r := &rows{take: take}
	r.metric, r.value = r.ofMetric, r.ofValue
	return r
}

// rowsOf iterates over the rows of a record, each only good until the next.
func rowsOf(record Record) iter.Seq[*row] {
	return func(yield func(*row) bool) { record.rows(rowsFor(yield)) }
}

func (r *rows) add(next row) bool {
	r.row = next
	return r.take(&r.row)
}

// ofMetric makes a row for each value; without values, one for the metric.
func (r *rows) ofMetric(m *Metric) bool {
	r.row = row{time: r.time, metric: m, failure: m.Err}
	if m.Values.len() == 0 {
		return r.take(&r.row)
	}
	m.Values.each(r.value)
	return !r.row.last
}

func (r *rows) ofValue(v *Value) bool {
	next := &r.row
	next.value, next.failure, next.old = v, next.metric.Err, nil
	if v.Old != nil {
		next.old = &Value{Atom: v.Old}
	}
	if v.Err != nil {
		next.failure = v.Err
	}
	next.last = !r.take(next)
	next.again = true
	return !next.last
}

func (m *Metric) rows(r *rows) {
	r.time = m.Time
	r.ofMetric(m)
}

func (s *Sample) rows(r *rows) {
	if s.Mark && !r.add(row{from: s.Host, time: s.Time, mark: true}) {
		return
	}
	r.time = s.Time
	s.Metrics.each(r.metric)
}

func (s *Summary) rows(r *rows) {
	s.Metric.rows(rowsFor(func(one *row) bool {
		one.summary, one.start, one.end = s, s.Start, s.End
		return r.take(one)
	}))
}

func (p *Span) rows(r *rows) {
	own := map[Column]string{Hostname: p.Hostname, Zone: p.Zone, Metrics: strconv.Itoa(p.Metrics), Gaps: strconv.Itoa(p.Gaps)}
	r.add(row{from: p.Host, start: p.Start, end: p.End, own: own})
}

func (d *InDom) rows(r *rows) {
	if d.Instances.len() == 0 {
		r.add(row{from: d.Host, indom: d, failure: d.Err})
		return
	}
	d.Instances.each(func(i *Instance) bool { return r.add(row{from: d.Host, indom: d, value: &Value{Instance: i}}) })
}

func (s *Store) rows(r *rows) {
	if s.New.len() == 0 {
		r.add(row{metric: s.Metric, failure: s.Metric.Err, printed: s.Printed})
		return
	}
	old := s.Old.Slice()
	s.New.each(func(v *Value) bool {
		next := row{metric: s.Metric, value: v, failure: v.Err}
		if len(old) > 0 {
			next.old, old = &old[0], old[1:]
		}
		return r.add(next)
	})
}

func (c *Code) rows(r *rows) { r.add(row{operand: c.Operand, code: c}) }

func (p *Problem) rows(r *rows) {
	r.add(row{time: p.Time, from: p.Host, operand: p.Operand, failure: &p.Failure, printed: p.Printed})
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

func (i *instant) rows(r *rows) {
	for _, record := range i.records {
		record.rows(r)
	}
}
