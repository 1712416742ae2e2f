package pmns

import (
	"slices"
	"testing"
)

// TestMerge adds names to a name space, which keeps its own.
func TestMerge(t *testing.T) {
	load := func(text string) *Tree {
		tree, err := Load("main", Options{Files: map[string]string{"main": text}})
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	mine := load("root {\n a\n one 1:0:1\n}\na {\n b 1:0:0\n}\n")
	other := load("root {\n a\n one\n dyn 7:*:*\n c\n}\na {\n b\n d 2:0:1\n}\na.b {\n e 2:0:0\n}\none {\n f 2:0:4\n}\nc {\n g\n}\nc.g {\n h 2:0:2\n}\n")
	merged := mine.Merge(other)
	got, err := merged.Traverse("")
	if want := []string{"a.b", "a.d", "one", "dyn", "c.g.h"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, want %v (%v)", got, want, err)
	}
	for domain, want := range map[uint32]bool{1: true, 2: true, 3: false, 7: true} {
		if merged.HasDomain(domain) != want {
			t.Errorf("domain %d: want %v", domain, want)
		}
	}
	if names, err := other.OfDomain(7).Traverse(""); err != nil || !slices.Equal(names, []string{"dyn"}) || mine.Len() != 2 {
		t.Error(names, err)
	}
}
