package proc_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
)

// TestGenuine holds the goldens against PCP's agent, which writes them if UPDATE is
// set.
func TestGenuine(t *testing.T) {
	need.PCP(t)
	trees, _ := filepath.Glob("testdata/*.txtar")
	for _, tree := range append(trees, "testdata/made", "testdata/metrics") {
		name := strings.TrimSuffix(filepath.Base(tree), ".txtar")
		t.Run(name, func(t *testing.T) {
			var text string
			switch {
			case name == "metrics":
				useTree(t, "made")
				text = descriptors(genuine(t, "-dm", "proc", "hotproc", "cgroup", "acct"))
			case strings.HasPrefix(name, "groups"):
				useTree(t, name)
				text = values(genuine(t, "-f", "cgroup"))
			case name == "processes-lines": // long ones, as the names of instances
				useTree(t, name)
				text = genuine(t, "-f", "proc.psinfo.cmd", "proc.psinfo.psargs", "proc.psinfo.pid", "proc.psinfo.sname")
			case name == "processes": // one after the other: otherwise metrics without files have no error
				useTree(t, name)
				text = values(genuine(t, "-b", "1", "-f", "proc.nprocs", "proc.psinfo", "proc.id", "proc.memory", "proc.io", "proc.schedstat", "proc.runq", "proc.fd", "proc.namespaces"))
			default:
				useTree(t, name)
				text = values(genuine(t, "-f", "proc"))
			}
			golden := filepath.Join("testdata", name+".golden")
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), text); diff != "" {
				t.Errorf("(-golden +genuine):\n%s", diff)
			}
		})
	}
}

// genuine asks PCP's agent.
func genuine(t *testing.T, args ...string) string {
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_proc")
	agent := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", "pmda_proc.so")
	need.File(t, names)
	args = append([]string{"-L", "-K", "clear", "-K", "add,3," + agent + ",proc_init", "-n", names}, args...)
	cmd := exec.Command(pcpconf.Genuine("pminfo"), args...)
	cmd.Env = append(os.Environ(), "PCP_DERIVED_CONFIG=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// values are the blocks of metrics that a tree alone decides: not names of users and
// terminals, nor those of which PCP 6.0.3 has nonsense, a number that has nothing to
// do with the process, and real numbers whose bits are those of whole ones.
func values(text string) string {
	return ofMachine.ReplaceAllString(text, "")
}

var ofMachine = regexp.MustCompile(`(?m)^\n(?:proc\.(?:id\.\w+_nm|psinfo\.(?:ttyname|ngid))|cgroup\.pressure\..*\.avg.*)\n(?:.+\n)*`)

// descriptors are in a line for each metric.
func descriptors(text string) string {
	var lines []string
	for block := range strings.SplitSeq(text, "\n\n") {
		if line := strings.Join(strings.Fields(block), " "); line != "" {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}
