//go:build linux

package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
	"pcptools/tests/internal/conform"
)

const mounts = `tmpfs /proc tmpfs rw 0 0
/dev/nosuch1 /proc ext4 ro 0 0
tmpfs /nosuch/one tmpfs rw 0 0
/dev/nosuch2 /nosuch/two xfs rw 0 0
/dev/nosuch2 /nosuch/three xfs rw 0 0
`

const mountNames = `root {
	filesys
	tmpfs
}
filesys {
	capacity 60:5:1
	mountdir 60:5:7
	readonly 60:5:11
}
tmpfs {
	capacity 60:34:1
	maxfiles 60:34:4
}
`

// TestMounts compares the tools of each release on file systems that are there and
// that are not.
func TestMounts(t *testing.T) {
	dir := t.TempDir()
	self := filepath.Join(dir, "machine", "proc", "self")
	if err := os.MkdirAll(self, 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(self, "mounts"), mounts)
	writeFile(t, filepath.Join(dir, "pmns"), mountNames)
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		file := &conform.File{Name: "mounts"}
		dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
		for _, line := range [][2]string{
			{"pminfo", "-f"}, {"pmprobe", "-I"}, {"pmprobe", "-v filesys.mountdir tmpfs.capacity"}, {"pmprobe", "-i filesys.readonly"},
		} {
			addLine(file, "PCP_DERIVED_CONFIG= LINUX_STATSPATH="+filepath.Join(dir, "machine"),
				fmt.Sprintf("%s -n pmns -L -K clear -K add,60,%s,linux_init %s", line[0], dso, line[1]))
		}
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}
