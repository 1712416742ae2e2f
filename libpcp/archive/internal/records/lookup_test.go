package records

import (
	"testing"

	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
)

// TestMarksBetween counts the marks of all volumes that lie between, from their first
// records on.
func TestMarksBetween(t *testing.T) {
	meta, index, first := specimen.New(2) // the third of its records is a mark
	l := logfile.Label{Magic: logfile.Magic | 2, PID: 7, Start: logfile.Stamp{Sec: 100}, Host: "h", Zone: "UTC", Volume: 1}
	second := specimen.Framed(l.Append(nil), specimen.Record(logfile.Stamp{Sec: 106}, 3, 2))
	set, _, err := Open(t.Context(), specimen.Memory{"x.meta": meta, "x.index": index, "x.0": first, "x.1": second}, "x", Policy{})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	start, end := l.Size(), int64(len(first))
	last := end - (int64(len(second)) - start) // they are of the same size
	to := Position{Volume: 1, Off: int64(len(second))}
	for from, want := range map[int64]bool{start: true, last: false, end: false} {
		if marks, ok := set.MarksBetween(t.Context(), Position{Off: from}, to); marks != want || !ok {
			t.Errorf("from %d: %t, %t; want %t", from, marks, ok, want)
		}
	}
	if _, ok := set.MarksBetween(t.Context(), Position{Off: last + 4}, to); ok {
		t.Error("from within a record")
	}
}
