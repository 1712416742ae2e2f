package proc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// TestLabels asks for labels alone: PCP's PMDA then has none.
func TestLabels(t *testing.T) {
	wantOurs(t, "proc.psinfo.labels", "7", "Missing metric value(s)", `[7 or "000007 (kworker)"] value "unconfined"`)
}

// TestLongNumbers asks for a kernel thread of a machine with many processes: PCP's
// PMDA leaves out a part of its name.
func TestLongNumbers(t *testing.T) {
	wantOurs(t, "proc.psinfo.psargs", "4194302", `"(worker)"`, `[4194302 or "4194302 (kworker)"] value "(kworker)"`)
}

// wantOurs looks for texts in what both tools print of a metric of a made process.
func wantOurs(t *testing.T, metric, pid, genuine, wanted string) {
	t.Helper()
	need.PCP(t)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	tree := t.TempDir()
	for name, text := range map[string]string{
		"cmdline": "", "status": "Name:\tkworker\n", "stat": pid + " (kworker) S 1 1 1\n", "attr/current": "unconfined\n",
	} {
		path := filepath.Join(tree, "proc", pid, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, path, text)
	}
	for tool, want := range map[string]string{pcpconf.Genuine("pminfo"): genuine, filepath.Join(ours, "pminfo"): wanted} {
		if got := run(t, tool, tree, []string{"-f", metric}); !strings.Contains(got, want) {
			t.Errorf("%s: %q without %q", tool, got, want)
		}
	}
}
