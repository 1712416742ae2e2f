package summary

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// exact is a percentile by its definition.
func exact(values []float64, percent float64) float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	for _, v := range sorted {
		below := 0
		for _, w := range sorted {
			if w <= v {
				below++
			}
		}
		if float64(below) >= percent/100*float64(len(sorted)) {
			return v
		}
	}
	return math.NaN()
}

// TestDigest compares with sums and percentiles by definition: exact ones of few
// values, and of many within what is promised.
func TestDigest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	makers := []func() float64{
		random.Float64,
		random.NormFloat64,
		func() float64 { return math.Exp(40 * random.NormFloat64()) },
		func() float64 { return float64(random.IntN(3) - 1) },
		func() float64 { return 1e300 * random.Float64() },
	}
	for i, maker := range makers {
		for _, n := range []int{1, 2, 99, 100, 101, maxExact, maxExact + 1, 3000} {
			budget := maxKept
			d, parts := digest{budget: &budget}, [2]digest{{budget: &budget}, {budget: &budget}}
			values, sum := make([]float64, n), 0.0
			for j := range values {
				values[j] = maker()
				sum += values[j]
				at := time.Unix(int64(j), 0)
				d.add(values[j], at)
				parts[j%2].add(values[j], at)
			}
			d.add(math.NaN(), time.Time{})
			d.add(math.Inf(1), time.Time{})
			parts[0].merge(&parts[1])
			greatest := slices.Max(values)
			for _, got := range []*report.Digest{d.result(), parts[0].result()} {
				if got.Count != uint64(n) || got.Min != slices.Min(values) || got.Max != greatest ||
					got.MaxTime.Unix() != int64(slices.Index(values, greatest)) || math.Abs(got.Mean-sum/float64(n)) > 1e-9*math.Abs(greatest) {
					t.Errorf("%d, %d values: %+v", i, n, got)
				}
				if got.Approximate != (n > maxExact) {
					t.Errorf("%d values: approximate %v", n, got.Approximate)
				}
				for percent, p := range map[float64]float64{50: got.P50, 95: got.P95, 99: got.P99} {
					want := exact(values, percent)
					if off := math.Abs(p - want); off > math.Abs(want)*0.008 || !got.Approximate && off != 0 {
						t.Errorf("%d, %d values, %v%%: %v, want %v", i, n, percent, p, want)
					}
				}
			}
		}
	}
}

// TestBudget keeps no more values than all digests may keep.
func TestBudget(t *testing.T) {
	budget := 10
	digests := make([]digest, 5)
	for i := range digests {
		digests[i].budget = &budget
		for v := range 8 {
			digests[i].add(float64(v), time.Time{})
		}
		if got := digests[i].result(); math.Abs(got.P50-3) > 0.024 || got.Max != 7 {
			t.Errorf("%+v", got)
		}
	}
	kept := 0
	for i := range digests {
		kept += len(digests[i].values)
	}
	if budget < 0 || kept+budget != 10 {
		t.Errorf("%d kept, %d left", kept, budget)
	}
}

// TestBuckets has buckets in the order of numbers, each with its middle in it.
func TestBuckets(t *testing.T) {
	last := int32(math.MinInt32)
	for _, v := range []float64{-math.MaxFloat64, -2, -1.02, -1, -1e-300, 0, 1e-300, 1, 1.02, 2, math.MaxFloat64} {
		b := bucketOf(v)
		if b <= last || bucketOf(middle(b)) != b {
			t.Errorf("%v: bucket %d after %d, of its middle %d", v, b, last, bucketOf(middle(b)))
		}
		last = b
	}
}

// recorder keeps records.
type recorder struct{ records []report.Record }

func (r *recorder) Begin(report.Header) error { return nil }
func (r *recorder) Write(record report.Record) error {
	r.records = append(r.records, record)
	return nil
}
func (r *recorder) End() error { return nil }

// TestSummary has instances by their numbers, and the errors of metrics without
// values; several sources share instances with the same name.
func TestSummary(t *testing.T) {
	desc := &libpcp.Desc{Type: libpcp.TypeDouble, InDom: libpcp.NewInDom(1, 1)}
	value := func(id int32, name string, v float64) report.Value {
		a := libpcp.DoubleAtom(v)
		return report.Value{Instance: &report.Instance{ID: id, Name: name, Named: true}, Atom: &a}
	}
	sample := func(at int64, values ...report.Value) *report.Sample {
		return &report.Sample{Time: time.Unix(at, 0), Metrics: report.ListOf(
			report.Metric{Name: "m", Desc: desc, Values: report.ListOf(values...)},
			report.Metric{Name: "down", Desc: desc, Values: report.ListOf[report.Value](), Err: &report.Failure{Err: libpcp.ErrAgain}})}
	}
	out := new(recorder)
	s := New(out)
	s.Write(sample(1, value(7, "b", 3)))
	s.Write(&report.Sample{Time: time.Unix(2, 0), Mark: true})
	s.Write(&report.Problem{Operand: "x"})
	s.Write(sample(3, value(2, "a", 10), value(7, "b", 5)))
	s.End()
	if len(out.records) != 3 {
		t.Fatalf("%d records", len(out.records))
	}
	m, down := out.records[1].(*report.Summary), out.records[2].(*report.Summary)
	values := m.Values.Slice()
	if len(values) != 2 || values[0].Instance.Name != "a" || values[1].Digest.Mean != 4 || values[1].Digest.MaxTime.Unix() != 3 ||
		m.Start.Unix() != 1 || m.End.Unix() != 3 || m.Taken != 2 {
		t.Errorf("%+v %+v", m, values)
	}
	if down.Values.Len != 0 || down.Err == nil {
		t.Errorf("%+v", down)
	}
	other, all := New(nil), New(nil)
	other.Write(sample(2, value(1, "b", 100)))
	all.Merge(s)
	all.Merge(other)
	out.records = nil
	all.Report(out)
	var names []string
	for v := range out.records[0].(*report.Summary).Values.All {
		names = append(names, v.Instance.Name)
		if v.Instance.Name == "b" && (v.Digest.Count != 3 || v.Digest.Max != 100 || v.Digest.MaxTime.Unix() != 2) {
			t.Errorf("%+v", v.Digest)
		}
	}
	if got := strings.Join(names, ""); got != "ab" {
		t.Errorf("instances %q", got)
	}
}

// TestMerge adds the sources of several hosts in any order: their window is that of
// all samples, and a source without samples has none.
func TestMerge(t *testing.T) {
	one := func(seconds ...int64) *Summary {
		s := New(nil)
		for _, at := range seconds {
			a := libpcp.DoubleAtom(float64(at))
			s.Write(&report.Sample{Time: time.Unix(at, 0), Metrics: report.ListOf(report.Metric{Name: "m", Labels: []libpcp.Label{{Name: "host"}},
				Values: report.ListOf(report.Value{Atom: &a})})})
		}
		return s
	}
	for _, sources := range [][]*Summary{
		{one(5, 6), one(), one(3, 9)}, {one(), one(5, 9), one(3, 6)}, {one(3, 9), one(5, 6), one()}, {one(), one(), one(3, 5, 6, 9)},
	} {
		all, out := New(nil), new(recorder)
		for _, s := range sources {
			all.Merge(s)
		}
		if err := all.Report(out); err != nil || len(out.records) != 1 {
			t.Fatalf("%v, %d records", err, len(out.records))
		}
		m := out.records[0].(*report.Summary)
		d := m.Values.Slice()[0].Digest
		if m.Start.Unix() != 3 || m.End.Unix() != 9 || m.Taken != 4 || m.Labels != nil || d.Count != 4 || d.Max != 9 || d.MaxTime.Unix() != 9 {
			t.Errorf("from %v to %v, %d samples, labels %v, %+v", m.Start, m.End, m.Taken, m.Labels, d)
		}
	}
	failed, all, out := New(nil), New(nil), new(recorder)
	failed.Write(&report.Sample{Time: time.Unix(1, 0), Metrics: report.ListOf(report.Metric{Name: "m", Values: report.ListOf[report.Value](), Err: &report.Failure{Err: libpcp.ErrAgain}})})
	failed.more = 2
	all.Merge(failed)
	all.Merge(one())
	warned := ""
	all.Warn = func(text string) { warned = text }
	all.Order = func(l *report.List[report.Value]) *report.List[report.Value] { return l }
	all.Report(out)
	if m := out.records[0].(*report.Summary); m.Err == nil || !strings.Contains(warned, "lacks 2 values") {
		t.Errorf("%+v, %q", m, warned)
	}
}

// TestManyInstances describes as many as it may, and says that there are more.
func TestManyInstances(t *testing.T) {
	a := libpcp.DoubleAtom(1)
	values := make([]report.Value, maxSeries+7)
	for i := range values {
		values[i] = report.Value{Instance: &report.Instance{ID: int32(i)}, Atom: &a}
	}
	out, warning := new(recorder), ""
	s := New(out)
	s.Warn = func(text string) { warning = text }
	s.Write(&report.Sample{Metrics: report.ListOf(report.Metric{Name: "m", Values: report.ListOf(values...)})})
	s.End()
	if n := out.records[0].(*report.Summary).Values.Len; n != maxSeries || !strings.Contains(warning, "lacks 7 values") {
		t.Errorf("%d values, %q", n, warning)
	}
}

// TestCompare leaves out what has not changed and what only one window has, and has the
// greatest change of all metrics first; what is small beside others changes little.
func TestCompare(t *testing.T) {
	sample := func(metrics map[string]map[string]float64) *report.Sample {
		var all []report.Metric
		for _, name := range slices.Sorted(maps.Keys(metrics)) {
			var values []report.Value
			for _, instance := range slices.Sorted(maps.Keys(metrics[name])) {
				a := libpcp.DoubleAtom(metrics[name][instance])
				values = append(values, report.Value{Instance: &report.Instance{Name: instance, Named: true}, Atom: &a})
			}
			all = append(all, report.Metric{Name: name, Values: report.ListOf(values...)})
		}
		return &report.Sample{Time: time.Unix(1, 0), Metrics: report.ListOf(all...)}
	}
	out, warned := new(recorder), ""
	s := New(out)
	s.Warn = func(text string) { warned = text }
	s.Rank = (&report.Ranking{Key: func(v *report.Value) any { return v.Change }, Compare: func(a, b any) int { return cmp.Compare(b.(float64), a.(float64)) }, Together: true, Top: 5}).First
	s.Write(sample(map[string]map[string]float64{"a": {"same": 1000, "nearly": 500, "gone": 100, "little": 0}, "b": {"x": 2}, "once": {"": 1}}))
	s.Compare()
	s.Write(sample(map[string]map[string]float64{"a": {"same": 1000, "nearly": 501, "new": 300, "little": 11}, "b": {"x": 10}}))
	s.End()
	var got []string
	for _, r := range out.records {
		m := r.(*report.Summary)
		v := m.Values.Slice()[0]
		ratio, ok := v.Ratio()
		got = append(got, fmt.Sprint(m.Name, " ", v.Instance.Name, " ", v.Digest != nil, v.Before != nil, ratio, ok, m.Taken, m.Before.Taken))
	}
	want := []string{"a new true false 0 false 1 1", "a gone false true 0 false 1 1", "b x true true 5 true 1 1", "a little true true 0 false 1 1"}
	if !slices.Equal(got, want) || warned != "" {
		t.Errorf("got %q, want %q; %s", got, want, warned)
	}
	began := []report.Value{{Digest: &report.Digest{Mean: 5}}, {Digest: &report.Digest{Mean: 5}, Before: &report.Digest{Mean: 1}}}
	if some, ids := changed(began, false), changed(began, true); len(some) != 2 || len(ids) != 1 || ids[0].Before == nil {
		t.Errorf("%v, of identifiers %v", some, ids)
	}
	for want, now := range map[string]*report.Sample{"do not differ": sample(map[string]map[string]float64{"a": {"x": 1}}), "no samples": {Mark: true}} {
		s := New(new(recorder))
		s.Warn = func(text string) { warned = text }
		s.Write(sample(map[string]map[string]float64{"a": {"x": 1}}))
		s.Compare()
		s.Write(now)
		if s.End(); !strings.Contains(warned, want) {
			t.Errorf("%q, want %q", warned, want)
		}
	}
}
