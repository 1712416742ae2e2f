//go:build linux

package proc

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestEndless has files without an end, or with nothing in gigabytes, in place of
// all that are read of processes and control groups. Fetching them again and again
// takes bounded memory, and what is too long for a value is no value.
func TestEndless(t *testing.T) {
	root := t.TempDir()
	sparse := filepath.Join(root, "sparse")
	writeFile(t, sparse, "")
	if err := os.Truncate(sparse, 8<<30); err != nil {
		t.Fatal(err)
	}
	files := []string{"stat", "status", "statm", "cmdline", "io", "maps", "smaps_rollup", "schedstat", "wchan", "environ",
		"cgroup", "oom_score", "numa_maps", "autogroup", "attr/current", "fdinfo/1"}
	link := func(to string, names ...string) {
		path := filepath.Join(append([]string{root, "proc"}, names...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	for pid := range 4 {
		for i, name := range files {
			link([]string{sparse, "/dev/zero"}[(pid+i)%2], strconv.Itoa(pid+1), name)
		}
	}
	for _, name := range []string{"stat", "mounts", "cgroups", "diskstats", "sys/kernel/sched_autogroup_enabled"} {
		link("/dev/zero", name)
	}
	t.Setenv("PROC_STATSPATH", root)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	names, err := c.Traverse(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := c.Lookup(t.Context(), names...)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 3 {
		result, err := c.Fetch(t.Context(), ids)
		if err != nil {
			t.Fatal(err)
		}
		for i, set := range result.Sets {
			if set.Err == libpcp.ErrGeneric {
				t.Errorf("%s panics", names[i])
			}
			for _, v := range set.Values {
				if set.Format != libpcp.InSitu && len(v.Block().Data) > 64<<10 {
					t.Errorf("%s: a value of %d bytes", names[i], len(v.Block().Data))
				}
			}
		}
	}
	if _, err := c.Instances(t.Context(), libpcp.NewInDom(3, processInDom.Serial)); err != nil {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	grown := int64(after.Sys) - int64(before.Sys)
	t.Logf("%d MB of memory", grown>>20)
	if grown > 96<<20 {
		t.Error("too much")
	}
}
