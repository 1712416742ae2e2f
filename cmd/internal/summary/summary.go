// Package summary describes the values of many samples by a few numbers: how many
// there were, their mean, percentiles, and the least and the greatest.
package summary

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A Summary is a [report.Encoder] that takes samples in, and at the end writes a
// record for each metric to the next encoder. Other records pass.
type Summary struct {
	// Warn, if not nil, is called with a sentence about values that Report lacks.
	Warn func(string)
	// Order, if not nil, orders the instances of a metric, and may leave some out.
	Order func(*report.List[report.Value]) *report.List[report.Value]
	// Rank, if not nil, orders the records of a comparison.
	Rank func([]report.Record) []report.Record

	next    report.Encoder
	metrics []*metric
	places  map[key]*metric
	budget  int
	series  int
	more    int // values of instances beyond the limit
	report.Window
	before *report.Window // that it is compared with; nil without
}

// maxSeries is how many instances of metrics are described.
const maxSeries = 100_000

// key is what makes values comparable.
type key struct {
	name  string
	units libpcp.Units
	rate  bool
}

// A metric has a digest for each of its instances.
type metric struct {
	report.Metric // the latest, without values
	series        []*series
	places        map[place]*series
	err           *report.Failure // of a sample
}

// place is an instance: a number can have another name later.
type place struct {
	id   int32
	name string
}

type series struct {
	instance *report.Instance
	digest
	before *digest // of the window before; nil for none
}

// New returns a summary that is written to an encoder.
func New(next report.Encoder) *Summary {
	return &Summary{next: next, places: make(map[key]*metric), budget: maxKept}
}

// Begin implements [report.Encoder].
func (s *Summary) Begin(h report.Header) error { return s.next.Begin(h) }

// Write implements [report.Encoder].
func (s *Summary) Write(r report.Record) error {
	sample, ok := r.(*report.Sample)
	switch {
	case !ok:
		return s.next.Write(r)
	case sample.Mark:
		return nil
	}
	if s.Taken++; s.Taken == 1 {
		s.Window.Start = sample.Time
	}
	s.Window.End = sample.Time
	for m := range sample.Metrics.All {
		s.add(m, sample.Time)
	}
	return nil
}

// Compare ends a window, which is compared with the next.
func (s *Summary) Compare() {
	before := s.Window
	s.before, s.Window = &before, report.Window{}
	for _, m := range s.metrics {
		for _, one := range m.series {
			last := one.digest
			one.before, one.digest = &last, digest{budget: &s.budget}
		}
	}
}

// End implements [report.Encoder]: it writes the summary.
func (s *Summary) End() error {
	if err := s.Report(s.next); err != nil {
		return err
	}
	return s.next.End()
}

// add takes the values of a metric in.
func (s *Summary) add(m *report.Metric, at time.Time) {
	of := s.metric(m)
	if m.Err != nil {
		of.err = m.Err
	}
	if m.Values == nil {
		return
	}
	for v := range m.Values.All {
		switch {
		case v.Err != nil:
			of.err = v.Err
		case v.Atom == nil || !v.Atom.Type.Numeric():
		default:
			if d := s.digest(of, placeOf(v.Instance), v.Instance); d != nil {
				d.add(number(*v.Atom), at)
			}
		}
	}
}

// number is a number as reports have it: of a single-precision one its digits.
func number(a libpcp.Atom) float64 {
	v := a.Float64()
	if a.Type == libpcp.TypeFloat {
		v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', -1, 32), 64)
	}
	return v
}

func placeOf(i *report.Instance) place {
	if i == nil {
		return place{id: libpcp.NullInst}
	}
	return place{i.ID, i.Name}
}

// metric has the samples of a metric so far.
func (s *Summary) metric(m *report.Metric) *metric {
	k := key{name: m.Name, rate: m.Rate}
	if m.Desc != nil {
		k.units = m.Desc.Units
	}
	of := s.places[k]
	if of == nil {
		of = &metric{places: make(map[place]*series)}
		s.places[k] = of
		s.metrics = append(s.metrics, of)
	}
	of.Metric = *m
	of.Values, of.Err, of.Count = nil, nil, nil
	return of
}

// digest returns the digest of an instance; nil beyond the limit of instances.
func (s *Summary) digest(of *metric, at place, i *report.Instance) *digest {
	if known := of.places[at]; known != nil {
		return &known.digest
	}
	if s.series == maxSeries {
		s.more++
		return nil
	}
	s.series++
	one := &series{digest: digest{budget: &s.budget}}
	if i != nil {
		instance := *i
		one.instance = &instance
	}
	of.places[at] = one
	of.series = append(of.series, one)
	return &one.digest
}

// Report writes a record for each metric.
func (s *Summary) Report(enc interface{ Write(report.Record) error }) error {
	var compared []report.Record
	for _, m := range s.metrics {
		record := &report.Summary{Metric: &m.Metric, Window: s.Window, Before: s.before}
		slices.SortStableFunc(m.series, func(a, b *series) int {
			if a.instance == nil || b.instance == nil {
				return 0
			}
			return cmp.Compare(a.instance.ID, b.instance.ID)
		})
		var values []report.Value
		for _, one := range m.series {
			if v := (report.Value{Instance: one.instance, Digest: one.result(), Before: one.before.result()}); v.Digest != nil || v.Before != nil {
				values = append(values, v)
			}
		}
		if s.before != nil {
			of := m.Desc
			values = changed(values, of != nil && !m.Rate && (of.Units.Dimensionless() || of.Sem == libpcp.SemDiscrete))
		}
		if m.Values = report.ListOf(values...); len(values) == 0 {
			m.Err = m.err
		}
		if s.before != nil {
			if len(values) > 0 || m.Err != nil {
				compared = append(compared, record)
			}
			continue
		}
		if s.Order != nil {
			m.Values = s.Order(m.Values)
		}
		if err := enc.Write(record); err != nil {
			return err
		}
	}
	switch {
	case s.before == nil || len(compared) > 0 || s.Warn == nil:
	case s.Taken == 0 || s.before.Taken == 0:
		s.Warn("one of the two windows has no samples")
	default:
		s.Warn("the two windows do not differ")
	}
	if s.Rank != nil {
		compared = s.Rank(compared)
	}
	for _, record := range compared {
		if err := enc.Write(record); err != nil {
			return err
		}
	}
	if s.more > 0 && s.Warn != nil {
		s.Warn(fmt.Sprintf("the summary lacks %d values of more than %d instances", s.more, maxSeries))
	}
	return nil
}

// changed are the values of a metric that differ between two windows, and by how much:
// the logarithm of the ratio of their means, of which those below a hundredth of the
// greatest count as that, or the least value that was 0 would come first. A number that
// may say who somebody is has to be in both: that processes end is no change of users.
func changed(values []report.Value, both bool) (some []report.Value) {
	mean := func(d *report.Digest) float64 {
		if d == nil {
			return 0
		}
		return math.Abs(d.Mean)
	}
	greatest, now, before := 0.0, false, false
	for _, v := range values {
		greatest = max(greatest, mean(v.Digest), mean(v.Before))
		now, before = now || v.Digest != nil, before || v.Before != nil
	}
	if !now || !before { // recorded in one of the windows alone
		return nil
	}
	for _, v := range values {
		if ratio, ok := v.Ratio(); ok && math.Abs(ratio-1) < 0.005 || max(mean(v.Digest), mean(v.Before)) == 0 || both && (v.Digest == nil || v.Before == nil) {
			continue
		}
		v.Change = math.Abs(math.Log(max(mean(v.Digest), greatest/100) / max(mean(v.Before), greatest/100)))
		some = append(some, v)
	}
	return some
}

// Merge takes in the summary of another source. Instances with the same name are
// one.
func (s *Summary) Merge(other *Summary) {
	if other.Taken > 0 && (s.Taken == 0 || other.Start.Before(s.Start)) {
		s.Start = other.Start
	}
	if other.Window.End.After(s.Window.End) {
		s.Window.End = other.Window.End
	}
	s.Taken += other.Taken
	s.more += other.more
	for _, m := range other.metrics {
		of := s.metric(&m.Metric)
		of.Labels, of.err = nil, cmp.Or(of.err, m.err)
		for _, one := range m.series {
			at := placeOf(one.instance)
			if one.instance != nil && one.instance.Named {
				at.id = 0
			}
			if d := s.digest(of, at, one.instance); d != nil {
				d.merge(&one.digest)
			}
		}
	}
}
