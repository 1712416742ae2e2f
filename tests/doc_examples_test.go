package tests

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestDocExamples runs the commands in docs/output.md, on the archives of PCP's
// test suite: they must print what stands there. UPDATE=1 writes what ours
// print into the page, for a human to read.
func TestDocExamples(t *testing.T) {
	const page = "../docs/output.md"
	archives := need.Archives(t)
	bin, err := programs.Tools()
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
	inOutput, blank := false, ""
	for line := range strings.Lines(page) {
		command, isCommand := strings.CutPrefix(line, "    $ ")
		switch {
		case line == "\n": // of the output, or behind it
			blank += line
			continue
		case isCommand || !strings.HasPrefix(line, "    "):
			inOutput = false
		}
		if !inOutput {
			b.WriteString(blank + line)
		}
		blank = ""
		if isCommand {
			inOutput = true
			examples++
			for printed := range strings.Lines(runExample(t, strings.TrimSpace(command), bin, dir)) {
				b.WriteString(strings.TrimRight("    "+printed, " \n") + "\n")
			}
		}
	}
	return b.String() + blank, examples
}

// runExample returns what a command prints, without blank lines at both ends and blanks
// at the ends of lines, which editors of the page would remove.
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
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return strings.Trim(b.String(), "\n") + "\n"
}
