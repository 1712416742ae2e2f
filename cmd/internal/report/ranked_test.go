package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
)

// greatest is the order of numbers from the greatest down.
func greatest(top int) *Ranking {
	return &Ranking{Top: top, Key: func(v *Value) any { return v.Atom.Float64() },
		Compare: func(a, b any) int { return int(b.(float64) - a.(float64)) }}
}

// measured is a metric of one value.
func measured(name string, value uint64, units libpcp.Units) *Metric {
	a := libpcp.Uint64Atom(value)
	return &Metric{Name: name, Desc: &libpcp.Desc{Type: libpcp.TypeU64, Units: units}, Values: ListOf(Value{Atom: &a})}
}

// TestRanked has the greatest values of all sources, in the order of metrics that
// the first source has, whichever answers first; then errors.
func TestRanked(t *testing.T) {
	var out strings.Builder
	s := NewSeveral(Options{Format: CSV, Out: &out, Columns: []Column{Name, TheValue, ErrorText}, Ranking: greatest(2)}, []string{"a", "b", "c"})
	s.Begin(Header{})
	a, b, c := s.Parts()[0], s.Parts()[1], s.Parts()[2]
	c.Write(measured("y", 3, 0))
	c.Write(measured("x", 9, libpcp.KByte))
	c.End()
	for i := range uint64(500) { // more than are kept
		b.Write(measured("x", i%7, libpcp.KByte))
	}
	b.Write(measured("x", 7, libpcp.KByte))
	b.End()
	a.Write(measured("x", 7, libpcp.KByte))
	a.Write(measured("x", 1, libpcp.MByte)) // the greatest
	a.Write(measured("y", 4, 0))
	a.Write(measured("y", 2, 0))
	a.Write(&Problem{Operand: "z", Failure: Failure{Err: libpcp.ErrName}})
	if got := out.String(); got != "host,metric,value,error_text\na,z,,Unknown metric name\n" {
		t.Errorf("before all have answered:\n%s", got)
	}
	a.End()
	s.End()
	want := "host,metric,value,error_text\na,z,,Unknown metric name\na,x,1,\nc,x,9,\na,y,4,\nc,y,3,\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// TestRankedSteps ranks the samples of each step when all have passed it, and
// samples that are late by themselves.
func TestRankedSteps(t *testing.T) {
	var out strings.Builder
	s := NewSeveral(Options{Format: Table, Out: &out, Zone: time.UTC, Columns: []Column{Name, TheValue}, Ranking: greatest(1)}, []string{"a", "b"})
	s.Begin(Header{})
	a, b := s.Parts()[0], s.Parts()[1]
	table := func(second int, host string, value int) string {
		stamp := time.Unix(int64(second), 0).UTC().Format("15:04:05")
		if second == 1 {
			stamp = "Thu 1970-01-01 " + stamp
		}
		return fmt.Sprintf("%s\nHost  Metric  Value\n%s     m           %d\n\n", stamp, host, value)
	}
	write := func(p *Part, second int, value float32) {
		p.Reach(time.Unix(int64(second), 0).UnixNano())
		p.Write(sample(value))
	}
	write(a, 1, 5)
	write(b, 1, 8)
	write(b, 2, 3)
	if out.Len() > 0 {
		t.Errorf("before the step is over:\n%s", out.String())
	}
	write(a, 2, 4)
	b.Reach(time.Unix(3, 0).UnixNano())
	a.Leave()
	a.End()
	b.End()
	s.End()
	if want := table(1, "b", 8) + table(2, "a", 4); out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
