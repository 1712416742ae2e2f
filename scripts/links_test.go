package scripts

import (
	"slices"
	"testing"

	"pcptools/internal/programs"
)

// TestLinks holds what programs do not link: it costs them memory and time at
// each start.
func TestLinks(t *testing.T) {
	for pkg, without := range map[string][]string{
		"pcptools/cmd/pmerr":      {"net/http", "pcptools/libpcp/options"},
		"pcptools/cmd/pmgenmap":   {"net/http", "pcptools/libpcp/options"},
		"pcptools/libpcp/archive": {"net"},
		"pcptools/libpcp/format":  {"net"},
	} {
		linked, err := programs.Imports(pkg)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range without {
			if slices.Contains(linked, name) {
				t.Errorf("%s links %s", pkg, name)
			}
		}
	}
}
