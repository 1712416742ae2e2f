//go:build unix

package daemons

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
)

// TestRelative names the input of an agent from the current directory, which a
// daemon that stands in for a DSO has too, also where it can have no log. It leaves
// nothing there.
func TestRelative(t *testing.T) {
	need.PCP(t)
	for name, home := range map[string]string{"log": t.TempDir(), "no log": "/proc/nosuch"} {
		t.Run(name, func(t *testing.T) { testRelative(t, home) })
	}
}

func testRelative(t *testing.T, home string) {
	dir, ours := t.TempDir(), tools(t)
	machine(t, dir)
	before := listed(t, dir)
	line := "-L -K clear -K add,153," + installed("zfs", "pmda_zfs.so") + ",zfs_init -n " +
		filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_zfs") + " -f zfs.arc zfs.pool"
	outputs := make(map[string][]byte)
	for _, tool := range []string{pcpconf.Genuine("pminfo"), filepath.Join(ours, "pminfo")} {
		cmd := exec.Command(tool, strings.Fields(line)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "ZFS_PATH=zfs", "HOME="+home, "PCP_LOG_DIR="+home)
		outputs[tool], _ = cmd.Output() // some metrics have no values
	}
	want, got := outputs[pcpconf.Genuine("pminfo")], outputs[filepath.Join(ours, "pminfo")]
	if !bytes.Equal(want, got) || bytes.Count(got, []byte("    value ")) < 50 {
		t.Errorf("genuine:\n%s\nours:\n%s", want, got)
	}
	if after := listed(t, dir); after != before {
		t.Errorf("left behind: %s instead of %s", after, before)
	}
}

// listed are the names in a directory.
func listed(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}
