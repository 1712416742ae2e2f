package plot

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

func ownSpark(values []float64, columns int, marks []rune) string {
	values, s := reduced(values, columns), noSpan()
	s.include(values...)
	return spark(values, s, marks)
}

func TestSpark(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		values  []float64
		columns int
		want    string
	}{
		{nil, 5, ""},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8, "▁▂▃▄▅▆▇█"},
		{[]float64{5, 5, 5}, 8, "▁▁▁"},
		{[]float64{1, nan, 2}, 8, "▁ █"},
		{[]float64{0, 0, 8, 8}, 2, "▁█"},
		{[]float64{-3, math.Inf(1), math.Inf(-1), 3}, 8, "▁█▁█"},
		{[]float64{nan, nan}, 1, " "},
		{[]float64{5, math.Inf(1), math.Inf(-1)}, 8, "▁█▁"},
		{[]float64{math.Inf(1), math.Inf(1)}, 8, "▁▁"},
		{[]float64{-math.MaxFloat64, 0, math.MaxFloat64}, 8, "▁▅█"},
		{[]float64{math.MaxFloat64, math.MaxFloat64, 0, 0}, 2, "█▁"},
		{[]float64{-math.MaxFloat64, math.MaxFloat64, math.Inf(1), nan}, 4, "▁██ "},
		{[]float64{0, 5e-324, 1e-323}, 8, "▁▅█"},
	} {
		if got := ownSpark(test.values, test.columns, blocks); got != test.want {
			t.Errorf("%v: %q, want %q", test.values, got, test.want)
		}
	}
	if got := ownSpark([]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8, plain); got != "_.:-=+*#" {
		t.Errorf("ASCII: %q", got)
	}
}

// sample is one of a metric with two instances and one without.
func sample(at int64, first, second, single float64) *report.Sample {
	value := func(name string, v float64) report.Value {
		a := libpcp.DoubleAtom(v)
		r := report.Value{Atom: &a}
		if name != "" {
			r.Instance = &report.Instance{ID: int32(name[0]), Name: name, Named: true}
		}
		return r
	}
	desc := &libpcp.Desc{Type: libpcp.TypeDouble, InDom: libpcp.NullInDom}
	metrics := []report.Metric{{Name: "m", Desc: desc, Values: report.ListOf(value("a", first), value("b", second))},
		{Name: "share", Rate: true, Desc: desc, Values: report.ListOf(value("", single))}}
	if second == 0 {
		metrics[0].Values = report.ListOf(value("a", first))
	}
	return &report.Sample{Time: time.Unix(at, 0), Metrics: report.ListOf(metrics...)}
}

func draw(o Options, samples ...*report.Sample) string {
	var out strings.Builder
	o.Out, o.Zone = &out, time.UTC
	p := New(o)
	p.Begin(report.Header{Source: &report.Source{Host: "h"}})
	for _, s := range samples {
		p.Write(s)
	}
	p.End()
	return out.String()
}

func size(columns, rows int) func() (int, int) { return func() (int, int) { return columns, rows } }

func TestPicture(t *testing.T) {
	samples := []*report.Sample{sample(0, 1, 0, 0.5), sample(1, 2, 5, 0.25), sample(2, 3, 6, 1)}
	want := `h  Thu 1970-01-01 00:00:00 to 00:00:02, 3 samples
m  ▁ 1  █ 6                       last        min        max
  a ▁▂▄                              3          1          3
  b  ▇█                              6          5          6
share (%)  ▁ 0  █ 100             last        min        max
    ▅▃█                            100         25        100
    00:00:00
`
	if diff := cmp.Diff(want, draw(Options{Size: size(60, 24), Options: report.Options{Blocks: true}}, samples...)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	own := `h  Thu 1970-01-01 00:00:00 to 00:00:02, 3 samples
m                                 last        min        max
  a ▁▅█                          3.000      1.000      3.000
  b  ▁█                          6.000      5.000      6.000
share (%)                         last        min        max
    ▃▁█                          100.0       25.0      100.0
    00:00:00
`
	if diff := cmp.Diff(own, draw(Options{Size: size(60, 24), Own: true, Options: report.Options{Blocks: true, People: true}}, samples...)); diff != "" {
		t.Errorf("own scales: -want +got:\n%s", diff)
	}
	for line := range strings.Lines(draw(Options{Size: size(20, 24)}, samples...)) {
		if len([]rune(line)) > 21 {
			t.Errorf("%q is too wide", line)
		}
	}
}

// TestAxis has times below the marks, in the zone of the plot, as many as fit.
func TestAxis(t *testing.T) {
	for _, test := range []struct {
		columns, samples int
		step             int64
		recent           bool
		want             string
	}{
		{60, 2, 60, false, "    01:00:00"},
		{70, 60, 60, false, "    01:00:00    01:29:00     01:59:00"},
		{40, 60, 60, false, "    01:00:00         01:59:00"},
		{40, 60, 60, true, "    01:35:00         01:59:00"},
		{80, 60, 3600, false, "    01-01 01:00     01-02 06:00     01-03 12:00"},
		{40, 60, 3600, false, "    01-01 01:00   01-03 12:00"},
		{38, 60, 3600, false, "    01-01    01-02    01-03"},
		{20, 60, 3600, false, "    01-01"},
	} {
		zone := time.FixedZone("", 3600)
		var out strings.Builder
		p := New(Options{Options: report.Options{Out: &out, Zone: zone}, Size: size(test.columns, 24), Recent: test.recent})
		for i := range test.samples {
			p.Write(sample(int64(i)*test.step, 1, 2, 3))
		}
		p.End()
		lines := strings.Split(out.String(), "\n")
		if got := lines[len(lines)-2]; got != test.want {
			t.Errorf("%d columns, %d samples: %q, want %q", test.columns, test.samples, got, test.want)
		}
		if n := strings.Count(lines[2], "_"); len(test.want) > 15 && len(test.want) != 4+n {
			t.Errorf("%d marks above %q", n, test.want)
		}
	}
}

// TestNarrowHeading keeps the units where there is no room for the name; the scale
// then has a line of its own.
func TestNarrowHeading(t *testing.T) {
	desc := &libpcp.Desc{Type: libpcp.TypeDouble, InDom: libpcp.NullInDom, Units: libpcp.KByte | libpcp.PerSec}
	values := make([]*report.Sample, 50)
	for i := range values {
		a := libpcp.DoubleAtom(float64(i) * 1024)
		m := report.Metric{Name: "network.interface.in.bytes", Desc: desc, Values: report.ListOf(report.Value{Atom: &a})}
		values[i] = &report.Sample{Time: time.Unix(int64(i), 0), Metrics: report.ListOf(m)}
	}
	want := "…rface.in.bytes (Mbyte / sec)       last\n  _ 0.00  # 48.50\n"
	if got := draw(Options{Size: size(40, 24), Options: report.Options{People: true}}, values...); !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
	if wide := draw(Options{Size: size(40, 24), Options: report.Options{Style: report.Style{Wide: true}}}, values...); !strings.Contains(wide, "network.interface.in.bytes (Kbyte / sec)") ||
		strings.Count(wide, "#") != 1+7 {
		t.Errorf("wide:\n%s", wide)
	}
}

// TestRedraw draws in place, with the rows that the terminal has, and counts others.
func TestRedraw(t *testing.T) {
	columns, rows := 40, 24
	o := Options{Live: true, Recent: true, Size: func() (int, int) { return columns, rows }}
	samples := []*report.Sample{sample(0, 1, 1, 1), sample(1, 2, 2, 2)}
	if got := draw(o, samples...); strings.Count(got, "\x1b[7A") != 1 || strings.Count(got, "\n") != 14 {
		t.Errorf("%q", got)
	}
	rows = 6
	if got := draw(o, samples...); strings.Count(got, "\x1b[5A") != 1 || strings.Count(got, "\n") != 10 || strings.Count(got, "(1 more)") != 2 {
		t.Errorf("%q", got)
	}
	rows = 4
	if got := draw(o, samples...); strings.Count(got, "\x1b[2A") != 1 || strings.Count(got, "\n") != 4 || strings.Count(got, "(3 more)") != 2 {
		t.Errorf("%q", got)
	}
	o.Size = func() (int, int) { columns--; return columns, rows }
	if got := draw(o, samples...); !strings.Contains(got, "\x1b[H\x1b[2J") || strings.Contains(got, "A") {
		t.Errorf("%q", got)
	}
}

// TestLongPlot takes in more samples than are kept: all together keep their
// shape, and the latest are as they were.
func TestLongPlot(t *testing.T) {
	for _, recent := range []bool{false, true} {
		p := New(Options{Options: report.Options{Zone: time.UTC}, Size: size(80, 24), Recent: recent})
		n := 5*maxPoints + 3
		for i := range n {
			p.Write(sample(int64(i), float64(i), 1, 1))
		}
		values := p.lines[0].all()
		if len(values) > maxPoints || len(values) < maxPoints/4 {
			t.Errorf("%d values", len(values))
		}
		if last := values[len(values)-1]; recent && last != float64(n-1) || last < float64(n)*0.99 {
			t.Errorf("the last of %d is %v", n, last)
		}
		if first := values[0]; !recent && first > float64(n)/100 {
			t.Errorf("the first is %v", first)
		}
	}
}

// TestManyLines draws some of many instances, and says how many more there are.
func TestManyLines(t *testing.T) {
	desc := &libpcp.Desc{Type: libpcp.Type32, InDom: libpcp.NewInDom(250, 1)}
	values := make([]report.Value, 100_000)
	for i := range values {
		a := libpcp.Int32Atom(int32(i))
		values[i] = report.Value{Instance: &report.Instance{ID: int32(i)}, Atom: &a}
	}
	sample := &report.Sample{Metrics: report.ListOf(report.Metric{Name: "m", Desc: desc, Values: report.ListOf(values...)})}
	got := draw(Options{Size: size(60, 24)}, sample, sample)
	if lines := strings.Count(got, "\n"); lines != maxLines+4 || !strings.HasSuffix(got, "\n(99000 more)\n") {
		t.Errorf("%d lines, at the end %q", lines, got[len(got)-20:])
	}
}

// TestOrder has metrics in their order, also where the first has values later.
func TestOrder(t *testing.T) {
	late := sample(0, 1, 2, 3)
	metrics := late.Metrics.Slice()
	metrics[0].Values = report.ListOf[report.Value]()
	late.Metrics = report.ListOf(metrics...)
	got := draw(Options{Size: func() (int, int) { return 60, 24 }}, late, sample(1, 1, 2, 3), sample(2, 1, 2, 3))
	if m, share := strings.Index(got, "\nm "), strings.Index(got, "\nshare "); m < 0 || share < m {
		t.Errorf("m is not before share:\n%s", got)
	}
}

// TestSources has a line for each source.
func TestSources(t *testing.T) {
	var out strings.Builder
	s := report.NewSeveral(report.Options{Format: report.Plot, Zone: time.UTC, Drawn: func(o report.Options) report.Encoder {
		return New(Options{Options: report.Options{Out: &out, Zone: o.Zone}, Size: size(60, 20)})
	}}, []string{"web", "db"})
	s.Begin(report.Header{Source: &report.Source{Kind: "hosts"}})
	for _, part := range s.Parts() {
		for i := range int64(2) {
			part.Reach(time.Unix(i+1, 0).UnixNano())
			part.Write(sample(i+1, float64(i), 2, 3))
		}
		part.End()
	}
	s.End()
	for _, want := range []string{"Thu 1970-01-01 00:00:01 to 00:00:02, 2 samples\n", "\n  web a ", "\n  web b ", "\n  db a ", "\n  db ", "\n  web "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// TestLongNames cuts the beginnings of names that differ only at their ends.
func TestLongNames(t *testing.T) {
	samples := []*report.Sample{sample(0, 1, 2, 3), sample(1, 2, 3, 4)}
	for _, s := range samples {
		for v := range s.Metrics.Slice()[0].Values.All {
			v.Instance.Name = "database.example.com:400" + v.Instance.Name
		}
	}
	text := draw(Options{Size: size(40, 24)}, samples...)
	if !strings.Contains(text, "com:400a ") || !strings.Contains(text, "com:400b ") {
		t.Errorf("got\n%s", text)
	}
}
