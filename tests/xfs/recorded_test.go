// Package xfs compares the xfs PMDA with PCP's on the files of
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
	"pcptools/internal/tree"
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
			compare(t, nil, tree)
		})
	}
}

// TestMade compares them on a tree with a different number in each place.
func TestMade(t *testing.T) {
	dir, err := filepath.Abs("testdata/made")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("installed", func(t *testing.T) {
		need.PCP(t)
		compare(t, nil, dir)
	})
	for _, version := range []string{"6.3.8", "7.2.2"} {
		t.Run(version, func(t *testing.T) { compare(t, need.Tree(t, version, dir), dir) })
	}
}

// compare compares the PMDAs on the files below dir; PCP's is of a release.
func compare(t *testing.T, in *tree.Tree, dir string) {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	// Where no daemon is installed ours is used.
	environ := []string{"PCP_PMDAS_DIR=/nosuch"}
	if in != nil {
		environ = append(environ, "PCPTOOLS_COMPAT="+in.Version)
	}
	const names = "/var/lib/pcp/pmns/root_xfs"
	need.File(t, in.Path(names))
	for _, args := range commands {
		want := run(in.Command(t.Context(), in.Genuine("pminfo"), append([]string{"-n", names}, args...)...), dir)
		got := run(exec.Command(filepath.Join(ours, "pminfo"), append([]string{"-n", in.Path(names)}, args...)...), dir, environ...)
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%q (-genuine +ours):\n%s", args, diff)
		}
	}
}

// run has a command ask a local context over the xfs PMDA alone.
func run(cmd *exec.Cmd, dir string, environ ...string) string {
	cmd.Args = append(cmd.Args, "-L", "-K", "clear", "-K", "add,11,xfs/pmda_xfs.so,xfs_init")
	cmd.Dir = "/"
	cmd.Env = append(append(os.Environ(), "XFS_STATSPATH="+dir, "PCP_DERIVED_CONFIG=", "TZ=UTC"), environ...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = append(out, err.Error()...)
	}
	return masked.ReplaceAllString(string(out), "$1$2")
}

// masked are values of mapped devices, since genuine ones are those of all
// devices together where the mapping is not that of this machine, and the
// machine's number, which differs in another release's tree.
var masked = regexp.MustCompile(`(inst \[\d+ or "/dev/mapper/.*"\] value).*|("machineid":")[^"]*`)
