package search

import (
	"testing"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// TestValue describes values in a line.
func TestValue(t *testing.T) {
	seven := libpcp.Uint64Atom(7)
	of := func(name string) *report.Instance { return &report.Instance{Name: name, Named: true} }
	desc := func(sem libpcp.Semantics, units libpcp.Units) *libpcp.Desc {
		return &libpcp.Desc{Type: libpcp.TypeU64, Sem: sem, Units: units}
	}
	one, three := 1, 3
	for want, m := range map[string]*report.Metric{
		"Unknown metric name": {Err: &report.Failure{Err: libpcp.ErrName}},
		"no values":           {},
		"7":                   {Desc: desc(libpcp.SemInstant, 0), Values: report.ListOf(report.Value{Atom: &seven})},
		"7 Kbyte, counter":    {Desc: desc(libpcp.SemCounter, libpcp.KByte), Values: report.ListOf(report.Value{Atom: &seven})},
		"7 count, of a":       {Desc: desc(libpcp.SemInstant, libpcp.Count), Count: &one, Values: report.ListOf(report.Value{Atom: &seven, Instance: of("a")})},
		"7, of a and 2 more":  {Desc: desc(libpcp.SemInstant, 0), Count: &three, Values: report.ListOf(report.Value{Atom: &seven, Instance: of("a")})},
		"0 event records":     {Desc: desc(libpcp.SemInstant, 0), Values: report.ListOf(report.Value{Events: report.ListOf[report.Event]()})},
		"?":                   {Desc: desc(libpcp.SemInstant, 0), Values: report.ListOf(report.Value{})},
	} {
		if got := new(Printer).value(m); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
