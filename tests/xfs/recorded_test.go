// Package xfs compares the xfs PMDA with PCP's on the files of
// machines that PCP's own test suite has, and on a made-up tree.
package xfs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/bare"
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

// TestMade compares them on a tree with a different number in each place. What PCP's
// prints of each release, but for labels, which are those of a machine, is in a file, which
// UPDATE=1 writes in make verify.
func TestMade(t *testing.T) {
	dir, err := filepath.Abs("testdata/made")
	if err != nil {
		t.Fatal(err)
	}
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for version, golden := range map[string]string{"6.0.3": "6.0.3", "6.3.8": "6.0.3", "7.2.2": "7.2.2"} {
		t.Run(version, func(t *testing.T) {
			golden := filepath.Join("testdata", golden+".golden")
			same := func(text string) {
				t.Helper()
				want, err := os.ReadFile(golden)
				if diff := cmp.Diff(string(want), text); diff != "" || err != nil {
					t.Errorf("%v (-golden +now):\n%s", err, diff)
				}
			}
			update := os.Getenv("UPDATE") != ""
			if !update {
				same(printed(func(args []string) string {
					return run(exec.Command(filepath.Join(ours, "pminfo"), args...), dir, bare.Environ("PCPTOOLS_COMPAT="+version)...)
				}))
			}
			var in *tree.Tree
			if version == "6.0.3" {
				need.PCP(t)
			} else {
				in = need.Tree(t, version, dir)
			}
			genuine := printed(func(args []string) string {
				return run(in.Command(t.Context(), in.Genuine("pminfo"), append([]string{"-n", names}, args...)...), dir)
			})
			if update {
				if err := os.WriteFile(golden, []byte(genuine), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			same(genuine)
			compare(t, in, dir)
		})
	}
}

// printed is what the commands print of all metrics, which are in no order, without labels.
func printed(run func(args []string) string) string {
	var text strings.Builder
	for _, args := range commands[:2] {
		metrics := strings.Split(strings.TrimSpace(run(args)), "\n\n")
		slices.Sort(metrics)
		text.WriteString(strings.Join(metrics, "\n\n") + "\n\n")
	}
	return text.String()
}

// names is the name space of the PMDA.
const names = "/var/lib/pcp/pmns/root_xfs"

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
