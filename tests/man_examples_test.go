package tests

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

// An example of a manual page is a literal display behind a comment such as
//
//	.\" example: reproducible on archives, ours alone
//
// that says where its commands can be run with the output shown: on archives
// (in the directory of those of PCP's test suite), on pmcd (with a private one)
// or anywhere (as if nothing of PCP were installed). PCP's tools must say
// the same, unless it is ours alone. An example that is "recorded" is not run.
//
// A display behind
//
//	.\" program: load
//
// is a program in Go, built for the examples below it to run.
const exampleMark = `.\" example: `

// manExample is a command of a page and what it prints.
type manExample struct {
	page    string
	line    int    // where the output begins, from 0
	lines   int    // of the output
	place   string // archives, pmcd, anywhere
	ours    bool
	command string
	output  string
}

// TestManExamples runs the examples of the manual pages. UPDATE=1 writes
// what ours print into the pages, for a human to read.
func TestManExamples(t *testing.T) {
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	start := exampleWorlds(t)
	ours := &exampleShell{bin: bin, temp: t.TempDir(), start: start}
	genuine := &exampleShell{temp: t.TempDir(), start: start}
	if pminfo := need.ToolIfAny(t, "pminfo"); pminfo != "" {
		genuine.bin = filepath.Dir(pminfo)
	}
	pages := manPages(t)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		t.Run(name, func(t *testing.T) {
			page := pages[name]
			ours.build(t, page)
			all := manExamples(t, name, page)
			if os.Getenv("UPDATE") != "" {
				updateMan(t, ours, page, all)
				return
			}
			for _, e := range all {
				t.Run(e.command, func(t *testing.T) {
					if got := ours.run(t, e); got != e.output {
						t.Errorf("$ %s\n%swant\n%s", e.command, got, e.output)
					}
					if e.ours || genuine.bin == "" {
						return
					}
					if got := genuine.run(t, e); got != e.output {
						t.Errorf("genuine: $ %s\n%swant\n%s", e.command, got, e.output)
					}
				})
			}
		})
	}
}

// exampleWorlds returns how to start worlds that end with t.
func exampleWorlds(t *testing.T) func(testing.TB) *world.World {
	kit := sync.OnceValues(func() (*world.Kit, error) {
		// Not t.TempDir: agents that change user could not enter that.
		dir, err := os.MkdirTemp("", "pcpworld")
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { os.RemoveAll(dir) })
		return world.NewKit(dir, world.Options{})
	})
	return func(now testing.TB) *world.World {
		need.PCP(now)
		k, err := kit()
		if err != nil {
			now.Fatal(err)
		}
		w, err := k.Start()
		if err != nil {
			now.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		return w
	}
}

// exampleShell runs examples with the tools of one side, and what needs a pmcd
// with one of its own.
type exampleShell struct {
	bin   string
	temp  string
	start func(testing.TB) *world.World
	world *world.World
}

const programMark = `.\" program: `

// build builds the programs of a page, in a directory where run finds them.
func (s *exampleShell) build(t *testing.T, page string) {
	t.Helper()
	_, rest, ok := strings.Cut(page, programMark)
	if !ok {
		return
	}
	text, rest, _ := strings.Cut(rest, "\n.Ed")
	name, text, _ := strings.Cut(text, "\n.Bd -literal")
	file := filepath.Join(s.temp, name+".go")
	_, text, _ = strings.Cut(text, "\n")
	if err := os.WriteFile(file, []byte(fromRoff(text)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gofmt", "-l", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("gofmt: %s %v", out, err)
	}
	if out, err := exec.Command("go", "build", "-o", s.temp, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.build(t, rest)
}

// run returns what a command prints, with a directory of its own for /tmp, and
// without the blanks that lines end in.
func (s *exampleShell) run(t *testing.T, e manExample) string {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", strings.ReplaceAll(e.command, "/tmp/", s.temp+"/"))
	path := "PATH=" + s.bin + ":" + s.temp + ":/usr/bin:/bin"
	cmd.Env = environ(path)
	cmd.Dir = s.temp
	switch e.place {
	case "archives":
		cmd.Dir = need.Archives(t)
	case "anywhere":
		if e.ours { // PCP's tools need their files
			cmd.Env = bare.Environ(path)
		}
	case "pmcd":
		if s.world == nil {
			s.world = s.start(t)
		}
		cmd.Env = append(cmd.Env, s.world.Env()...)
	}
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(out), s.temp+"/", "/tmp/")
	return regexp.MustCompile(`(?m) +$`).ReplaceAllString(text, "")
}

// manExamples finds the examples of a page that can be run, and checks that no
// literal display among its examples is unmarked.
func manExamples(t *testing.T, name, page string) []manExample {
	t.Helper()
	lines := strings.Split(page, "\n")
	inExamples := false
	var all []manExample
	for i := 0; i < len(lines); i++ {
		if section, ok := strings.CutPrefix(lines[i], ".Sh "); ok {
			inExamples = section == "EXAMPLES"
		}
		if !strings.HasPrefix(lines[i], ".Bd -literal") {
			continue
		}
		mark, ok := strings.CutPrefix(lines[i-1], exampleMark)
		if !ok {
			if inExamples && !strings.HasPrefix(lines[i-1], programMark) {
				t.Errorf("%s:%d: this example is not marked", name, i+1)
			}
			continue
		}
		kind, ours := strings.CutSuffix(mark, ", ours alone")
		place, reproducible := strings.CutPrefix(kind, "reproducible ")
		place = strings.TrimPrefix(place, "on ")
		end := i + slices.Index(lines[i:], ".Ed")
		if !reproducible {
			if !strings.HasPrefix(mark, "recorded, ") {
				t.Errorf("%s:%d: a mark that is none: %s", name, i, mark)
			}
			continue
		}
		for i++; i < end; {
			e := manExample{page: name, place: place, ours: ours}
			i += e.takeCommand(lines[i:end])
			e.line = i
			for i < end && !strings.HasPrefix(lines[i], "$ ") {
				e.output += fromRoff(lines[i]) + "\n"
				i++
			}
			e.lines = i - e.line
			all = append(all, e)
		}
	}
	return all
}

// takeCommand takes a command behind a prompt: a line, and more as long as they
// end in a backslash or are a document in place.
func (e *manExample) takeCommand(lines []string) (n int) {
	e.command = strings.TrimPrefix(fromRoff(lines[0]), "$ ")
	for n = 1; n < len(lines); n++ {
		document := strings.Contains(e.command, "<<END") && !strings.HasSuffix(e.command, "\nEND")
		if !document && !strings.HasSuffix(e.command, "\\") {
			break
		}
		e.command += "\n" + fromRoff(lines[n])
	}
	return n
}

var (
	roffText = strings.NewReplacer(`\e`, `\`, `\(aq`, `'`, `\(ga`, "`", `\(ti`, `~`, `\(ha`, `^`, `\&`, ``)
	textRoff = strings.NewReplacer(`\`, `\e`, `'`, `\(aq`, "`", `\(ga`, `~`, `\(ti`, `^`, `\(ha`)
)

func fromRoff(line string) string { return roffText.Replace(line) }

func toRoff(line string) string {
	line = textRoff.Replace(line)
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}

// updateMan writes a page with the output that its examples have now.
func updateMan(t *testing.T, ours *exampleShell, page string, all []manExample) {
	lines := strings.Split(page, "\n")
	var out []string
	for i, next := 0, 0; i < len(lines); {
		if next < len(all) && all[next].line == i {
			e := all[next]
			for line := range strings.Lines(ours.run(t, e)) {
				out = append(out, toRoff(strings.TrimSuffix(line, "\n")))
			}
			i, next = i+e.lines, next+1
			continue
		}
		out = append(out, lines[i])
		i++
	}
	text := []byte(strings.Join(out, "\n"))
	if len(all) > 0 && !bytes.Equal(text, []byte(page)) {
		if err := os.WriteFile(filepath.Join(manFolder, all[0].page), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
