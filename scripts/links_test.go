package scripts

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
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
		list, err := exec.Command("go", "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		linked := strings.Fields(string(list))
		for _, name := range without {
			if slices.Contains(linked, name) {
				t.Errorf("%s links %s", pkg, name)
			}
		}
	}
}
