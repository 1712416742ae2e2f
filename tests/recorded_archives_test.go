package tests

import (
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/archivetest"
)

// What is recorded of a release is about these archives, always the same ones.

var (
	recordedStart = time.Unix(1_700_000_000, 0) // 22:13:20
	parts         = libpcp.NewInDom(60, 7)
)

// A series is an archive in the making.
type series struct {
	archivetest.History
	t *testing.T
}

func newSeries(t *testing.T, version int) *series {
	s := &series{t: t}
	s.Version, s.Start = version, recordedStart
	return s
}

func at(seconds float64) time.Time {
	return recordedStart.Add(time.Duration(seconds * float64(time.Second)))
}

// metric adds a metric and returns its identifier.
func (s *series) metric(name string, typ libpcp.Type, d libpcp.InDom, sem libpcp.Semantics, units libpcp.Units) libpcp.PMID {
	return s.metricWith(name, libpcp.Desc{
		PMID: libpcp.NewPMID(60, 9, uint32(len(s.Metrics))), Type: typ, InDom: d, Sem: sem, Units: units,
	})
}

func (s *series) metricWith(name string, d libpcp.Desc) libpcp.PMID {
	s.Metrics = append(s.Metrics, archivetest.Metric{Desc: d, Names: []string{name}})
	return d.PMID
}

// values has the numbers of some metrics, each by instance.
type values map[libpcp.PMID]map[int32]float64

// one is the value of a metric without instances.
func one(v float64) map[int32]float64 { return map[int32]float64{libpcp.NullInst: v} }

// record adds a record of values.
func (s *series) record(when time.Time, v values) {
	r := &libpcp.Result{Time: when}
	for _, m := range s.Metrics {
		numbers, ok := v[m.PMID]
		if !ok {
			continue
		}
		set := libpcp.ValueSet{PMID: m.PMID}
		for _, inst := range slices.Sorted(maps.Keys(numbers)) {
			atom := libpcp.StringAtom(strconv.FormatFloat(numbers[inst], 'g', -1, 64))
			if m.Type != libpcp.TypeString {
				var err error
				if atom, err = libpcp.DoubleAtom(numbers[inst]).Convert(m.Type); err != nil {
					s.t.Fatal(err)
				}
			}
			value, format, err := libpcp.NewValue(inst, atom)
			if err != nil {
				s.t.Fatal(err)
			}
			set.Format, set.Values = format, append(set.Values, value)
		}
		r.Sets = append(r.Sets, set)
	}
	s.Records = append(s.Records, r)
}

func (s *series) mark(when time.Time) { s.Records = append(s.Records, &libpcp.Result{Time: when}) }

func (s *series) domain(d libpcp.InDom, names ...string) {
	list := make([]libpcp.Instance, len(names))
	for i, name := range names {
		list[i] = libpcp.Instance{ID: int32(i), Name: name}
	}
	s.Domains = append(s.Domains, archivetest.Domain{InDom: d, Versions: []archivetest.Membership{{From: s.Start, Instances: list}}})
}

func (s *series) write(dir, name string) {
	if err := s.Write(filepath.Join(dir, name)); err != nil {
		s.t.Fatalf("%s: %v", name, err)
	}
}

// recordedArchives writes the archives.
func recordedArchives(t *testing.T, dir string) {
	for version := 2; version <= 3; version++ {
		suffix := strconv.Itoa(version)
		labelHistory(version).Write(filepath.Join(dir, "labels"+suffix))
		steps(t, version, false).write(dir, "steps"+suffix)
		steps(t, version, true).write(dir, "marked"+suffix)
	}
	for name, h := range map[string]*archivetest.History{"names": nameHistory(), "texts": textHistory()} {
		if err := h.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	gaps(t).write(dir, "gaps")
	restarts(t).write(dir, "restarts")
	questionable(t).write(dir, "questionable")
	for i, names := range [][]string{{"common.a", "left.only", "deep.er.left"}, {"common.a", "right.only", "deep.er.right"}, {"zz", "deep.er.yet"}} {
		s := newSeries(t, 2)
		s.Start = at(float64(100 * i))
		v := make(values)
		for j, name := range names {
			id := libpcp.NewPMID(60, uint32(20+i), uint32(j))
			if name == "common.a" {
				id = libpcp.NewPMID(60, 20, 0)
			}
			s.metricWith(name, libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant})
			v[id] = one(float64(10*i + j))
		}
		for j := range 4 {
			s.record(s.Start.Add(time.Duration(j)*5*time.Second), v)
		}
		s.write(dir, "part"+strconv.Itoa(i))
	}
}

// steps has values every 10 seconds for 50: metrics of all semantics, and a
// domain with instances that come and go. It may have a mark after 20 seconds.
func steps(t *testing.T, version int, marked bool) *series {
	s := newSeries(t, version)
	none, kbyte := libpcp.NoUnits, libpcp.KByte
	var singular, plural []libpcp.PMID
	for _, k := range []struct {
		name  string
		typ   libpcp.Type
		sem   libpcp.Semantics
		units libpcp.Units
	}{
		{"ins.i32", libpcp.Type32, libpcp.SemInstant, none},
		{"ins.dbl", libpcp.TypeDouble, libpcp.SemInstant, kbyte},
		{"ins.str", libpcp.TypeString, libpcp.SemInstant, none},
		{"dis.i32", libpcp.Type32, libpcp.SemDiscrete, none},
		{"dis.flt", libpcp.TypeFloat, libpcp.SemDiscrete, none},
		{"ctr.u32", libpcp.TypeU32, libpcp.SemCounter, kbyte},
		{"ctr.u64", libpcp.TypeU64, libpcp.SemCounter, libpcp.Millisec},
	} {
		singular = append(singular, s.metric(k.name, k.typ, libpcp.NullInDom, k.sem, k.units))
		plural = append(plural, s.metric("set."+k.name, k.typ, parts, k.sem, k.units))
	}
	s.domain(parts, "alpha", "beta two", "gamma")
	for i := range 6 {
		v := make(values)
		n := float64(10 * i)
		for _, id := range singular {
			v[id] = one(100 + n)
		}
		for _, id := range plural {
			numbers := map[int32]float64{0: 100 + n}
			if i%3 == 0 {
				numbers[1] = 200 + n
			}
			if i >= 2 {
				numbers[2] = 300 + n
			}
			v[id] = numbers
		}
		s.record(at(n), v)
		if marked && i == 2 {
			s.mark(at(n + 0.001))
		}
	}
	return s
}

// gaps has metrics that were not logged each time.
func gaps(t *testing.T) *series {
	s := newSeries(t, 3)
	often := s.metric("often", libpcp.TypeDouble, libpcp.NullInDom, libpcp.SemInstant, libpcp.NoUnits)
	seldom := s.metric("seldom", libpcp.Type32, libpcp.NullInDom, libpcp.SemDiscrete, libpcp.NoUnits)
	once := s.metric("once", libpcp.Type32, libpcp.NullInDom, libpcp.SemInstant, libpcp.NoUnits)
	forever := s.metric("forever", libpcp.TypeU64, libpcp.NullInDom, libpcp.SemDiscrete, libpcp.NoUnits)
	uneven := s.metric("uneven", libpcp.TypeU32, libpcp.NullInDom, libpcp.SemInstant, libpcp.NoUnits)
	for i := range 9 {
		v := values{}
		if i != 3 {
			v[often] = one(100 + float64(i))
		}
		if i%8 == 0 {
			v[seldom] = one(1000 + float64(i))
		}
		if i == 0 {
			v[once], v[forever] = one(1), one(2)
		}
		s.record(at(5*float64(i)), v)
		if i < 5 {
			s.record(at(5*float64(i)+[]float64{1, 3, 2.000001, 4.000003, 1.5}[i]), values{uneven: one(float64(i + 1))})
		}
	}
	return s
}

// restarts has counters that fall back.
func restarts(t *testing.T) *series {
	s := newSeries(t, 2)
	var ids []libpcp.PMID
	for i, typ := range []libpcp.Type{libpcp.Type32, libpcp.TypeU32, libpcp.Type64, libpcp.TypeU64, libpcp.TypeFloat, libpcp.TypeDouble} {
		name := []string{"i32", "u32", "i64", "u64", "flt", "dbl"}[i]
		ids = append(ids, s.metric("ctr."+name, typ, libpcp.NullInDom, libpcp.SemCounter, libpcp.Count))
		ids = append(ids, s.metric("ins."+name, typ, libpcp.NullInDom, libpcp.SemInstant, libpcp.Count))
	}
	for i, n := range []float64{1000, 2000, 500, 600, 2147483000, 100, 200} {
		v := make(values)
		for _, id := range ids {
			v[id] = one(n)
		}
		s.record(at(10*float64(i)), v)
	}
	return s
}

// questionable has metrics whose descriptors are odd.
func questionable(t *testing.T) *series {
	s := newSeries(t, 2)
	v := make(values)
	add := func(name string, d libpcp.Desc) {
		if d.PMID == 0 {
			d.PMID = libpcp.NewPMID(60, 9, uint32(len(s.Metrics)))
		}
		if d.Sem == 0 {
			d.Sem = libpcp.SemInstant
		}
		if d.InDom == 0 {
			d.InDom = libpcp.NullInDom
		}
		numbers := map[int32]float64{0: 7}
		if d.InDom == libpcp.NullInDom {
			numbers = one(7)
		}
		v[s.metricWith("q."+name, d)] = numbers
	}
	add("fine", libpcp.Desc{})
	add("space3", libpcp.Desc{Units: libpcp.Dimensions{DimSpace: 3, ScaleSpace: 1}.Units()})
	add("space_scale", libpcp.Desc{Units: libpcp.Dimensions{DimSpace: 1, ScaleSpace: 7}.Units()})
	add("space_scale9", libpcp.Desc{Units: libpcp.Dimensions{DimSpace: 1, ScaleSpace: 9}.Units()})
	add("space_no_dim", libpcp.Desc{Units: libpcp.Dimensions{ScaleSpace: 3}.Units()})
	add("time_scale", libpcp.Desc{Units: libpcp.Dimensions{DimTime: 1, ScaleTime: 6}.Units()})
	add("time_no_dim", libpcp.Desc{Units: libpcp.Dimensions{ScaleTime: 10}.Units()})
	add("time_minus3", libpcp.Desc{Units: libpcp.Dimensions{DimTime: -3}.Units()})
	add("count_minus8", libpcp.Desc{Units: libpcp.Dimensions{DimCount: -8}.Units()})
	add("count_no_dim", libpcp.Desc{Units: libpcp.Dimensions{ScaleCount: 3}.Units()})
	add("semantics2", libpcp.Desc{Sem: 2})
	add("domain490", libpcp.Desc{PMID: libpcp.NewPMID(490, 0, 1)})
	add("domain29_indom60", libpcp.Desc{PMID: libpcp.NewPMID(29, 0, 900), InDom: parts})
	add("indom490", libpcp.Desc{InDom: libpcp.NewInDom(490, 1)})
	s.domain(parts, "alpha")
	s.domain(libpcp.NewInDom(490, 1), "omega")
	s.record(at(0), v)
	s.record(at(5), v)
	return s
}
