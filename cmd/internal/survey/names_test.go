package survey

import (
	"maps"
	"testing"

	"pcptools/libpcp"
)

// TestNamesOf has the first of two instances with one number count, in any order.
func TestNamesOf(t *testing.T) {
	got := NamesOf([]libpcp.Instance{{ID: 7, Name: "d"}, {ID: 1, Name: "b"}, {ID: -5, Name: "a"}, {ID: 1, Name: "c"}})
	if want := (map[int32]string{-5: "a", 1: "b", 7: "d"}); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
