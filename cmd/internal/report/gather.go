package report

import (
	"slices"
	"time"

	"pcptools/libpcp"
)

// gathering hands the records of several sources, in order, to an encoder: those
// of one time together where the encoder shows them so, or where they are ranked.
type gathering struct {
	Encoder
	options Options
	awaited func() []string // names sources that are late
	zone    func() *time.Location
	step    int64
	records []Record

	// units are the units of metrics that have common columns or scales: of the first
	// source with the metric. Values of others are converted.
	units map[string]libpcp.Units
}

// drawn reports whether the samples of several sources are drawn as one, or have
// common rows or columns.
func (o *Options) drawn() bool {
	return o.Drawn != nil || o.Format == Wide || o.Format == Table && o.Style.ByInstance || o.Style.ByHost && !formats[o.Format].members
}

// take takes in a record of a step that is not before that of the last.
func (g *gathering) take(step int64, r Record) error {
	if err := g.settle(step); err != nil {
		return err
	}
	g.step = step
	o := &g.options
	_, problem := r.(*Problem)
	switch {
	case o.drawn() && problem, o.Ranking != nil && !formats[o.Format].joins && problem:
		return g.Write(r)
	case o.Ranking != nil, o.drawn(), o.Format == Table && step != 0:
		g.records = append(g.records, r)
		return nil
	case !o.finish(r):
		return nil
	}
	return g.Write(r)
}

// finish does to a record what the tool does at the end. It reports whether the record is
// reported.
func (o *Options) finish(r Record) bool {
	m, ok := r.(*Metric)
	return !ok || o.Finish == nil || o.Finish(m)
}

// settle completes the last step if it is before a step.
func (g *gathering) settle(step int64) error {
	if step <= g.step || g.records == nil {
		return nil
	}
	records, o := g.records, &g.options
	g.records = nil
	if o.Ranking != nil && !o.Style.ByInstance && !(o.Style.ByHost && o.drawn()) {
		if records = o.Ranking.of(o, records); len(records) == 0 {
			return nil
		}
	}
	records = slices.DeleteFunc(records, func(r Record) bool { return !o.finish(r) })
	at := time.Unix(0, g.step).In(g.zone())
	switch {
	case o.drawn():
		return g.Write(g.sample(at, records))
	case o.Format == Table && g.step != 0:
		return g.Write(&instant{at, records})
	}
	for _, r := range records {
		if err := g.Write(r); err != nil {
			return err
		}
	}
	return nil
}

// sample is the metrics of several sources at one time.
func (g *gathering) sample(at time.Time, records []Record) *Sample {
	var metrics []Metric
	for _, r := range records {
		for m := range metricsOf(r) {
			g.unify(m)
			metrics = append(metrics, *m)
		}
	}
	return &Sample{Time: at, Metrics: ListOf(metrics...), Awaited: g.awaited()}
}

// unify gives a metric the units that it has in other sources.
func (g *gathering) unify(m *Metric) {
	if m.Desc == nil || !m.Desc.Type.Numeric() {
		return
	}
	units, known := g.units[m.Name]
	switch {
	case !known:
		g.units[m.Name] = m.Desc.Units
	case units != m.Desc.Units && m.Values != nil:
		m.convert(units)
		m.Values = ListOf(m.Values.Slice()...) // converted once
	}
}

// metricsOf iterates over the metrics of a record that may be changed.
func metricsOf(r Record) func(yield func(*Metric) bool) {
	return func(yield func(*Metric) bool) {
		switch r := r.(type) {
		case *Metric:
			yield(r)
		case *Summary:
			yield(r.Metric)
		case *Sample:
			r.Metrics.each(yield)
		}
	}
}

// of are the records in order: samples as they are where they are rows, and else a record
// for each value.
func (order *Ranking) of(o *Options, records []Record) []Record {
	if o.Format == Wide && !o.Style.ByInstance || o.Style.ByHost {
		return order.samples(records, o.Style.ByHost)
	}
	return order.First(records)
}

// samples are the first samples, in the order of the first value of a metric; without
// values, they are left out unless all are wanted.
func (order *Ranking) samples(records []Record, whole bool) (all []Record) {
	name, units := "", libpcp.Units(0)
	var some []ranked
	for _, r := range records {
		one, any := ranked{record: r, key: order.Key(&Value{})}, whole
		for m := range metricsOf(r) {
			any = any || m.Values.len() > 0
			if name == "" && m.Desc != nil && m.Values.len() > 0 && (order.By == nil || order.By(m)) {
				name, units = m.Name, m.Desc.Units
			}
			if m.Name != name {
				continue
			}
			for v := range m.Values.each {
				if key := order.Key(v.inUnits(m.Desc, units)); order.Compare(key, one.key) < 0 {
					one.key = key
				}
			}
		}
		if any {
			some = append(some, one)
		}
	}
	slices.SortStableFunc(some, func(a, b ranked) int { return order.Compare(a.key, b.key) })
	if order.Top > 0 {
		some = some[:min(len(some), order.Top)]
	}
	for _, r := range some {
		all = append(all, r.record)
	}
	return all
}

// ranked is the record of a value.
type ranked struct {
	record Record
	key    any
}

// First are the records of the first values of each metric, or of all metrics Together, in
// order, and then those without values.
func (order *Ranking) First(records []Record) (all []Record) {
	var names []string
	var rest []Record
	kept, units := make(map[string][]ranked), make(map[string]libpcp.Units)
	for _, r := range records {
		any := false
		for m := range metricsOf(r) {
			any = true
			name := m.Name
			if order.Together {
				name = ""
			}
			if _, known := kept[name]; !known && m.Values.len() > 0 {
				names = append(names, name)
				if kept[name] = nil; m.Desc != nil {
					units[name] = m.Desc.Units
				}
			}
			for v := range m.Values.each {
				one, count := *m, 1
				if one.Values = ListOf(*v); m.Count != nil {
					one.Count = &count
				}
				key := v
				if !order.Together {
					key = v.inUnits(m.Desc, units[name])
				}
				kept[name] = append(kept[name], ranked{with(r, &one), order.Key(key)})
			}
			if m.Values.len() == 0 && (m.Err != nil || m.Values == nil) {
				rest = append(rest, with(r, m))
			}
		}
		if s, ok := r.(*Sample); !any && (!ok || s.Mark) {
			rest = append(rest, r)
		}
	}
	for _, name := range names {
		some := kept[name]
		slices.SortStableFunc(some, func(a, b ranked) int { return order.Compare(a.key, b.key) })
		if order.Top > 0 {
			some = some[:min(len(some), order.Top)]
		}
		for _, r := range some {
			all = append(all, r.record)
		}
	}
	return append(all, rest...)
}

// with is a record with a metric in place of its own.
func with(r Record, m *Metric) Record {
	switch r := r.(type) {
	case *Summary:
		return &Summary{m, r.Window, r.Before}
	case *Sample:
		return &Sample{Host: r.Host, Time: r.Time, Metrics: ListOf(*m)}
	}
	return m
}

// inUnits is a value of a metric, in other units if they are of its dimension.
func (v *Value) inUnits(d *libpcp.Desc, units libpcp.Units) *Value {
	if d == nil || d.Units == units {
		return v
	}
	if v.Digest != nil {
		return &Value{Instance: v.Instance, Digest: v.Digest.in(d.Units, units)}
	}
	if v.Atom == nil || !v.Atom.Type.Numeric() {
		return v
	}
	a, err := libpcp.ConvertScale(libpcp.DoubleAtom(v.Atom.Float64()), d.Units, units)
	if err != nil {
		return v
	}
	return &Value{Instance: v.Instance, Atom: &a}
}

// copied is a record of a source as it stays when the next is made, with its times in
// a zone.
func copied(r Record, host string, zone *time.Location) Record {
	switch r := r.(type) {
	case *Metric:
		m := r.copy(host, zone)
		return &m
	case *Summary:
		m := r.Metric.copy(host, zone)
		c := &Summary{Metric: &m, Window: *r.Window.in(zone)}
		if r.Before != nil {
			c.Before = r.Before.in(zone)
		}
		return c
	case *Sample:
		s := *r
		s.Time = In(s.Time, zone)
		s.Host, s.Metrics = host, copiedList(r.Metrics, func(m *Metric) Metric { return m.copy(host, zone) })
		return &s
	case *InDom:
		d := *r
		d.Host, d.Instances = host, copiedList(r.Instances, func(i *Instance) Instance { return *i })
		return &d
	case *Span:
		c := *r
		c.Host, c.Start, c.End = host, In(r.Start, zone), In(r.End, zone)
		return &c
	case *Problem:
		c := *r
		c.Host, c.Time = host, In(r.Time, zone)
		return &c
	}
	return r
}

func (m *Metric) copy(host string, zone *time.Location) Metric {
	c := *m
	c.Host, c.Time, c.Values = host, In(m.Time, zone), copiedList(m.Values, func(v *Value) Value {
		c := v.Copy()
		c.Digest, c.Before = v.Digest.at(zone), v.Before.at(zone)
		return c
	})
	return c
}

func (w Window) in(zone *time.Location) *Window {
	return &Window{In(w.Start, zone), In(w.End, zone), w.Taken}
}

// at is a copy of the digest with its time in a zone.
func (d *Digest) at(zone *time.Location) *Digest {
	if d == nil {
		return nil
	}
	c := *d
	c.MaxTime = In(d.MaxTime, zone)
	return &c
}

func copiedList[T any](l *List[T], copy func(*T) T) *List[T] {
	if l == nil {
		return nil
	}
	all := make([]T, 0, l.Len)
	for e := range l.each {
		all = append(all, copy(e))
	}
	return ListOf(all...)
}
