package report

import (
	"strings"
	"testing"

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
	want := `+--------+----------+-------+----------+
| Metric | Instance | Value |          |
+--------+----------+-------+----------+
| m      | a        |    1  | ##       |
| m      | b        |    4* | ######## |
| m      | c        |   -3* |          |
+--------+----------+-------+----------+
`
	if diff := cmp.Diff(want, draw(40, 1, 4, -3)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := draw(35, 1, 4, -3); strings.Contains(got, "#") || strings.Contains(got, "*") {
		t.Errorf("there is no room for bars, and nothing has changed:\n%s", got)
	}
	if got := draw(80, 1); strings.Contains(got, "#") {
		t.Errorf("a single value has no bar:\n%s", got)
	}
}
