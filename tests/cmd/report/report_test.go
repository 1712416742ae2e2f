package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestEvents(t *testing.T) {
	const (
		start = `{"Action":"start","Package":"p"}
`
		pass = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a.go:1: not shown\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
`
		end = `{"Action":"pass","Package":"p","Elapsed":1}
`
		skip = `{"Action":"output","Package":"p","Test":"TestB","Output":"=== RUN   TestB\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b.go:1: first this\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b.go:2: needs zsh: not found\n"}
{"Action":"output","Package":"p","Test":"TestB","Output":"--- SKIP: TestB (0.00s)\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`
		left = `{"Action":"output","Package":"p","Test":"TestB/x","Output":"        b.go:1: left to make verify: runs PCP\n"}
{"Action":"skip","Package":"p","Test":"TestB/x"}
{"Action":"output","Package":"p","Test":"TestB/y","Output":"        b.go:1: left to make verify: takes long\n"}
{"Action":"skip","Package":"p","Test":"TestB/y"}
`
		fail = `{"Action":"output","Package":"p","Test":"TestC","Output":"=== RUN   TestC\n"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c.go:1: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
`
		failed = `{"Action":"output","Package":"p","Output":"panic: at the end\n"}
{"Action":"fail","Package":"p"}
`
		moved = `{"Action":"output","Package":"p","Test":"TestD/a","Output":"=== RUN   TestD/a\n"}
{"Action":"output","Package":"p","Test":"TestD/a","Output":"    conform.go:1: moved: a.txt:1: pminfo\n"}
{"Action":"output","Package":"p","Test":"TestD/a","Output":"        +1|2\n"}
{"Action":"output","Package":"p","Test":"TestD/a","Output":"--- PASS: TestD/a (0.01s)\n"}
{"Action":"pass","Package":"p","Test":"TestD/a"}
`
		build = `{"Action":"build-output","ImportPath":"p","Output":"p.go:1: syntax error\n"}
{"Action":"fail","Package":"p","FailedBuild":"p"}
`
		long = `{"Action":"pass","Package":"p","Test":"TestA","Elapsed":10}
`
	)
	for _, tt := range []struct{ name, events, want string }{
		{"pass", start + pass + end, "ok    p  1.0s\n1 passed, 0 failed, 0 skipped"},
		{"long", long, "long  p TestA  10.0s\n1 passed, 0 failed, 0 skipped"},
		{"skip", pass + skip + left + end, "ok    p  1.0s\n1 passed, 0 failed, 3 skipped (2 left to make verify; 1 needs zsh)"},
		{"fail", start + fail + pass + failed, "FAIL  p TestC\n    c.go:1: wrong\nFAIL  p\npanic: at the end\nfailed: p TestC\n1 passed, 1 failed, 0 skipped"},
		{"package", start + pass + failed, "FAIL  p\npanic: at the end\nfailed: p\n1 passed, 1 failed, 0 skipped"},
		{"moved", moved, "moved p TestD/a\n    conform.go:1: moved: a.txt:1: pminfo\n        +1|2\n1 passed, 0 failed, 0 skipped, 1 moved"},
		{"build", build, "p.go:1: syntax error\nFAIL  p\nfailed: p\n0 passed, 1 failed, 0 skipped"},
		{"endless", start + pass, "failed: p\n1 passed, 1 failed, 0 skipped"},
		{"other output", "warning\n" + pass, "warning\n1 passed, 0 failed, 0 skipped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			r := newReport(&out)
			if err := r.read(strings.NewReader(tt.events)); err != nil {
				t.Fatal(err)
			}
			r.counts().writeFailed(&out)
			if got := out.String() + r.counts().String(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestSummary(t *testing.T) {
	dir, start := t.TempDir(), time.Now().Add(-time.Hour)
	for _, s := range []stage{
		{Name: "lint", OK: true, Start: start, Seconds: 12.4},
		{Name: "unit tests", OK: true, Start: start.Add(12 * time.Second), Seconds: 100, Counts: Counts{Passed: 7, Moved: 1, Skipped: map[string]int{"needs zsh": 2}}},
	} {
		if err := note(dir, s); err != nil {
			t.Fatal(err)
		}
	}
	check := func(wantOK bool, want string) {
		t.Helper()
		var out bytes.Buffer
		ok, err := summarize(&out, dir)
		if err != nil || ok != wantOK || out.String() != want {
			t.Errorf("%v, %v: got\n%swant\n%s", ok, err, &out, want)
		}
	}
	check(true, `
=== Summary
ok        12 s  lint
ok       100 s  unit tests
7 passed, 0 failed, 2 skipped (2 needs zsh), 1 moved, in 112 s
`)
	const counted = `TestLive/pminfo: 10 command lines: 9 identical, 0 different, 1 intended differences, 2 moved
TestReleases/7.2.2/live: 5 command lines: 4 identical, 0 different, 0 intended differences, 1 beyond the genuine tool
TestArchive: 3 command lines: 3 identical, 0 different, 0 intended differences
`
	if err := os.WriteFile(filepath.Join(dir, "conformance"), []byte(counted), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := note(dir, stage{Name: "fuzz", Start: start.Add(20 * time.Second), Seconds: 95, Counts: Counts{Failures: []Failure{{"fuzz", "it found a fault\n"}}}}); err != nil {
		t.Fatal(err)
	}
	check(false, `
=== Summary
ok        12 s  lint
ok       100 s  unit tests
FAILED    95 s  fuzz
Conformance with the genuine tools:
TestLive/pminfo: 10 command lines: 9 identical, 0 different, 1 intended differences, 2 moved
TestReleases/7.2.2/live: 5 command lines: 4 identical, 0 different, 0 intended differences, 1 beyond the genuine tool
TestArchive: 3 command lines: 3 identical, 0 different, 0 intended differences
fuzz:
it found a fault
failed: fuzz
7 passed, 1 failed, 2 skipped (2 needs zsh), 1 moved, in 115 s
`)
}

// TestPerform runs a test that is there, and what is not.
func TestPerform(t *testing.T) {
	if c, err := test([]string{"-vet=off", "-run", "TestSummary", "pcptools/tests/cmd/report"}); err != nil || c.Passed != 1 || c.Failed != 0 {
		t.Errorf("%v, %v", c, err)
	}
	if c, err := test([]string{"pcptools/nosuch"}); err == nil || c.Failed == 0 {
		t.Errorf("of no package: %v, %v", c, err)
	}
	if ok, err := perform("", "", true, []string{"nosuch-command"}); ok || err == nil {
		t.Errorf("a command that is not there: %v, %v", ok, err)
	}
	log := t.TempDir()
	if ok, err := perform(log, "shell", true, []string{"sh", "-c", "seq 2000; exit 3"}); ok || err != nil {
		t.Errorf("a command that fails: %v, %v", ok, err)
	}
	var out bytes.Buffer
	if _, err := summarize(&out, log); err != nil || !strings.HasSuffix(out.String(), "\n1999\n2000\nfailed: shell\n0 passed, 1 failed, 0 skipped, in 0 s\n") || out.Len() > maxTail+200 {
		t.Errorf("%v: %d bytes that end in %.100q", err, out.Len(), out.String()[max(0, out.Len()-100):])
	}
}
