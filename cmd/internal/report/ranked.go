package report

import (
	"cmp"
	"maps"
	"slices"

	"pcptools/libpcp"
)

// A Ranking orders the values of each metric, of all sources together. A step keeps
// no more values than it writes, or with Top about twice as many.
type Ranking struct {
	Top     int              // how many values of a metric are reported, 0 for all
	Key     func(*Value) any // what a value is ordered by
	Compare func(a, b any) int
	Finish  func(*Metric) // what else to do to a metric before it is written; may be nil
}

// ranks are the records of one step: of values, in their order, and the rest.
type ranks struct {
	metrics map[string]*rank
	rest    []ranked
}

// A rank is the values of one metric: the first so far, and some others.
type rank struct {
	origin              // where the metric comes first
	units  libpcp.Units // that keys are in
	kept   []ranked
	bound  *any // the key of the last of the first Top, once there were so many
}

// ranked is the record of a value, or another record without a key.
type ranked struct {
	origin
	piece
	key any
}

// origin is the place of a record among the records of all sources.
type origin struct{ part, number int }

func (o origin) compare(p origin) int {
	return cmp.Or(cmp.Compare(o.part, p.part), cmp.Compare(o.number, p.number))
}

// rank makes a record of each value of a record that may be reported, and puts
// it in its place.
func (p *Part) rank(r Record) error {
	switch r := r.(type) {
	case *Metric:
		p.rankMetric(r, func(m *Metric) Record { return m })
	case *Summary:
		p.rankMetric(r.Metric, func(m *Metric) Record { return &Summary{m, r.Start, r.End, r.Samples} })
	case *Sample:
		if r.Mark {
			p.rankRest(r)
		}
		for m := range r.Metrics.each {
			p.rankMetric(m, func(m *Metric) Record { return &Sample{Time: r.Time, Metrics: ListOf(*m)} })
		}
	default:
		p.rankRest(r)
	}
	p.all.mu.Lock()
	defer p.all.mu.Unlock()
	return p.all.err
}

func (p *Part) rankMetric(m *Metric, record func(*Metric) Record) {
	if m.Values.len() == 0 {
		if m.Err != nil || m.Values == nil {
			p.rankRest(record(m))
		}
		return
	}
	for v := range m.Values.each {
		p.number++
		one, count := *m, 1
		if one.Values = ListOf(*v); m.Count != nil {
			one.Count = &count
		}
		key, wanted := p.all.admit(p, m, v)
		if !wanted {
			continue
		}
		if finish := p.all.Ranking.Finish; finish != nil {
			finish(&one)
		}
		made := ranked{origin{p.index, p.number}, p.piece(record(&one)).kept(), key}
		p.all.mu.Lock()
		p.all.ranksAt(p).of(m.Name).add(p.all.Ranking, made)
		p.all.mu.Unlock()
	}
}

// rankRest puts a record behind all values, or writes it, if the format has no
// order.
func (p *Part) rankRest(r Record) {
	p.number++
	made := ranked{origin{p.index, p.number}, p.piece(r).kept(), nil}
	s := p.all
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ordered {
		s.write(made.piece)
		return
	}
	step := s.ranksAt(p)
	step.rest = append(step.rest, made)
}

// admit returns the key of a value, unless values enough come before it.
func (s *Several) admit(p *Part, m *Metric, v *Value) (key any, wanted bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.ranksAt(p).of(m.Name)
	from := origin{p.index, p.number}
	if r.kept == nil && m.Desc != nil {
		r.origin, r.units = from, m.Desc.Units
	}
	if from.compare(r.origin) < 0 {
		r.origin = from
	}
	key = s.Ranking.Key(r.inUnits(m, v))
	return key, r.bound == nil || s.Ranking.Compare(key, *r.bound) <= 0
}

// inUnits is a value of a metric, in the units of the rank.
func (r *rank) inUnits(m *Metric, v *Value) *Value {
	if m.Desc == nil || m.Desc.Units == r.units {
		return v
	}
	if v.Digest != nil {
		return &Value{Instance: v.Instance, Digest: v.Digest.in(m.Desc.Units, r.units)}
	}
	if v.Atom == nil || !v.Atom.Type.Numeric() {
		return v
	}
	a, err := libpcp.ConvertScale(libpcp.DoubleAtom(v.Atom.Float64()), m.Desc.Units, r.units)
	if err != nil {
		return v
	}
	return &Value{Instance: v.Instance, Atom: &a}
}

// ranksAt are the ranks of the step that a part has reached.
func (s *Several) ranksAt(p *Part) *ranks {
	step := p.at
	if step == never {
		step = s.last
	}
	r := s.steps[step]
	if r == nil {
		r = &ranks{metrics: make(map[string]*rank)}
		s.steps[step] = r
	}
	return r
}

func (r *ranks) of(metric string) *rank {
	if r.metrics[metric] == nil {
		r.metrics[metric] = new(rank)
	}
	return r.metrics[metric]
}

func (r *rank) add(order *Ranking, made ranked) {
	if r.kept = append(r.kept, made); order.Top > 0 && len(r.kept) >= 2*order.Top+64 {
		r.cut(order)
	}
}

// cut leaves the first values, in order.
func (r *rank) cut(order *Ranking) {
	slices.SortFunc(r.kept, func(a, b ranked) int {
		return cmp.Or(order.Compare(a.key, b.key), a.origin.compare(b.origin))
	})
	if order.Top > 0 && len(r.kept) >= order.Top {
		r.kept = slices.Delete(r.kept, order.Top, len(r.kept))
		r.bound = &r.kept[order.Top-1].key
	}
}

// writeRanks writes the records of the steps that all parts have passed.
func (s *Several) writeRanks(reached int64) {
	for _, step := range slices.Sorted(maps.Keys(s.steps)) {
		if step >= reached {
			break
		}
		r := s.steps[step]
		delete(s.steps, step)
		s.last = step
		for _, metric := range slices.SortedFunc(maps.Values(r.metrics), func(a, b *rank) int { return a.origin.compare(b.origin) }) {
			metric.cut(s.Ranking)
			s.writeAll(step, metric.kept)
		}
		slices.SortFunc(r.rest, func(a, b ranked) int { return a.origin.compare(b.origin) })
		s.writeAll(step, r.rest)
	}
	s.settle(reached)
}

func (s *Several) writeAll(step int64, records []ranked) {
	for _, r := range records {
		r.step = step
		s.write(r.piece)
	}
}
