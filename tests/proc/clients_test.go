package proc

import (
	"fmt"
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

// daemons are dbpmda and the two agents that it asks.
type daemons struct{ dbpmda, genuine, ours string }

func buildDaemons(t *testing.T) (d daemons) {
	t.Helper()
	need.PCP(t)
	d.dbpmda = filepath.Join(filepath.Dir(pcpconf.Genuine("pminfo")), "dbpmda")
	need.File(t, d.dbpmda)
	d.genuine = filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", "pmdaproc")
	need.File(t, d.genuine)
	bin := t.TempDir()
	if err := programs.Build(bin, "pcptools/libpcp/pmda/proc/pmdaproc"); err != nil {
		t.Fatal(err)
	}
	d.ours = filepath.Join(bin, "pmdaproc")
	return d
}

// ask puts requests to an agent that sees a tree, and has what is its own in a
// directory.
func (d *daemons) ask(agent, tree, dir, requests string) string {
	cmd := exec.Command(d.dbpmda, "-n", filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_proc"))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PROC_STATSPATH="+tree, "PROC_HERTZ=100", "PROC_PAGESIZE=4096", "PCP_PMDAS_DIR="+dir, "TERM=dumb")
	// an agent replaces the file of its log: /dev/null would be a file from then on
	cmd.Stdin = strings.NewReader("open pipe " + agent + " -d 3 -l " + filepath.Join(dir, "log") + "\n" + requests + "quit\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out) + err.Error()
	}
	return string(out)
}

var sessionVaries = regexp.MustCompile(`\S*/pmdaproc|pid: \d+|0x[0-9a-f]{9,}`)

// mostLooks is how often agents are asked whose answers depend on the time.
const mostLooks = 10

// both asks PCP's agent and ours, again while they differ, and logs how.
func (d *daemons) both(t *testing.T, looks int, ask func(agent string) string) (want, got string) {
	t.Helper()
	for look := 1; ; look++ {
		want, got = ask(d.genuine), ask(d.ours)
		if want == got || look >= looks {
			return want, got
		}
		t.Logf("asked again (-genuine +ours):\n%s", cmp.Diff(want, got))
	}
}

// compare puts the same requests to both, which have some options.
func (d *daemons) compare(t *testing.T, tree, requests string, options ...string) {
	t.Helper()
	dir := agentDir(t)
	ask := func(agent string) string {
		return sessionVaries.ReplaceAllString(d.ask(strings.Join(append([]string{agent}, options...), " "), tree, dir, requests), "…")
	}
	looks := 1
	if tree == "" { // processes of this machine, which has memory of its own to manage
		looks = mostLooks
	}
	want, got := d.both(t, looks, ask)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-genuine +ours:\n%s", diff)
	}
	if n := strings.Count(want, "\n"); n < strings.Count(requests, "\n") {
		t.Errorf("only %d lines:\n%s", n, want)
	} else {
		t.Logf("%d lines compared", n)
	}
}

// TestClients has a client that is not known, and is then, see threads and
// control groups.
func TestClients(t *testing.T) {
	t.Parallel()
	d := buildDaemons(t)
	want, _ := exec.Command(d.genuine, "-?").CombinedOutput()
	if got, _ := exec.Command(d.ours, "-?").CombinedOutput(); string(want) != string(got) {
		t.Errorf("genuine:\n%s\nours:\n%s", want, got)
	}
	requests, err := os.ReadFile("testdata/clients.dbpmda")
	if err != nil {
		t.Fatal(err)
	}
	tree := threadedTree(t)
	for _, options := range [][]string{nil, {"-A"}, {"-L"}, {"-r", "/g"}, {"-AL", "--from-cgroup=/g"}} {
		t.Run(strings.Join(options, " "), func(t *testing.T) { d.compare(t, tree, string(requests), options...) })
	}
}

// threadedTree makes three processes of two threads, one whose threads cannot be
// seen, and a control group.
func threadedTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	for _, pid := range []int{2, 3, 4} {
		makeProcess(t, tree, pid, fmt.Sprint("p", pid))
		for _, tid := range []int{pid, pid + 100} {
			thread := filepath.Join(tree, "proc", fmt.Sprint(pid), "task", fmt.Sprint(tid))
			if err := os.MkdirAll(thread, 0o755); err != nil {
				t.Fatal(err)
			}
			stat := fmt.Sprintf("%d (t%d) S 1 1 1 0 -1 0 10 0 1 0 %d 4 0 0 20 0 1 0 100 10000000 200 9 1 1%s\n",
				tid, tid, tid, strings.Repeat(" 0", 26))
			writeFile(t, filepath.Join(thread, "stat"), stat)
		}
	}
	makeProcess(t, tree, 5, "without-tasks")
	for _, name := range []string{"g/container/cgroup.procs", "g/tasks"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(tree, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(tree, name), "4\n2\n")
	}
	return tree
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOtherUser has the agents, as root, read what another user may see of a
// process of root.
func TestOtherUser(t *testing.T) {
	t.Parallel()
	need.Root(t, "becomes another user")
	d := buildDaemons(t)
	sleep := exec.Command("sleep", "300")
	if err := sleep.Start(); err != nil {
		t.Fatal(err)
	}
	defer sleep.Wait()
	defer sleep.Process.Kill()
	var requests strings.Builder
	for _, user := range []int{65534, 0} {
		fmt.Fprintf(&requests, "attr 11 \"%d\"\nattr 12 \"%[1]d\"\nprofile 3.9 none\nprofile 3.9 add %d\n", user, sleep.Process.Pid)
		for _, name := range []string{"io.rchar", "psinfo.exe", "psinfo.cwd", "psinfo.environ", "fd.count", "smaps.rss", "memory.maps",
			"psinfo.cmd", "psinfo.psargs", "id.uid", "psinfo.labels", "autogroup.id", "namespaces.pid", "psinfo.cgroups"} {
			fmt.Fprintf(&requests, "fetch proc.%s\n", name)
		}
	}
	d.compare(t, "", requests.String())
}
