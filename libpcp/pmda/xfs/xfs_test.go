package xfs

import (
	"testing"

	"pcptools/libpcp/release"
)

// TestValidate is what the agent's Validated relies on.
func TestValidate(t *testing.T) {
	a := NewFor(release.Release{})
	a.Validated = false
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("extent_alloc 1 2 3 4\nibt2 1 2 3\nxpc 5 6 7\nqm 1 2 3 4 5 6 7 8 9\ngc xpc 1\nzoned 1 2 3\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s stats
		s.parse(text)
	})
}
