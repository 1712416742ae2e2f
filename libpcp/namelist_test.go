package libpcp

import (
	"slices"
	"testing"
)

func TestNameList(t *testing.T) {
	var none NameList
	l := ConcatNames(none, NameListOf([]string{"a", "b"}), NameListOf(nil), NameListOf([]string{"c"}))
	if want := []string{"a", "b", "c"}; l.Len() != 3 || !slices.Equal(l.Slice(), want) || !slices.Equal(slices.Collect(l.All()), want) {
		t.Errorf("got %d: %v", l.Len(), l)
	}
	for name := range l.All() {
		if name == "b" {
			break
		}
	}
	if none.Len() != 0 || none.Slice() != nil || none.String() != "[]" {
		t.Errorf("an empty list is %v", none)
	}
	for range none.All() {
		t.Error("an empty list has a name")
	}
}
