package rate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// TestOf has the units of rates, of counters only.
func TestOf(t *testing.T) {
	second := libpcp.Dimensions{DimTime: 1, ScaleTime: libpcp.TimeSec}.Units()
	for _, test := range []struct {
		desc    libpcp.Desc
		want    libpcp.Units
		counter bool
	}{
		{libpcp.Desc{Sem: libpcp.SemCounter, Type: libpcp.TypeU32, Units: libpcp.Count}, libpcp.Count | libpcp.PerSec, true},
		{libpcp.Desc{Sem: libpcp.SemCounter, Type: libpcp.TypeU64, Units: libpcp.KByte}, libpcp.KByte | libpcp.PerSec, true},
		{libpcp.Desc{Sem: libpcp.SemCounter, Type: libpcp.TypeDouble, Units: libpcp.Millisec}, libpcp.NoUnits, true},
		{libpcp.Desc{Sem: libpcp.SemCounter, Type: libpcp.TypeU64, Units: libpcp.Dimensions{DimTime: 2, ScaleTime: libpcp.TimeSec}.Units()}, second, true},
		{libpcp.Desc{Sem: libpcp.SemInstant, Type: libpcp.TypeU64, Units: libpcp.Count}, libpcp.Count, false},
		{libpcp.Desc{Sem: libpcp.SemCounter, Type: libpcp.TypeString, Units: libpcp.Count}, libpcp.Count, false},
	} {
		got, counter := Of(test.desc)
		if got.Units != test.want || counter != test.counter || counter && got.Type != libpcp.TypeDouble || !counter && got != test.desc {
			t.Errorf("%+v: %+v, %t", test.desc, got, counter)
		}
	}
	for kind, want := range map[libpcp.Type]float64{libpcp.Type32: 1 << 32, libpcp.TypeU32: 1 << 32, libpcp.Type64: 1 << 64, libpcp.TypeU64: 1 << 64, libpcp.TypeFloat: 0, libpcp.TypeDouble: 0} {
		if got := Range(kind); got != want {
			t.Errorf("%v: %g", kind, got)
		}
	}
}

// TestApply has the rates of counters that rise, fall and wrap, of instances that come
// and go.
func TestApply(t *testing.T) {
	apply := func(c *Counter, second float64, values ...report.Value) string {
		m := &report.Metric{Values: report.ListOf(values...)}
		c.Apply(m, time.Unix(1000, 0).Add(time.Duration(second*float64(time.Second))))
		var got []string
		for v := range m.Values.All {
			text := "-"
			if v.Instance != nil {
				text = v.Instance.Name
			}
			switch {
			case v.Err != nil:
				text += fmt.Sprint("=", v.Err.Err)
			case v.Atom == nil:
				text += "=none"
			default:
				text += fmt.Sprint("=", v.Atom.Float64())
			}
			got = append(got, text)
		}
		return strings.Join(got, " ")
	}
	of := func(id int32, n uint64) report.Value {
		a := libpcp.Uint64Atom(n)
		v := report.Value{Atom: &a}
		if id != libpcp.NullInst {
			v.Instance = &report.Instance{ID: id, Name: string(rune('a' + id))}
		}
		return v
	}
	failed := report.Value{Instance: &report.Instance{ID: 3, Name: "d"}, Err: &report.Failure{Err: libpcp.ErrAgain}}
	c := &Counter{Desc: libpcp.Desc{Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count}}
	for i, step := range []struct {
		second float64
		values []report.Value
		want   string
	}{
		{0, []report.Value{of(0, 10), of(1, 20), failed}, "d=" + libpcp.ErrAgain.Error()},
		{2, []report.Value{of(0, 14), of(1, 20), of(2, 5)}, "a=2 b=0"},
		{2.5, []report.Value{of(2, 6), of(0, 13)}, "c=2 a=" + libpcp.ErrSign.Error()}, // in another order
		{4.5, []report.Value{of(0, 15), of(1, 30), of(2, 6)}, "a=1 c=0"},
		{5.5, nil, ""},
		{6.5, []report.Value{of(0, 16)}, ""},
	} {
		if got := apply(c, step.second, step.values...); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	c.Forget()
	if got := apply(c, 7, of(0, 20)) + apply(c, 8, of(0, 21)); got != "a=1" {
		t.Errorf("begun anew: %s", got)
	}
	wraps := &Counter{Desc: c.Desc, Wraps: true}
	if got := apply(wraps, 0, of(libpcp.NullInst, 1<<32-2)) + apply(wraps, 2, of(libpcp.NullInst, 2)); got != "-=2" {
		t.Errorf("wrapped: %s", got)
	}
	long := &Counter{Desc: libpcp.Desc{Type: libpcp.TypeU64, Units: libpcp.Millisec}}
	if got := apply(long, 0, of(libpcp.NullInst, 1000)) + apply(long, 2, of(libpcp.NullInst, 2000)); got != "-=0.5" {
		t.Errorf("of time: %s", got)
	}
}
