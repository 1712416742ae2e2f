package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	const (
		pass = `{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestA","Output":"    a.go:1: not shown\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"pass","Package":"p","Elapsed":1}
`
		skip = `{"Action":"output","Package":"p","Test":"TestB","Output":"    b.go:1: no PCP\n"}
{"Action":"skip","Package":"p","Test":"TestB"}
`
		fail = `{"Action":"output","Package":"p","Test":"TestC","Output":"=== RUN   TestC\n"}
{"Action":"output","Package":"p","Test":"TestC","Output":"    c.go:1: wrong\n"}
{"Action":"fail","Package":"p","Test":"TestC"}
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
	)
	for _, tt := range []struct {
		name, events string
		ci, good     bool
		want         string
	}{
		{"pass", pass, true, true, "ok    p  1.0s\n1 tests passed, 0 failed, 0 skipped\n"},
		{"long", `{"Action":"pass","Package":"p","Test":"TestA","Elapsed":10}`, true, true, "long  p TestA  10.0s\n1 tests passed, 0 failed, 0 skipped\n"},
		{"skip", skip, false, true, "skip  p TestB: b.go:1: no PCP\n"},
		{"skip in CI", pass + skip, true, false, "FAIL: nothing may be skipped in CI\n"},
		{"fail", fail + pass, false, false, "FAIL  p TestC\n    c.go:1: wrong\n"},
		{"moved", moved, true, true,
			"moved p TestD/a\n    conform.go:1: moved: a.txt:1: pminfo\n        +1|2\n1 tests passed, 0 failed, 0 skipped; 1 moved\n"},
		{"build", build, false, false, "p.go:1: syntax error\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			r := newReport(&out)
			if err := r.read(strings.NewReader(tt.events)); err != nil {
				t.Fatal(err)
			}
			if good := r.good(tt.ci); good != tt.good {
				t.Errorf("good = %v, want %v", good, tt.good)
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("got %q, want %q in it", out.String(), tt.want)
			}
			if strings.Contains(out.String(), "not shown") || strings.Contains(out.String(), "===") {
				t.Errorf("too much: %q", out.String())
			}
		})
	}
}

// TestAgain has tests run again that failed by themselves, and nothing else.
func TestAgain(t *testing.T) {
	const (
		pass = `{"Action":"pass","Package":"p","Test":"TestA"}
`
		sub = `{"Action":"output","Package":"p","Test":"TestB/x","Output":"        b.go:1: conform.go:1: refused\n"}
{"Action":"fail","Package":"p","Test":"TestB/x"}
{"Action":"fail","Package":"p","Test":"TestB"}
`
		failC = `{"Action":"fail","Package":"p","Test":"TestC"}
`
		failD = `{"Action":"fail","Package":"q","Test":"TestD"}
`
		broken = `{"Action":"fail","Package":"p"}
`
		race = `{"Action":"output","Package":"p","Test":"TestC","Output":"    testing.go:1712: race detected during execution of test\n"}
`
		panics = `{"Action":"output","Package":"p","Test":"TestC","Output":"panic: nil map\n"}
`
		differs = `{"Action":"output","Package":"p","Test":"TestC/live","Output":"    conform.go:112: a.txt:1: pminfo\n"}
{"Action":"fail","Package":"p","Test":"TestC/live"}
`
		skip = `{"Action":"skip","Package":"p","Test":"TestE"}
`
		startB = `{"Action":"run","Package":"p","Test":"TestB"}
`
		startQ = `{"Action":"start","Package":"q"}
`
		raceA = `{"Action":"output","Package":"p","Test":"TestA","Output":"WARNING: DATA RACE\n"}
`
	)
	for _, tt := range []struct{ name, events, want string }{
		{"subtest", startB + pass + sub + broken, "p ^(TestB)$\n"},
		{"two of a package", failC + sub + broken, "p ^(TestB|TestC)$\n"},
		{"two packages", failD + failC + broken, "p ^(TestC)$\nq ^(TestD)$\n"},
		{"too many", failC + sub + broken + failD, ""},
		{"package alone", pass + broken, ""},
		{"another package alone", failD + broken, ""},
		{"race", race + failC + broken, ""},
		{"panic", panics + failC + broken, ""},
		{"differs", differs + failC + broken, ""},
		{"skipped", skip + failC + broken, ""},
		{"another test exits", failC + startB + broken, ""},
		{"another package does not end", startQ + failC + broken, ""},
		{"race in one that passes", raceA + pass + failC + broken, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReport(io.Discard)
			if err := r.read(strings.NewReader(tt.events)); err != nil {
				t.Fatal(err)
			}
			if r.good(true) {
				t.Error("good")
			}
			name := filepath.Join(t.TempDir(), "again")
			if err := r.writeAgain(name); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(name); err != nil || string(got) != tt.want {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
		})
	}
}
