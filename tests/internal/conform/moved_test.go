package conform

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
)

// nth is a tool that does something else each time: the last for all times after.
func nth(each ...string) string {
	var b strings.Builder
	b.WriteString(`n=$(cat "$0.n" 2>/dev/null); n=$((n+1)); echo "$n" >"$0.n"; case $n in` + "\n")
	for i, do := range each[:len(each)-1] {
		fmt.Fprintf(&b, "%d) %s;;\n", i+1, do)
	}
	fmt.Fprintf(&b, "*) %s;;\nesac", each[len(each)-1])
	return b.String()
}

// times is how often such a tool has run.
func times(t *testing.T, s *side, tool string) string {
	text, err := os.ReadFile(filepath.Join(s.tools, tool+".n"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func TestMoved(t *testing.T) {
	need.Verify(t, "waits for programs that do not end")
	const one, two = "echo value 1", "echo value 2"
	live := Options{Live: true}
	machine := live
	machine.World.Linux = true
	for _, test := range []struct {
		name     string
		ours     []string // PCP's tool always does as one
		opts     Options
		c        Case
		patience time.Duration
		want     outcome
		text     string
		runs     string // of either side
	}{
		{name: "never", ours: []string{one}, opts: live, want: identical, runs: "1"},
		{name: "once", ours: []string{two, one}, opts: live, want: moved, text: "+1|value 2", runs: "2"},
		{name: "twice", ours: []string{two, "echo value 3", one}, opts: live, want: moved, text: "+1|value 2", runs: "3"},
		{name: "alternates", ours: []string{two, one, two, one}, opts: live, want: moved, runs: "2"},
		{name: "always", ours: []string{two}, opts: live, want: different, text: "+1|value 2", runs: "3"},
		{name: "other each time", ours: []string{two, "echo value 3", "echo value 4"}, opts: live, want: different, text: "+1|value 2", runs: "3"},
		{name: "a line more", ours: []string{one + ";" + two, one}, opts: live, want: moved, text: "+1|value 2", runs: "2"},

		{name: "panic once", ours: []string{crash(t, "panic"), one}, opts: live, want: different, text: "crashed in Go", runs: "1"},
		{name: "panic at the second look", ours: []string{two, crash(t, "panic"), one}, opts: live, want: different, text: "crashed in Go", runs: "2"},
		{name: "signal once", ours: []string{"kill -SEGV $$", one}, opts: live, want: different, text: "died by a signal", runs: "1"},
		{name: "signal at the second look", ours: []string{two, "kill -SEGV $$", one}, opts: live, want: different, text: "died by a signal", runs: "2"},
		{name: "hang at the second look", ours: []string{two, "exec sleep 1000", one}, opts: live, patience: 5 * time.Second,
			want: different, text: "did not end", runs: "2"},

		{name: "word", ours: []string{"echo worth 1", one}, opts: live, want: different, text: "+1|worth 1", runs: "1"},
		{name: "no line", ours: []string{":", one}, opts: live, want: different, text: "-1|value 1", runs: "1"},
		{name: "status", ours: []string{two + "; exit 1", one}, opts: live, want: different, text: "+= 1", runs: "1"},
		{name: "message", ours: []string{one + "; echo 1 >&2", one}, opts: live, want: different, text: "+2|1", runs: "1"},
		{name: "file", ours: []string{one + "; echo 1 >f", one}, opts: live, want: different, text: "+f|1", runs: "1"},
		{name: "store", ours: []string{two, one}, opts: live, c: Case{Tool: "pmstore"}, want: different, runs: "1"},
		{name: "damaged input", ours: []string{two, one}, opts: live, c: Case{Damaged: true}, want: different},
		{name: "archive", ours: []string{two, one}, want: different, text: "+1|value 2", runs: "1"},

		{name: "word of a machine", ours: []string{"echo worth 1", one}, opts: machine, want: moved, text: "+1|worth 1", runs: "2"},
		{name: "status of a machine", ours: []string{two + "; exit 1", one}, opts: machine, want: different, text: "+= 1", runs: "1"},
		{name: "message of a machine", ours: []string{one + "; echo 1 >&2", one}, opts: machine, want: different, text: "+2|1", runs: "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := test.c
			if c.Tool == "" {
				c.Tool = "tool"
			}
			a, b := toolsNamed(t, c.Tool, nth(one), nth(test.ours...))
			s := &Suite{opts: test.opts, patience: timeout}
			if test.patience > 0 {
				s.patience = test.patience
			}
			v := s.compare(&File{}, c, a, b)
			if v.outcome != test.want || !strings.Contains(v.text, test.text) {
				t.Errorf("outcome %d, want %d with %q:\n%s", v.outcome, test.want, test.text, v.text)
			}
			if genuine, ours := times(t, a, c.Tool), times(t, b, c.Tool); test.runs != "" && (genuine != test.runs || ours != test.runs) {
				t.Errorf("genuine ran %s times, ours %s, want %s", genuine, ours, test.runs)
			}
		})
	}
}

// TestGenuineCrash checks that one of PCP's tools that crashes is run again, and that
// the result is compared then.
func TestGenuineCrash(t *testing.T) {
	need.Verify(t, "waits for programs that do not end")
	const killed = "kill -SEGV $$"
	for _, test := range []struct {
		genuine []string
		want    outcome
		runs    string
	}{
		{[]string{killed, "echo value 1"}, moved, "2"},
		{[]string{killed, killed, "echo value 1"}, moved, "3"},
		{[]string{killed}, different, "3"},
		{[]string{killed, "echo value 2"}, different, "3"},
	} {
		a, b := tools(t, nth(test.genuine...), nth("echo value 1"))
		v := (&Suite{patience: timeout}).compare(&File{}, Case{Tool: "tool"}, a, b)
		if runs := times(t, b, "tool"); v.outcome != test.want || runs != test.runs {
			t.Errorf("%q: outcome %d after %s runs:\n%s", test.genuine, v.outcome, runs, v.text)
		}
	}
}

// TestMovedFailed checks that one of PCP's tools that fails is not looked at twice.
func TestMovedFailed(t *testing.T) {
	a, b := tools(t, nth("echo value 1; exit 1", "echo value 2"), nth("echo value 2"))
	s := &Suite{opts: Options{Live: true}, patience: timeout}
	if v := s.compare(&File{}, Case{Tool: "tool"}, a, b); v.outcome != different || times(t, a, "tool") != "1" {
		t.Errorf("outcome %d after %s runs:\n%s", v.outcome, times(t, a, "tool"), v.text)
	}
}

func TestMaxMoved(t *testing.T) {
	for _, test := range []struct {
		moved, of int
		ok        bool
	}{{2, 10, true}, {3, 10, false}, {3, 1499, false}, {3, 1500, true}, {4, 1500, false}} {
		s := &Suite{summary: Summary{identical: test.of - test.moved, moved: test.moved}}
		if summary, err := s.Close(); (err == nil) != test.ok {
			t.Errorf("%v: %v", summary, err)
		}
	}
}
