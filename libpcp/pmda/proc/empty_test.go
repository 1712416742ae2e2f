package proc

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestEmpty has no values of a process whose files are empty, least of all that it is
// root's, and those of the other process.
func TestEmpty(t *testing.T) {
	root := t.TempDir()
	for dir, texts := range map[string]map[string]string{
		"77": {"stat": "77 (a) S 1 1 1 0\n", "status": "Uid:\t5\t5\t5\t5\n", "io": "rchar: 6\n", "cgroup": "0::/x\n", "wchan": "w"},
		"78": {"stat": "", "status": "", "io": "", "cgroup": "", "wchan": ""},
	} {
		dir = filepath.Join(root, "proc", dir)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range texts {
			writeFile(t, filepath.Join(dir, name), text)
		}
	}
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	names := []string{"proc.psinfo.utime", "proc.id.uid", "proc.io.rchar", "proc.psinfo.cgroups", "proc.psinfo.wchan_s"}
	ids, err := c.Lookup(t.Context(), names...)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		if set := &result.Sets[i]; len(set.Values) != 1 || set.Values[0].Inst != 77 {
			t.Errorf("%s: %d values, %v", name, len(set.Values), set.Err)
		}
	}
}
