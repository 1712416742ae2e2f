package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/local"
)

// TestMany has more processes than one worker looks at: each value is that of
// its process.
func TestMany(t *testing.T) {
	root := t.TempDir()
	const count = 3*fewProcesses + 1
	for pid := 1; pid <= count; pid++ {
		dir := filepath.Join(root, "proc", fmt.Sprint(pid))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"cmdline": fmt.Sprintf("prog%d\x00", pid),
			"io":      fmt.Sprintf("rchar: %d\nwchar: 7\n", 10*pid),
			"status":  "Uid:\t0\t0\t0\t0\n",
			"stat":    fmt.Sprintf("%d (p) S 1 1 1 0\n", pid),
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("PROC_STATSPATH", root)
	ownerName := new(owners).user(0)
	c := libpcp.NewContext(local.New(local.Config{}, local.Agent{Domain: 3, Name: "proc", New: New}))
	defer c.Close()
	ids, err := c.Lookup(t.Context(), "proc.io.rchar", "proc.id.uid_nm", "proc.psinfo.ttyname", "proc.psinfo.psargs")
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Fetch(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	kinds := []libpcp.Type{libpcp.TypeU64, libpcp.TypeString, libpcp.TypeString, libpcp.TypeString}
	for at, want := range []func(pid int32) string{
		func(pid int32) string { return fmt.Sprint(10 * pid) },
		func(int32) string { return ownerName },
		func(int32) string { return "?" },
		func(pid int32) string { return fmt.Sprint("prog", pid) },
	} {
		set := result.Sets[at]
		if set.Err != nil || len(set.Values) != count {
			t.Fatalf("metric %d: %d values, %v", at, len(set.Values), set.Err)
		}
		for _, v := range set.Values {
			if got := textOf(t, set.Format, v, kinds[at]); got != want(v.Inst) {
				t.Fatalf("metric %d, process %d: %q", at, v.Inst, got)
			}
		}
	}
}
