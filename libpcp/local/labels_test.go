package local

import (
	"path/filepath"
	"testing"

	"pcptools/libpcp/release"
)

// TestNoLabelDirectory opens the labels of a machine without the directory of
// labels: there are none, and that is no error.
func TestNoLabelDirectory(t *testing.T) {
	t.Setenv("PCP_SYSCONF_DIR", filepath.Join(t.TempDir(), "nosuch"))
	if sets, err := contextLabels(release.Release{}); err != nil || len(sets) > 0 {
		t.Errorf("got %v, %v", sets, err)
	}
}
