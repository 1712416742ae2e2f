package tests

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestDocExamples runs the commands in docs/output.md, on the archives of PCP's
// test suite: they must print what stands there. UPDATE=1 writes what ours
// print into the page, for a human to read.
func TestDocExamples(t *testing.T) {
	const page = "../docs/output.md"
	archives := need.Archives(t)
	bin, err := conform.Ours()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	got, examples := runExamples(t, string(text), bin, archives)
	if examples < 5 {
		t.Errorf("%d examples", examples)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("-page +run:\n%s", diff)
	}
}

// runExamples returns a page with what the commands in it print now. A command
// follows "$ " in an indented block, and its output follows it.
func runExamples(t *testing.T, page, bin, dir string) (now string, examples int) {
	var b strings.Builder
	inOutput := false
	for line := range strings.Lines(page) {
		command, isCommand := strings.CutPrefix(line, "    $ ")
		inOutput = inOutput && strings.HasPrefix(line, "    ")
		if isCommand || !inOutput {
			b.WriteString(line)
		}
		if isCommand {
			inOutput = true
			examples++
			for printed := range strings.Lines(runExample(t, strings.TrimSpace(command), bin, dir)) {
				b.WriteString("    " + printed)
			}
		}
	}
	return b.String(), examples
}

// runExample returns what a command prints, without blank lines and blanks at
// the ends of lines, which editors of the page would remove.
func runExample(t *testing.T, command, bin, dir string) string {
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+":/usr/bin:/bin", "TZ=UTC", "LC_ALL=C.UTF-8", "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v", command, err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
