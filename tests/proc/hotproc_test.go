package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

// lines are those of a file of testdata that are not empty, with \n for a line
// feed.
func lines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			all = append(all, strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`).Replace(line))
		}
	}
	return all
}

// agentDir makes a directory for what agents have of their own, with the
// help of PCP's.
func agentDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "proc"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"help.dir", "help.pag"} {
		file := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "proc", name)
		need.File(t, file)
		if err := os.Symlink(file, filepath.Join(dir, "proc", name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// stray is where PCP's agent shows stray memory: what should be the text
// that is wrong, and may have line feeds.
var stray = regexp.MustCompile(`(?s)(\[line 1\] [^:]*: ).*?\n(Specification error|pminfo: Failed|\nhotproc)`)

// maskStray removes it.
func maskStray(text string) string {
	for {
		masked := stray.ReplaceAllString(text, "$1…\n$2")
		if masked == text {
			return text
		}
		text = masked
	}
}

// TestPredicates compares what becomes of predicates, right and wrong.
func TestPredicates(t *testing.T) {
	t.Parallel()
	need.PCP(t)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	tree, dir := t.TempDir(), agentDir(t)
	compared := 0
	for _, predicate := range lines(t, "predicates.txt") {
		writeFile(t, filepath.Join(dir, "proc", "hotproc.conf"), predicate)
		args := []string{"-f", "hotproc.control", "hotproc.nprocs"}
		want := run(t, pcpconf.Genuine("pminfo"), tree, args, "PCP_PMDAS_DIR="+dir)
		got := run(t, filepath.Join(ours, "pminfo"), tree, args, "PCP_PMDAS_DIR="+dir)
		if diff := cmp.Diff(maskStray(want), maskStray(got)); diff != "" {
			t.Errorf("%q (-genuine +ours):\n%s", predicate, diff)
		}
		compared += strings.Count(want, "\n")
	}
	t.Logf("%d lines compared", compared)
}

// TestPatterns has daemons pick processes of a made tree by pattern. They have
// the numbers of processes that are there: PCP's agent has no others.
func TestPatterns(t *testing.T) {
	t.Parallel()
	d := buildDaemons(t)
	tree, dir := t.TempDir(), agentDir(t)
	for pid, name := range map[int]string{1: "bash", os.Getpid(): "ba+sh", os.Getppid(): "a{2} b[x]:al"} {
		makeProcess(t, tree, pid, name)
	}
	type answer struct{ pattern, want, got string }
	patterns := lines(t, "patterns.txt")
	answers := make(chan answer, len(patterns))
	for _, pattern := range patterns {
		go func() {
			// Processes are looked for once a second, on a busy machine later.
			want, got := d.both(t, mostLooks, func(agent string) string { return d.pick(agent, tree, dir, pattern) })
			answers <- answer{pattern, want, got}
		}()
	}
	for range patterns {
		a := <-answers
		if a.want != a.got {
			t.Errorf("%s: genuine %q, ours %q", a.pattern, a.want, a.got)
		}
	}
}

var picked = regexp.MustCompile(`(?m)^ *(inst|value) .*| numval: .*`)

// pick returns what an agent has of the processes that a predicate picks.
func (d *daemons) pick(agent, tree, dir, predicate string) string {
	out := d.ask(agent, tree, dir, "getdesc on\nattr 11 \"0\"\nattr 12 \"0\"\n"+
		"store hotproc.control.refresh \"1\"\nstore hotproc.control.config '"+predicate+"'\nwait 3\n"+
		"fetch hotproc.nprocs hotproc.psinfo.cmd hotproc.predicate.virtualsize hotproc.predicate.residentsize hotproc.id.uid_nm\n")
	return strings.Join(picked.FindAllString(out, -1), "\n")
}

// makeProcess makes a process of a tree.
func makeProcess(t *testing.T, tree string, pid int, name string) {
	t.Helper()
	dir := filepath.Join(tree, "proc", fmt.Sprint(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"stat": fmt.Sprintf("%d (%s) S 1 1 1 0 -1 0 10 0 1 0 500 400 0 0 20 0 1 0 100 10000000 200 9 1 1%s\n",
			pid, name, strings.Repeat(" 0", 26)),
		"status":    fmt.Sprintf("Name:\t%s\nState:\tS\nPid:\t%d\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n", name, pid),
		"cmdline":   "/bin/" + name + "\x00-c\x00foo\x00",
		"io":        "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 6\n",
		"schedstat": "1 2 3\n",
	} {
		writeFile(t, filepath.Join(dir, file), text)
	}
	writeFile(t, filepath.Join(tree, "proc", "stat"), "cpu 1 2 3 4 5\n")
}

// TestHotUnknown has a client that is not known ask about processes of interest.
func TestHotUnknown(t *testing.T) {
	t.Parallel()
	d := buildDaemons(t)
	tree := t.TempDir()
	makeProcess(t, tree, 1, "p1")
	dir := agentDir(t)
	ask := func(agent string) string {
		out := d.ask(agent, tree, dir, "getdesc on\nattr 11 \"0\"\nstore hotproc.control.refresh \"1\"\n"+
			"store hotproc.control.config 'true'\nwait 3\nfetch hotproc.nprocs\nfetch hotproc.predicate.virtualsize\n"+
			"fetch hotproc.psinfo.cmd\nfetch hotproc.io.rchar\nfetch hotproc.autogroup.enabled\ninstance 3.39\n")
		return sessionVaries.ReplaceAllString(out, "…")
	}
	want, got := d.both(t, mostLooks, ask) // see TestPatterns
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-genuine +ours:\n%s", diff)
	}
	if !strings.Contains(want, "No permission") {
		t.Errorf("all are shown:\n%s", want)
	}
}
