package proc

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestPressure has an average of a control group as the kernel has it.
func TestPressure(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"proc", "sys/fs/cgroup"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(root, "proc/mounts"), "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n")
	writeFile(t, filepath.Join(root, "sys/fs/cgroup/cpu.pressure"), "some avg10=0.00 avg60=0.25 avg300=0.00 total=7\n")
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	ids, err := c.Lookup(t.Context(), "cgroup.pressure.cpu.some.avg1min")
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	if set := &result.Sets[0]; len(set.Values) != 1 {
		t.Errorf("%d values, %v", len(set.Values), set.Err)
	} else if atom, err := set.Atom(0, libpcp.TypeFloat); err != nil || atom.Float64() != 0.25 {
		t.Errorf("got %v, %v", atom.Float64(), err)
	}
}
