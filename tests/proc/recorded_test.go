// Package proc compares the proc PMDA with the genuine one on the files of
// machines that PCP's own test suite has, and on a made-up tree.
package proc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/tests/internal/conform"
)

// commands are the lines that are compared.
var commands = [][]string{
	{"-dmI", "proc"},
	{"-f", "proc"},
	{"-f", "proc.nprocs", "proc.runq", "proc.control"},
	{"-f", "proc.psinfo.cmd"},
	{"-dfm", "hotproc"},
	{"-f", "proc.id", "proc.memory"},
	{"-f", "proc.smaps", "proc.io", "proc.schedstat", "proc.autogroup"},
	{"-l", "proc.psinfo.pid"},
}

// ngid is the block of proc.psinfo.ngid: the genuine PMDA has a number there
// that has nothing to do with the process.
var ngid = regexp.MustCompile(`(?m)^proc\.psinfo\.ngid\n(?:.+\n)*`)

func TestRecorded(t *testing.T) {
	need.PCP(t)
	folder := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "linux")
	need.File(t, folder)
	files, _ := filepath.Glob(filepath.Join(folder, "proc*pid-*.tgz"))
	if len(files) < 8 {
		t.Errorf("only %d files procpid-*.tgz", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
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
		got := run(t, filepath.Join(ours, "pminfo"), tree, args)
		if len(want) == 0 {
			t.Errorf("%q: the genuine pminfo prints nothing", args)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-genuine +ours):\n%s", args, diff)
		}
	}
}

// run asks a local context over the proc PMDA alone.
func run(t *testing.T, tool, tree string, args []string) string {
	t.Helper()
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_proc")
	need.File(t, names)
	dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", "pmda_proc.so")
	args = append([]string{"-n", names, "-L", "-K", "clear", "-K", "add,3," + dso + ",proc_init"}, args...)
	cmd := exec.Command(tool, args...)
	cmd.Env = append(os.Environ(), "PROC_STATSPATH="+tree, "PROC_HERTZ=100", "PROC_PAGESIZE=4096", "PCP_DERIVED_CONFIG=", "TZ=UTC")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	text := ngid.ReplaceAllString(out.String(), "")
	if err != nil {
		text += err.Error()
	}
	return text
}
