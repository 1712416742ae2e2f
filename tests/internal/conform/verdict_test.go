package conform

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
)

// TestMain can be one of the tools that are compared: one in Go, that crashes.
func TestMain(m *testing.M) {
	if len(os.Args) != 3 || os.Args[1] != "crash" {
		os.Exit(m.Run())
	}
	switch os.Args[2] {
	case "panic":
		fmt.Println("as always")
		panic("made up")
	case "overflow":
		debug.SetMaxStack(1 << 20)
		fmt.Println(overflow(0))
	case "segfault":
		var p *int
		*p = 1
	}
}

// overflow needs more stack than there is.
func overflow(n int) int {
	if n < 0 {
		return 0
	}
	return overflow(n+1) + 1
}

// crash is a tool in Go that crashes.
func crash(t *testing.T, how string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return "exec " + self + " crash " + how
}

// tools are two sides with a made-up tool each, in shell.
func tools(t *testing.T, genuine, ours string) (a, b *side) {
	t.Helper()
	return toolsNamed(t, "tool", genuine, ours)
}

func toolsNamed(t *testing.T, tool, genuine, ours string) (a, b *side) {
	t.Helper()
	need.Program(t, "sh")
	make := func(name, script string) *side {
		dir := t.TempDir()
		syscall.ForkLock.RLock() // a process that starts now would have the file open, which then cannot be run
		err := os.WriteFile(filepath.Join(dir, tool), []byte("#!/bin/sh\n"+script+"\n"), 0o755)
		syscall.ForkLock.RUnlock()
		if err != nil {
			t.Fatal(err)
		}
		return &side{name: name, tools: dir}
	}
	return make("genuine", genuine), make("ours", ours)
}

func TestCompare(t *testing.T) {
	need.Verify(t, "waits for programs that do not end")
	const hang, flood, killed = "exec sleep 1000", "exec yes", "kill -SEGV $$"
	crash := func(how string) string { return crash(t, how) }
	for _, test := range []struct {
		name          string
		genuine, ours string
		c             Case
		patience      time.Duration
		want          outcome
		text          string
	}{
		{name: "same", genuine: "echo a; exit 3", ours: "echo a; exit 3", want: identical},
		{name: "output", genuine: "echo a", ours: "echo b", want: different, text: "+1|b"},
		{name: "stream", genuine: "echo a", ours: "echo a >&2", want: different, text: "+2|a"},
		{name: "status", genuine: "exit 1", ours: "exit 2", want: different, text: "+= 2"},
		{name: "file", genuine: "echo a >f", ours: "echo b >f", want: different, text: "+f|b"},
		{name: "no newline", genuine: "printf a", ours: "echo a", want: different},

		{name: "panic", genuine: "echo a", ours: crash("panic"), want: different, text: "crashed in Go"},
		{name: "both panic", genuine: crash("panic"), ours: crash("panic"), want: different, text: "crashed in Go"},
		{name: "panic on damaged input", genuine: killed, ours: crash("panic"), c: Case{Damaged: true},
			want: different, text: "crashed in Go; the genuine tool died by a signal"},
		{name: "fatal error on damaged input", genuine: killed, ours: crash("overflow"), c: Case{Damaged: true},
			want: different, text: "stack overflow"},
		{name: "invalid address on damaged input", genuine: hang, ours: crash("segfault"), c: Case{Damaged: true},
			patience: 5 * time.Second, want: different, text: "crashed in Go; the genuine tool did not end"},
		{name: "panic without steady genuine tool", genuine: `echo "$MALLOC_PERTURB_"`, ours: crash("panic"), c: Case{Damaged: true},
			want: different, text: "crashed in Go"},
		{name: "endless panic", genuine: flood, ours: crash("panic"), c: Case{Endless: true}, want: different, text: "crashed in Go"},

		{name: "signal", genuine: "echo a", ours: killed, want: different, text: "died by a signal"},
		{name: "both by signal", genuine: killed, ours: killed, want: different, text: "died by a signal"},
		{name: "signal on damaged input", genuine: killed, ours: killed, c: Case{Damaged: true}, want: different, text: "died by a signal"},
		{name: "genuine by signal", genuine: killed, ours: "echo a", want: different},
		{name: "genuine by signal on damaged input", genuine: killed, ours: "echo a", c: Case{Damaged: true}, want: beyondGenuine},

		{name: "hang", genuine: "echo a", ours: hang, patience: time.Second, want: different, text: "did not end"},
		{name: "both hang", genuine: hang, ours: hang, patience: time.Second, want: different, text: "did not end"},
		{name: "both hang on damaged input", genuine: hang, ours: hang, c: Case{Damaged: true}, patience: time.Second,
			want: different, text: "ours did not end"},
		{name: "genuine hangs", genuine: hang, ours: "echo a", patience: time.Second, want: different},

		{name: "flood", genuine: "echo y", ours: flood, want: different, text: "did not end"},
		{name: "both flood", genuine: flood, ours: flood, want: different, text: "did not end"},
		{name: "both flood on damaged input", genuine: flood, ours: flood, c: Case{Damaged: true}, want: different, text: "did not end"},
		{name: "genuine floods on damaged input", genuine: flood, ours: "echo y", c: Case{Damaged: true}, want: beyondGenuine},

		{name: "endless", genuine: flood, ours: flood, c: Case{Endless: true}, want: identical},
		{name: "endless and slow", genuine: "echo y; " + hang, ours: flood, c: Case{Endless: true}, want: identical},
		{name: "endless and silent", genuine: flood, ours: hang, c: Case{Endless: true}, patience: 4 * time.Second,
			want: different, text: "printed nothing"},
		{name: "endless and other", genuine: flood, ours: "exec yes no", c: Case{Endless: true}, want: different, text: "+1|no"},
		{name: "endless, not ours", genuine: flood, ours: "echo y", c: Case{Endless: true}, want: different, text: "ours ended with status 0"},
		{name: "endless, not genuine", genuine: "echo y", ours: flood, c: Case{Endless: true}, want: different, text: "tool ended with status 0"},
		{name: "endless signal", genuine: flood, ours: "echo y;" + killed, c: Case{Endless: true}, want: different, text: "died by a signal"},

		{name: "stray memory", genuine: `echo "$MALLOC_PERTURB_"`, ours: "echo 7", c: Case{Damaged: true}, want: beyondGenuine},
		{name: "stray memory on good input", genuine: `echo "$MALLOC_PERTURB_"`, ours: "echo 7", want: different},
		{name: "damaged but steady", genuine: "echo 8", ours: "echo 7", c: Case{Damaged: true}, want: different, text: "+1|7"},

		{name: "no tool", genuine: "echo a", ours: "echo a", c: Case{Tool: "nosuch"}, want: different, text: "cannot run"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, b := tools(t, test.genuine, test.ours)
			s := &Suite{patience: timeout}
			if test.patience > 0 {
				s.patience = test.patience
			}
			c := test.c
			if c.Tool == "" {
				c.Tool = "tool"
			}
			v := s.compare(&File{}, c, a, b)
			if v.outcome != test.want || !strings.Contains(v.text, test.text) {
				t.Errorf("outcome %d, want %d with %q:\n%s", v.outcome, test.want, test.text, v.text)
			}
		})
	}
}

// TestCompareIntended checks that an intended difference excuses nothing but
// itself.
func TestCompareIntended(t *testing.T) {
	need.Verify(t, "waits for programs that do not end")
	const line = "tool of TestCompareIntended"
	defer delete(intended, line)
	for _, test := range []struct {
		name          string
		genuine, ours string
		intent        Intent
		want          outcome
		text          string
	}{
		{"as meant", "echo a", "echo b", Intent{Ours: "1|b\n= 0\n"}, intendedDifference, ""},
		{"as another", `echo "${1-a}"`, "echo b", Intent{As: "tool b"}, intendedDifference, ""},
		{"otherwise", "echo a", "echo c", Intent{Ours: "1|b\n= 0\n"}, different, "+1|c"},
		{"no longer", "echo a", "echo a", Intent{Ours: "1|b\n= 0\n"}, different, "no longer differs"},
		{"crash", "echo a", crash(t, "panic"), Intent{Ours: "1|b\n= 0\n"}, different, "crashed in Go"},
		{"genuine endless", "exec yes", "echo b", Intent{Ours: "1|b\n= 0\n", Endless: true}, intendedDifference, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			intended[line] = &test.intent
			a, b := tools(t, test.genuine, test.ours)
			v := (&Suite{patience: timeout}).compare(&File{}, Case{Line: line, Tool: "tool"}, a, b)
			if v.outcome != test.want || !strings.Contains(v.text, test.text) {
				t.Errorf("outcome %d, want %d with %q:\n%s", v.outcome, test.want, test.text, v.text)
			}
		})
	}
}

func TestClose(t *testing.T) {
	for _, test := range []struct {
		verdicts []outcome
		ok       bool
	}{
		{nil, true},
		{[]outcome{identical}, true},
		{[]outcome{beyondGenuine, identical, beyondGenuine}, true},
		{[]outcome{intendedDifference}, true},
		{[]outcome{beyondGenuine, beyondGenuine}, false},
		{[]outcome{different}, false},
		{[]outcome{moved}, false},
		{[]outcome{moved, identical, moved}, true},
		{[]outcome{moved, identical, moved, moved}, false},
	} {
		s, err := NewSuite(Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range test.verdicts {
			s.count(verdict{outcome: o})
		}
		if summary, err := s.Close(); (err == nil) != test.ok {
			t.Errorf("%v: %v", summary, err)
		}
	}
}
