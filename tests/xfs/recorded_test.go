// Package xfs compares the xfs PMDA with the genuine one on the files of
// machines that PCP's own test suite has, and on a made-up tree.
package xfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/tests/internal/conform"
)

func TestMain(m *testing.M) { programs.Main(m) }

var commands = [][]string{{"-dmI", "xfs"}, {"-f", "xfs"}, {"-f", "xfs.log", "xfs.perdev.log"}, {"-l", "xfs.write", "xfs.perdev.write"}}

// TestRecorded compares them on the machines of the suite.
func TestRecorded(t *testing.T) {
	need.PCP(t)
	files, _ := filepath.Glob(filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "linux", "xfs-root-*.tgz"))
	if len(files) < 2 {
		t.Errorf("only %d files", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			tree := t.TempDir()
			if out, err := exec.Command("tar", "xf", file, "-C", tree, "--no-same-owner").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			compare(t, tree)
		})
	}
}

// TestMade compares them on a tree with a different number in each place.
func TestMade(t *testing.T) {
	need.PCP(t)
	tree, err := filepath.Abs("testdata/made")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, tree)
}

func compare(t *testing.T, tree string) {
	t.Helper()
	ours, err := conform.Ours()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range commands {
		want := run(t, pcpconf.Genuine("pminfo"), tree, args)
		// Where no daemon is installed ours is used.
		got := run(t, filepath.Join(ours, "pminfo"), tree, args, "PCP_PMDAS_DIR=/nosuch")
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%q (-genuine +ours):\n%s", args, diff)
		}
	}
}

// run asks a local context over the xfs PMDA alone.
func run(t *testing.T, tool, tree string, args []string, env ...string) string {
	t.Helper()
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_xfs")
	need.File(t, names)
	args = append([]string{"-n", names, "-L", "-K", "clear", "-K", "add,11,xfs/pmda_xfs.so,xfs_init"}, args...)
	cmd := exec.Command(tool, args...)
	cmd.Env = append(append(os.Environ(), "XFS_STATSPATH="+tree, "PCP_DERIVED_CONFIG=", "TZ=UTC"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = append(out, err.Error()...)
	}
	return mapped.ReplaceAllString(string(out), "$1")
}

// mapped are values of mapped devices. Genuine ones are those of all devices
// together where the mapping is not that of this machine.
var mapped = regexp.MustCompile(`(inst \[\d+ or "/dev/mapper/.*"\] value).*`)
