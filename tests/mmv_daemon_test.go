package tests

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestMMVDaemon runs our mmv agent under PCP's pmcd in the place of
// PCP's, on the same file, and compares what PCP's tools see.
func TestMMVDaemon(t *testing.T) {
	need.PCP(t)
	bin := buildAgents(t, "pcptools/libpcp/pmda/mmv/pmdammv")
	program := filepath.Join(bin, "pmdammv")
	theirs, ours := world.StartWith(t, world.Options{}), world.StartWith(t, world.Options{Programs: map[string]string{"mmv": program}})
	for _, line := range []string{
		"pminfo mmv",
		"pminfo -dfmtTlM mmv",
		"pminfo -I mmv",
		"pmprobe -v mmv",
		"pmprobe -I mmv",
		"pmstore mmv.control.reload 1",
		"pminfo -f mmv",
		"pmstore mmv.control.debug 1",
		"pmstore mmv.control.debug -1",
		"pmstore mmv.acme.staff 1",
		"pminfo -f mmv.nosuch mmv.acme.nosuch",
		"pmval -s 2 -t 0.1 mmv.acme.staff",
	} {
		words := strings.Fields(line)
		if diff := cmp.Diff(genuine(t, theirs, words), genuine(t, ours, words)); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", line, diff)
		}
	}
}
