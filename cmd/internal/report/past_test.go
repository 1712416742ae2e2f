package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
)

// TestScreenTable draws a table twice: with bars where there is room, and a mark
// at what has changed.
func TestScreenTable(t *testing.T) {
	past := new(Past)
	draw := func(width int, values ...float64) string {
		var out strings.Builder
		var list []Value
		for i, v := range values {
			a := libpcp.DoubleAtom(v)
			list = append(list, Value{Instance: &Instance{ID: int32(i), Name: string(rune('a' + i)), Named: true}, Atom: &a})
		}
		past.Next()
		enc := New(Options{Format: Table, Out: &out, Width: width, Columns: []Column{Name, InstanceName, TheValue}, Past: past})
		enc.Begin(Header{})
		enc.Write(&Metric{Name: "m", Desc: &libpcp.Desc{Type: libpcp.TypeDouble}, Values: ListOf(list...)})
		enc.End()
		return out.String()
	}
	draw(80, 1, 2)
	want := `+----------+-----+----------------------+
| Instance |  m  |                      |
+----------+-----+----------------------+
| a        |  1  | #####                |
| b        |  4* | #################### |
| c        | -3* |                      |
+----------+-----+----------------------+
`
	if diff := cmp.Diff(want, draw(40, 1, 4, -3)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := draw(25, 1, 4, -3); strings.Contains(got, "#") || strings.Contains(got, "*") {
		t.Errorf("there is no room for bars, and nothing has changed:\n%s", got)
	}
	if got := draw(80, 1); strings.Contains(got, "#") {
		t.Errorf("a single value has no bar:\n%s", got)
	}
}

// TestNumbersWhole has numbers whole on terminals of any width: other columns
// give way, or are left out.
func TestNumbersWhole(t *testing.T) {
	const long = 12345678901234567890
	name := "a.branch.of.long.names.with.a.metric"
	a := libpcp.Uint64Atom(long)
	value := Value{Instance: &Instance{ID: 1234567, Name: "an instance of a long name", Named: true}, Atom: &a}
	other := metric(atom(libpcp.StringAtom("text of some length to be cut")))
	m := &Metric{Name: name, Desc: &libpcp.Desc{Type: libpcp.TypeU64, Units: libpcp.KByte}, Values: ListOf(value)}
	for width := 20; width < 140; width++ {
		text := encode(Table, Options{Width: width, Columns: []Column{Name, Type, Semantics, InstanceID, InstanceName, TheValue, Units}}, m, other)
		if !strings.Contains(text, " 12345678901234567890 ") {
			t.Fatalf("width %d:\n%s", width, text)
		}
		widest := 0
		for line := range strings.Lines(text) {
			widest = max(widest, utf8.RuneCountInString(line)-1)
		}
		if width >= 50 && widest > width {
			t.Fatalf("width %d:\n%s", width, text)
		}
		if left := !strings.Contains(text, "Type"); left != strings.Contains(text, " more") {
			t.Fatalf("width %d: columns are left out without a word, or none are with one:\n%s", width, text)
		}
	}
}
