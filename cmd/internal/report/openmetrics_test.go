package report

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/libpcp"
)

// exposedSeries reads OpenMetrics, and returns the values by series.
func exposedSeries(t testing.TB, text string) map[string]float64 {
	t.Helper()
	return valuesBySeries(t, OpenMetrics, text)
}

// olderSeries does so with the text format 0.0.4.
func olderSeries(t testing.TB, text string) map[string]float64 {
	t.Helper()
	return valuesBySeries(t, Prometheus, text)
}

func valuesBySeries(t testing.TB, f Format, text string) map[string]float64 {
	t.Helper()
	samples, err := readExposed(f, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	values := make(map[string]float64)
	for series, s := range samples {
		values[series] = s.Value
	}
	return values
}

func expose(archive bool, all ...Record) string { return exposeAs(OpenMetrics, archive, all...) }

func exposeAs(f Format, archive bool, all ...Record) string {
	var out strings.Builder
	h := Header{Tool: "pminfo", Source: &Source{Kind: "host"}}
	if archive {
		h.Source.Kind = "archive"
	}
	enc := New(Options{Format: f, Out: &out})
	enc.Begin(h)
	for _, r := range all {
		enc.Write(r)
	}
	enc.End()
	return out.String()
}

// number is a metric with numbers.
func numeric(name string, sem libpcp.Semantics, units libpcp.Units, values ...float64) *Metric {
	m := &Metric{Name: name, ID: libpcp.NewPMID(1, 2, 3), Time: time.Unix(1e9, 25e7),
		Desc: &libpcp.Desc{Type: libpcp.TypeDouble, Sem: sem, Units: units, InDom: libpcp.NullInDom}}
	var list []Value
	for i, v := range values {
		a := libpcp.DoubleAtom(v)
		value := Value{Atom: &a}
		if len(values) > 1 {
			value.Instance = &Instance{ID: int32(i), Name: strings.Repeat("i", i), Named: i > 0}
		}
		list = append(list, value)
	}
	m.Values = ListOf(list...)
	return m
}

func unitsOf(t testing.TB, text string) libpcp.Units {
	u, _, err := libpcp.ParseUnits(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// exposedRecords are records of every kind that metrics have in OpenMetrics, and
// others, which do not appear.
func exposedRecords(t testing.TB) []Record {
	text := "a \"b\"\n\\c"
	atom := libpcp.StringAtom("v \"1\"\n\\")
	info := &Metric{Name: "a.text", OneLine: &text, ID: libpcp.NewPMID(1, 2, 4), Labels: []libpcp.Label{{Name: "x.y", Value: `"z"`}, {Name: "n", Value: "[1]"}},
		Desc: &libpcp.Desc{Type: libpcp.TypeString, InDom: libpcp.NullInDom}, Values: ListOf(Value{Atom: &atom})}
	return []Record{
		numeric("a.total", libpcp.SemCounter, 0, 5), numeric("a", libpcp.SemInstant, 0, 6), numeric("b.c", libpcp.SemInstant, 0, 7),
		numeric("b_c", libpcp.SemInstant, 0, 8), numeric("d", libpcp.SemCounter, 0, -1), numeric("e", libpcp.SemInstant, 0, math.NaN(), math.Inf(-1), 1e300),
		numeric("cpu", libpcp.SemCounter, unitsOf(t, "millisec"), 1500), numeric("mem", libpcp.SemInstant, unitsOf(t, "Kbyte"), 3),
		numeric("speed", libpcp.SemInstant, unitsOf(t, "Mbyte / hour"), 3600), numeric("ops.bytes", libpcp.SemCounter, unitsOf(t, "byte"), 1),
		info, &Problem{Operand: "x"}, &Metric{Name: "without"},
	}
}

// TestOpenMetrics has a strict parser read what there is to write.
func TestOpenMetrics(t *testing.T) {
	all := exposedRecords(t)
	got := expose(false, all...)
	series := exposedSeries(t, got)
	for want, value := range map[string]float64{
		`{__name__="a_total"}`: 5, `{__name__="a_1_2_3"}`: 6, `{__name__="b_c"}`: 7, `{__name__="b_c_1_2_3"}`: 8, `{__name__="d"}`: -1,
		`{__name__="cpu_seconds_total"}`: 1.5, `{__name__="mem_bytes"}`: 3072, `{__name__="speed_bytes_per_second"}`: 1 << 20,
		`{__name__="ops_bytes_total"}`: 1, `{__name__="e", instname="ii"}`: 1e300, `{__name__="e", instname="i"}`: math.Inf(-1),
		`{__name__="a_text_info", n="[1]", value="v \"1\"\n\\", x_y="z"}`: 1,
	} {
		if v, ok := series[want]; !ok || v != value {
			t.Errorf("%s is %v in\n%s", want, v, got)
		}
	}
	if len(series) != 14-1 || !strings.HasSuffix(got, "\n# EOF\n") || strings.Contains(got, "without") {
		t.Errorf("%d series:\n%s", len(series), got)
	}
	if text := expose(true, all[0]); !strings.Contains(text, "a_total 5 1000000000.25\n") {
		t.Errorf("no time: %s", text)
	}
	if text := expose(false); text != "# EOF\n" {
		t.Errorf("nothing: %q", text)
	}
}

// TestPrometheus has such a parser read the same records in the older format: it
// finds the same series, families named like their samples, each with a help text,
// and types that the format has.
func TestPrometheus(t *testing.T) {
	all := exposedRecords(t)
	got, newer := exposeAs(Prometheus, false, all...), exposedSeries(t, expose(false, all...))
	if diff := cmp.Diff(newer, olderSeries(t, got), cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("series (-openmetrics +prometheus): %s", diff)
	}
	for _, want := range []string{
		"# HELP cpu_seconds_total cpu\n# TYPE cpu_seconds_total counter\ncpu_seconds_total 1.5\n",
		"# HELP a_text_info a \"b\"\\n\\\\c\n# TYPE a_text_info gauge\na_text_info{",
		"# TYPE d untyped\nd -1\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, not := range []string{"# EOF", "# UNIT", " info\n", " unknown\n"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in\n%s", not, got)
		}
	}
	if text := exposeAs(Prometheus, true, all[0]); !strings.Contains(text, "a_total 5 1000000000250\n") {
		t.Errorf("no time: %s", text)
	}
	if text := exposeAs(Prometheus, false); text != "" {
		t.Errorf("nothing: %q", text)
	}
}

func FuzzOpenMetrics(f *testing.F) {
	f.Add("a.b", "x\n\"\\", "l.1", `"v"`)
	f.Add("1\xff", "\r\x00", "", "{")
	f.Fuzz(func(t *testing.T, name, text, label, value string) {
		m := numeric(name, libpcp.SemInstant, 0, 1)
		m.OneLine, m.Labels = &text, []libpcp.Label{{Name: label, Value: value}}
		s := libpcp.StringAtom(text)
		other := &Metric{Name: name, ID: libpcp.NewPMID(1, 2, 5), Desc: &libpcp.Desc{Type: libpcp.TypeString, InDom: libpcp.NullInDom},
			Values: ListOf(Value{Atom: &s, Instance: &Instance{Name: text, Named: true}})}
		if n := len(exposedSeries(t, expose(false, m, other))); n != 2 {
			t.Errorf("%d series", n)
		}
		if n := len(olderSeries(t, exposeAs(Prometheus, false, m, other))); n != 2 {
			t.Errorf("%d series in the older format", n)
		}
	})
}

// TestFamiliesOfSeveral has one family for a metric of several sources, whose
// samples differ in the label host, also if the sources have such a label.
func TestFamiliesOfSeveral(t *testing.T) {
	host := []libpcp.Label{{Name: "host", Value: `"own"`}}
	metric := func(name string, id libpcp.PMID, units libpcp.Units, value int32) *Metric {
		a := libpcp.Int32Atom(value)
		inst := &Instance{Name: "i", Named: true, Labels: host}
		return &Metric{Name: name, ID: id, Labels: host, Desc: &libpcp.Desc{Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: units},
			Values: ListOf(Value{Instance: inst, Atom: &a})}
	}
	for _, f := range []Format{OpenMetrics, Prometheus} {
		var out strings.Builder
		s := NewSeveral(Options{Format: f, Out: &out}, []string{"a", "b"})
		s.Begin(Header{Source: &Source{Kind: "hosts"}})
		a, b := s.Parts()[0], s.Parts()[1]
		b.Write(metric("x.y", 2, libpcp.KByte, 1))
		b.Write(metric("x.y", 2, libpcp.KByte, -1)) // which no counter is
		b.Write(metric("x_y", 3, 0, 3))
		b.End()
		a.Write(metric("x.y", 1, libpcp.Byte, 7))
		a.Write(&Problem{Operand: "z", Failure: Failure{Err: libpcp.ErrName}})
		a.End()
		s.End()
		read := exposedSeries
		if f == Prometheus {
			read = olderSeries
		}
		series := func(name, host string) string {
			return `{__name__="` + name + `", exported_host="own", host="` + host + `", instname="i"}`
		}
		want := map[string]float64{series("x_y_bytes_total", "a"): 7, series("x_y_bytes_total", "b"): 1024,
			series("x_y_0_0_2_bytes", "b"): -1024, series("x_y_total", "b"): 3}
		if diff := cmp.Diff(want, read(t, out.String())); diff != "" || strings.Count(out.String(), "# TYPE x_y_bytes") != 1 {
			t.Errorf("%s in\n%s", diff, out.String())
		}
	}
}
