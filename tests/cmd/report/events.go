package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Counts is how tests ended, subtests included.
type Counts struct {
	Passed, Failed int
	Moved          int            // of those that passed
	Failures       []Failure      // tests and packages that failed, without those of which a part is there
	Skipped        map[string]int // by reason
}

// A Failure is a test, package or stage that failed, and the end of what it printed.
type Failure struct{ Name, Output string }

// add adds others.
func (c *Counts) add(o Counts) {
	c.Passed += o.Passed
	c.Failed += o.Failed
	c.Moved += o.Moved
	c.Failures = append(c.Failures, o.Failures...)
	for reason, n := range o.Skipped {
		c.skip(reason, n)
	}
}

func (c *Counts) skip(reason string, n int) {
	if c.Skipped == nil {
		c.Skipped = make(map[string]int)
	}
	c.Skipped[reason] += n
}

// writeFailed writes a line for each failure, for whoever sees the end alone.
func (c Counts) writeFailed(w io.Writer) {
	for _, f := range c.Failures {
		fmt.Fprintln(w, "failed:", f.Name)
	}
}

// writeOutput writes what came with each failure.
func (c Counts) writeOutput(w io.Writer) {
	for _, f := range c.Failures {
		if f.Output != "" {
			fmt.Fprintf(w, "%s:\n%s", f.Name, f.Output)
		}
	}
}

// A tail keeps the last of what is written to it, in whole lines.
type tail struct{ text []byte }

const maxTail = 3000 // bytes

func (t *tail) Write(b []byte) (int, error) {
	t.text = append(t.text, b...)
	if extra := len(t.text) - maxTail; extra > 0 {
		extra += bytes.IndexByte(t.text[extra:], '\n') + 1
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(b), nil
}

// String is the line that all ends with: "N passed, N failed, N skipped" and, in
// parentheses, why so many were.
func (c Counts) String() string {
	skipped := 0
	reasons := slices.SortedFunc(maps.Keys(c.Skipped), func(a, b string) int {
		if n := c.Skipped[b] - c.Skipped[a]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	for i, reason := range reasons {
		skipped += c.Skipped[reason]
		reasons[i] = fmt.Sprintf("%d %s", c.Skipped[reason], reason)
	}
	text := fmt.Sprintf("%d passed, %d failed, %d skipped", c.Passed, c.Failed, skipped)
	if skipped > 0 {
		text += " (" + strings.Join(reasons, "; ") + ")"
	}
	if c.Moved > 0 {
		text += fmt.Sprintf(", %d moved", c.Moved)
	}
	return text
}

// event is what testIDjson writes; see its documentation.
type event struct {
	Action, Package, Test, Output, FailedBuild string

	Elapsed float64
}

// long is how many seconds a test takes that is worth a line.
const long = 10

type testID struct{ pkg, name string }

func (t testID) String() string { return strings.TrimSpace(t.pkg + " " + t.name) }

// report follows the events of a go test -json.
type report struct {
	out    io.Writer
	n      Counts
	output map[testID][]string
	failed map[string]bool // packages with tests that failed
	begun  map[string]bool // packages without a verdict
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: make(map[testID][]string), failed: make(map[string]bool), begun: make(map[string]bool)}
}

func (r *report) read(in io.Reader) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			// Not from the test runner: worth seeing as it is.
			fmt.Fprintln(r.out, lines.Text())
			continue
		}
		r.event(&e)
	}
	return lines.Err()
}

// counts are those of all events. A package that did not end has failed.
func (r *report) counts() Counts {
	n := r.n
	n.Failed += len(r.begun)
	n.Failures = slices.Clip(n.Failures)
	for name := range r.begun {
		n.Failures = append(n.Failures, Failure{Name: name})
	}
	return n
}

func (r *report) event(e *event) {
	t := testID{e.Package, e.Test}
	switch e.Action {
	case "start":
		r.begun[e.Package] = true
	case "build-output":
		io.WriteString(r.out, e.Output)
	case "output":
		r.output[t] = append(r.output[t], e.Output)
	case "pass", "skip", "fail":
		if e.Test == "" {
			r.endPackage(e)
		} else {
			r.endTest(t, e)
		}
		delete(r.output, t)
	}
}

func (r *report) endTest(t testID, e *event) {
	switch e.Action {
	case "pass":
		r.n.Passed++
		if e.Elapsed >= long && !strings.Contains(e.Test, "/") {
			fmt.Fprintf(r.out, "long  %s %s  %.1fs\n", e.Package, e.Test, e.Elapsed)
		}
		if slices.ContainsFunc(r.output[t], movedLine.MatchString) {
			r.n.Moved++
			r.show("moved", t)
		}
	case "skip":
		r.n.skip(r.reason(t), 1)
	case "fail":
		r.n.Failed++
		r.failed[e.Package] = true
		output := r.show("FAIL ", t)
		if n := len(r.n.Failures); n == 0 || !strings.HasPrefix(r.n.Failures[n-1].Name, t.String()+"/") {
			r.n.Failures = append(r.n.Failures, Failure{t.String(), output})
		}
	}
}

// endPackage takes the verdict of a package. One that fails without a test that
// does has not been built, or its tests have not come to an end.
func (r *report) endPackage(e *event) {
	delete(r.begun, e.Package)
	switch {
	case e.Action == "pass":
		fmt.Fprintf(r.out, "ok    %s  %.1fs\n", e.Package, e.Elapsed)
	case e.Action == "fail":
		output := r.show("FAIL ", testID{pkg: e.Package})
		if !r.failed[e.Package] {
			r.n.Failed++
			r.n.Failures = append(r.n.Failures, Failure{e.Package, output})
		}
	}
}

// show prints what a test has, and returns the end of it.
func (r *report) show(verdict string, t testID) string {
	fmt.Fprintf(r.out, "%s %s\n", verdict, t)
	var last tail
	for _, line := range r.output[t] {
		if !isFraming(line) {
			io.WriteString(io.MultiWriter(r.out, &last), line)
		}
	}
	return string(last.text)
}

// movedLine is how package conform logs a case that has moved.
var movedLine = regexp.MustCompile(`^ +conform\.go:[0-9]+: moved: `)

// isFraming says whether the runner, not the test, has written a line.
func isFraming(line string) bool {
	return slices.ContainsFunc([]string{"=== ", "--- FAIL", "--- PASS", "FAIL"}, func(prefix string) bool {
		return strings.HasPrefix(strings.TrimLeft(line, " "), prefix)
	})
}

// logged is a line of a test's own. Of the reasons that package need gives, what
// many have in common comes first, and more behind a colon.
var logged = regexp.MustCompile(`^ +\w+\.go:[0-9]+: ([^:\n]*)`)

// reason is why a test was skipped, as far as that is the same for others: what it
// logged last.
func (r *report) reason(t testID) string {
	for _, line := range slices.Backward(r.output[t]) {
		if m := logged.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	return "without a reason"
}
