package local

import (
	"slices"
	"strings"
	"testing"
)

func TestTreeOrder(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"", ""},
		{"a.b a.c", "a.b a.c"},
		{"a.x b.x a.y", "a.x a.y b.x"},
		{"s.foo.bar.max s.bar s.foo.one s.foo.two s.foo.bar.three", "s.foo.bar.max s.foo.bar.three s.foo.one s.foo.two s.bar"},
		{"a a a.b a", "a a a a.b"},
		{"a a a", "a a a"},
	} {
		got := treeOrder(strings.Fields(test.names))
		if want := strings.Fields(test.want); !slices.Equal(got, want) {
			t.Errorf("%s: got %q", test.names, got)
		}
	}
}

// FuzzTreeOrder wants every name to come out once for each time it went in.
func FuzzTreeOrder(f *testing.F) {
	f.Add("a.x b.x a.y")
	f.Add("a a.b a..b .a ")
	f.Fuzz(func(t *testing.T, text string) {
		names := strings.Split(text, " ")
		got := treeOrder(slices.Clone(names))
		slices.Sort(names)
		slices.Sort(got)
		if !slices.Equal(got, names) {
			t.Errorf("%q became %q", names, got)
		}
	})
}
