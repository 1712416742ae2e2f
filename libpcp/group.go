package libpcp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"
)

// A Group fetches metrics together, by name, and returns their values as
// numbers and strings with the names of instances (pmCreateFetchGroup(3)). It
// keeps the values of the last fetch, for rates.
type Group struct {
	c        *Context
	metrics  []groupMetric
	everyone Profile // all instances
	known    uint64  // the context's forgot when the metrics were described
}

// groupMetric is a metric of a group.
type groupMetric struct {
	name   string
	wanted []string // instances, or nil for all
	desc   Desc
	err    error // why there is no descriptor any more
	last   map[int32]float64
	before time.Time // of last
}

// Group returns the metrics that specs name, each as "metric", or with some of
// its instances as in "metric[instance,instance]" (see [ParseMetricSpec]). The
// error is that of the first that is not known.
func (c *Context) Group(ctx context.Context, specs ...string) (*Group, error) {
	g := &Group{c: c}
	for _, text := range specs {
		spec, err := ParseMetricSpec(text)
		if err != nil {
			return nil, err
		}
		if spec.Kind != SpecNone {
			return nil, fmt.Errorf("%s: a metric of another source: %w", text, ErrName)
		}
		g.metrics = append(g.metrics, groupMetric{name: spec.Metric, wanted: spec.Instances})
	}
	if len(g.metrics) == 0 {
		return nil, ErrTooSmall
	}
	g.describe(ctx)
	for i := range g.metrics {
		if m := &g.metrics[i]; m.err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, m.err)
		}
	}
	return g, nil
}

// describe looks up all metrics. Those that have become others start anew.
func (g *Group) describe(ctx context.Context) {
	g.known = g.c.forgot
	lookup := &LookupQuery{}
	for i := range g.metrics {
		lookup.Names = append(lookup.Names, g.metrics[i].name)
	}
	g.c.Batch(ctx, lookup)
	descs := &DescsQuery{}
	var found []*groupMetric
	for i, r := range lookup.Replies {
		if g.metrics[i].err = r.Err; r.Err == nil {
			descs.IDs, found = append(descs.IDs, r.ID), append(found, &g.metrics[i])
		}
	}
	if len(found) == 0 {
		return
	}
	g.c.Batch(ctx, descs)
	for i, r := range descs.Replies {
		m := found[i]
		if m.err = r.Err; r.Desc != m.desc {
			m.desc, m.last = r.Desc, nil
		}
	}
}

// stale reports whether metrics may have other descriptors than those known,
// or one by now.
func (g *Group) stale() bool {
	return g.known != g.c.forgot || slices.ContainsFunc(g.metrics, func(m groupMetric) bool { return m.err != nil })
}

// Sample is the values of a [Group] at a time.
type Sample struct {
	Time    time.Time
	Changes StateChange // since the sample before
	metrics []sampleMetric
}

type sampleMetric struct {
	name     string
	readings []Reading
	err      error
}

// A Reading is a value of a metric.
type Reading struct {
	Inst     int32  // NullInst for a singular metric
	Instance string // its name, "" for a singular metric or if it has none
	Value    Atom

	rate  float64
	rated bool
}

// Float64 returns the value as a double; for what is not a number it is 0.
func (r Reading) Float64() float64 {
	if !r.Value.Type.Numeric() {
		return 0
	}
	return r.Value.Float64()
}

// Text returns the value of a string.
func (r Reading) Text() string { return r.Value.Text() }

// Rate returns by how much a counter has grown per second since the sample
// before. There is none for other metrics, for the first value of an instance,
// and for a counter that has become less.
func (r Reading) Rate() (perSecond float64, ok bool) { return r.rate, r.rated }

// Values returns the values of a metric of the group, in the order in which
// they came. The error is why there are none; no values and no error is
// possible too.
func (s *Sample) Values(metric string) ([]Reading, error) {
	for i := range s.metrics {
		if s.metrics[i].name == metric {
			return s.metrics[i].readings, s.metrics[i].err
		}
	}
	return nil, fmt.Errorf("%s: not in the group: %w", metric, ErrName)
}

// Float64 returns the only value of a metric of the group, such as a singular
// one, as a double. The error is ErrValue if there is no value or are several,
// and ErrConv if it is not a number.
func (s *Sample) Float64(metric string) (float64, error) {
	readings, err := s.Values(metric)
	switch {
	case err != nil:
		return 0, err
	case len(readings) != 1:
		return 0, fmt.Errorf("%s: %d values: %w", metric, len(readings), ErrValue)
	case !readings[0].Value.Type.Numeric():
		return 0, fmt.Errorf("%s: %w", metric, ErrConv)
	}
	return readings[0].Float64(), nil
}

// Fetch returns the current values, or those at the position of an archive:
// in one round trip, unless agents have changed. The context's profile does
// not matter.
func (g *Group) Fetch(ctx context.Context) (*Sample, error) {
	if g.stale() {
		g.describe(ctx)
	}
	fetch, names := g.ask(ctx)
	if fetch.Err != nil {
		return nil, fetch.Err
	}
	if fetch.Result.Changes.Metadata() {
		changes := fetch.Result.Changes
		g.describe(ctx)
		if fetch, names = g.ask(ctx); fetch.Err != nil {
			return nil, fetch.Err
		}
		fetch.Result.Changes |= changes
	}
	s := &Sample{Time: fetch.Result.Time, Changes: fetch.Result.Changes, metrics: make([]sampleMetric, len(g.metrics))}
	for i := range g.metrics {
		m, out := &g.metrics[i], &s.metrics[i]
		if out.name, out.err = m.name, m.err; m.err != nil {
			continue
		}
		if set := fetch.Result.Set(m.desc.PMID); set != nil {
			out.readings, out.err = m.read(set, names[m.desc.InDom], s.Time)
		}
	}
	return s, nil
}

// ask fetches, and lists the instances of the metrics' domains.
func (g *Group) ask(ctx context.Context) (*FetchQuery, map[InDom]map[int32]string) {
	fetch := &FetchQuery{Profile: &g.everyone}
	queries := []Query{fetch}
	domains := make(map[InDom]*InstancesQuery)
	for i := range g.metrics {
		m := &g.metrics[i]
		if m.err != nil {
			continue
		}
		fetch.IDs = append(fetch.IDs, m.desc.PMID)
		if d := m.desc.InDom; d != NullInDom && domains[d] == nil {
			domains[d] = &InstancesQuery{InDom: d}
			queries = append(queries, domains[d])
		}
	}
	if len(fetch.IDs) == 0 {
		fetch.IDs = []PMID{NullPMID} // there is a result with a time all the same
	}
	g.c.Batch(ctx, queries...)
	names := make(map[InDom]map[int32]string)
	for d, q := range domains {
		names[d] = make(map[int32]string, len(q.Instances))
		for _, inst := range q.Instances {
			names[d][inst.ID] = inst.Name
		}
	}
	return fetch, names
}

// read makes readings of a value set.
func (m *groupMetric) read(set *ValueSet, names map[int32]string, now time.Time) ([]Reading, error) {
	if set.Err != nil {
		m.last = nil
		return nil, set.Err
	}
	var readings []Reading
	last := make(map[int32]float64, len(set.Values))
	for i, v := range set.Values {
		if !m.wants(names[v.Inst]) {
			continue
		}
		atom, err := set.Atom(i, m.desc.Type)
		if m.desc.Type.Event() || m.desc.Type == TypeAggregateStatic {
			atom, err = BytesAtom(m.desc.Type, v.Block().Data), nil
		}
		if err != nil {
			return nil, err
		}
		r := Reading{Inst: v.Inst, Instance: names[v.Inst], Value: atom}
		if m.desc.Sem == SemCounter && atom.Type.Numeric() {
			last[v.Inst] = atom.Float64()
			r.rate, r.rated = m.rate(v.Inst, atom.Float64(), now)
		}
		readings = append(readings, r)
	}
	m.last, m.before = last, now
	return readings, nil
}

// rate is the change per second since the last sample.
func (m *groupMetric) rate(inst int32, value float64, now time.Time) (float64, bool) {
	before, known := m.last[inst]
	elapsed := now.Sub(m.before).Seconds()
	if elapsed < 0 { // an archive replayed backwards
		before, value, elapsed = value, before, -elapsed
	}
	if !known || elapsed == 0 || value < before {
		return 0, false
	}
	return (value - before) / elapsed, true
}

// wants reports whether an instance was asked for, by its name or the first
// word of it.
func (m *groupMetric) wants(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return m.wanted == nil || slices.Contains(m.wanted, name) || slices.Contains(m.wanted, first)
}

// Samples iterates over the values at an interval: of a live source now and
// then until ctx ends, of an archive interpolated from its position to the end
// of the log; a negative interval replays an archive backwards. An error is the
// last element. Sampling times that pass while the caller uses a sample are
// skipped.
func (g *Group) Samples(ctx context.Context, interval time.Duration) iter.Seq2[*Sample, error] {
	return func(yield func(*Sample, error) bool) {
		archive, err := g.c.Archive()
		if err == nil {
			if err := archive.SetMode(ctx, ModeInterp, time.Time{}, interval); err != nil {
				yield(nil, err)
				return
			}
			interval = 0
		} else if interval <= 0 {
			yield(nil, ErrMode)
			return
		}
		for next := time.Now(); ; next = next.Add(interval) {
			if err := wait(ctx, next); err != nil {
				yield(nil, err)
				return
			}
			s, err := g.Fetch(ctx)
			if errors.Is(err, ErrEOL) || !yield(s, err) || err != nil {
				return
			}
			if behind := time.Since(next); interval > 0 && behind > interval {
				next = next.Add(behind.Truncate(interval))
			}
		}
	}
}

// wait waits for a point in time.
func wait(ctx context.Context, until time.Time) error {
	d := time.Until(until)
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
