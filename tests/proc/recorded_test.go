// Package proc compares the proc PMDA with PCP's on the files of
// machines that PCP's own test suite has, and on a made-up tree.
package proc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

func TestMain(m *testing.M) { programs.Main(m) }

// commands are the lines that are compared on the files of processes, and
// groupCommands those on control groups.
var (
	commands = [][]string{
		{"-dmI", "proc"},
		{"-f", "proc"},
		{"-f", "proc.nprocs", "proc.runq", "proc.control"},
		{"-f", "proc.psinfo.cmd"},
		{"-dfm", "hotproc", "acct"},
		{"-f", "proc.id", "proc.memory"},
		{"-f", "proc.smaps", "proc.io", "proc.schedstat", "proc.autogroup"},
		{"-f", "proc.smaps.rss"},
		{"-l", "proc.psinfo.pid"},
	}
	groupCommands = [][]string{
		{"-dmI", "cgroup"},
		{"-f", "cgroup"},
		{"-f", "cgroup.memory.current", "cgroup.blkio.all.time", "cgroup.cpuacct.usage_percpu"},
		{"-f", "cgroup.blkio.dev"},
		{"-l", "cgroup.cpuset", "cgroup.mounts"},
	}
)

// nonsense are the blocks of metrics for which PCP's PMDA has nonsense: a
// number that has nothing to do with the process, and real numbers whose bits
// are those of whole ones.
var nonsense = regexp.MustCompile(`(?m)^(proc\.psinfo\.ngid|cgroup\.pressure\..*\.avg.*)\n(?:.+\n)*`)

// terminal is the name of a terminal that this machine happens to have, while
// other tests open and close some.
var terminal = regexp.MustCompile(`value "pts/\d+"`)

// TestRecorded compares them on the processes and control groups of the suite.
func TestRecorded(t *testing.T) {
	need.PCP(t)
	dir := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "linux")
	need.File(t, dir)
	for _, set := range []struct {
		pattern  string
		least    int
		commands [][]string
	}{
		{"proc*pid-*.tgz", 8, commands},
		{"cgroups-root-*.tgz", 4, groupCommands},
	} {
		files, _ := filepath.Glob(filepath.Join(dir, set.pattern))
		if len(files) < set.least {
			t.Errorf("only %d files %s", len(files), set.pattern)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				tree := t.TempDir()
				if out, err := exec.Command("tar", "xf", file, "-C", tree, "--no-same-owner").CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				compare(t, tree, set.commands)
			})
		}
	}
}

// TestMade compares them on a tree with a different number in each place.
func TestMade(t *testing.T) {
	need.PCP(t)
	tree, err := filepath.Abs("../../libpcp/pmda/proc/testdata/made")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, tree, commands)
}

func compare(t *testing.T, tree string, commands [][]string) {
	t.Helper()
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	defer func() { t.Logf("%d lines compared", compared) }()
	for _, args := range commands {
		want := run(t, pcpconf.Genuine("pminfo"), tree, args)
		got := run(t, filepath.Join(ours, "pminfo"), tree, args)
		if len(want) == 0 {
			t.Errorf("%q: the genuine pminfo prints nothing", args)
		}
		compared += strings.Count(want, "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-genuine +ours):\n%s", args, diff)
		}
	}
}

// run asks a local context over the proc PMDA alone.
func run(t *testing.T, tool, tree string, args []string, env ...string) string {
	t.Helper()
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_proc")
	need.File(t, names)
	dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", "pmda_proc.so")
	args = append([]string{"-n", names, "-L", "-K", "clear", "-K", "add,3," + dso + ",proc_init"}, args...)
	cmd := exec.Command(tool, args...)
	cmd.Env = append(os.Environ(), "PROC_STATSPATH="+tree, "PROC_HERTZ=100", "PROC_PAGESIZE=4096", "PCP_DERIVED_CONFIG=", "TZ=UTC")
	cmd.Env = append(cmd.Env, env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	text := nonsense.ReplaceAllString(out.String(), "")
	text = terminal.ReplaceAllString(text, `value "?"`)
	if err != nil {
		text += err.Error()
	}
	return text
}
