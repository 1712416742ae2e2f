//go:build unix

package tests

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// readmeExample is a command of the README and the lines that it prints, or no
// lines where the README shows none.
type readmeExample struct {
	command string
	output  []string
}

// TestReadme runs the commands of the tools in the README: they print what stands
// there, numbers of this host aside. Commands without output succeed.
func TestReadme(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	examples := readmeExamples(t)
	if len(examples) < 7 {
		t.Errorf("%d examples", len(examples))
	}
	for _, e := range examples {
		t.Run(e.command, func(t *testing.T) {
			dir, live := "", strings.Contains(e.command, " -L ")
			if !live {
				dir = need.Archives(t)
			} else if runtime.GOOS != "linux" {
				need.Skip(t, "needs Linux: -L")
			}
			command, untilInterrupt := strings.CutSuffix(e.command, "# until Ctrl-C")
			if untilInterrupt {
				runUntilInterrupt(t, bin, strings.Fields(command))
				return
			}
			if e.output != nil {
				command += "; true" // one shows a failure
			}
			got := strings.Split(strings.TrimSuffix(runExample(t, command, bin, dir), "\n"), "\n")
			if e.output == nil {
				if len(got) < 2 {
					t.Errorf("it prints %q", got)
				}
				return
			}
			if live {
				number := regexp.MustCompile(`value [0-9.e+-]+$`)
				for _, lines := range [][]string{got, e.output} {
					for i := range lines {
						lines[i] = number.ReplaceAllString(lines[i], "value N")
					}
				}
			}
			if diff := cmp.Diff(e.output, got); diff != "" {
				t.Errorf("-README +run:\n%s", diff)
			}
		})
	}
}

// readmeExamples finds the commands of the tools in indented blocks: behind "$ ",
// with output, which may have blank lines, or as they are, without.
func readmeExamples(t *testing.T) (all []readmeExample) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown *readmeExample
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, " \n")
		code, indented := strings.CutPrefix(line, "    ")
		command, prompted := strings.CutPrefix(code, "$ ")
		switch {
		case line == "":
		case !indented:
			shown = nil
		case prompted:
			all = append(all, readmeExample{command: command})
			shown = &all[len(all)-1]
		case shown != nil:
			shown.output = append(shown.output, code)
		case regexp.MustCompile(`^pm(info|val|probe) `).MatchString(code):
			all = append(all, readmeExample{command: code})
		}
	}
	return all
}

// runUntilInterrupt interrupts a command that has printed two lines.
func runUntilInterrupt(t *testing.T, bin string, args []string) {
	t.Helper()
	cmd := exec.Command(bin+"/"+args[0], args[1:]...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for n := 0; n < 2 && lines.Scan(); n++ {
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Errorf("it ended by itself: %v", err)
	}
	io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil && cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGINT {
		t.Errorf("it ended with %v", err)
	}
}
