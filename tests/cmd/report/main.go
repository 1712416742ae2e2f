// Report turns the events of go test -json into something to read: a line for
// each package and for each long test, the output of what failed or has moved
// (see package conform), the reasons of what was skipped, and counts. Its exit
// status is 1 if anything failed, or, in CI, was skipped. With -again it then
// writes a file of the tests that deserve a second run.
//
//	go test -json ./... | go run ./tests/cmd/report [-again FILE]
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	again := flag.String("again", "", "write the tests to run again to `file`")
	flag.Parse()
	r := newReport(os.Stdout)
	if err := r.read(os.Stdin); err != nil {
		fail(err)
	}
	if r.good(os.Getenv("CI") == "true") {
		return
	}
	if *again != "" {
		if err := r.writeAgain(*again); err != nil {
			fail(err)
		}
	}
	os.Exit(1)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "report:", err)
	os.Exit(1)
}

// event is what test2json writes; see its documentation.
type event struct {
	Action, Package, Test, Output, FailedBuild string

	ImportPath string
	Elapsed    float64
}

// long is how many seconds a test takes that is worth a line.
const long = 10

type test struct{ pkg, name string }

type report struct {
	out    io.Writer
	output map[test][]string

	passed, skipped, failed int

	moved    int  // of those that passed
	broken   bool // a package did not build, or failed as a whole
	failures failures
}

func newReport(out io.Writer) *report {
	return &report{
		out:      out,
		output:   make(map[test][]string),
		failures: failures{tests: make(map[test]bool), packages: make(map[string]bool), begun: make(map[test]bool)},
	}
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

func (r *report) event(e *event) {
	t := test{e.Package, e.Test}
	r.failures.follow(t, e)
	switch e.Action {
	case "build-output":
		io.WriteString(r.out, e.Output)
	case "output":
		r.output[t] = append(r.output[t], e.Output)
	case "pass":
		r.passed += one(e.Test)
		switch {
		case e.Test == "":
			fmt.Fprintf(r.out, "ok    %s  %.1fs\n", e.Package, e.Elapsed)
		case e.Elapsed >= long && !strings.Contains(e.Test, "/"):
			fmt.Fprintf(r.out, "long  %s %s  %.1fs\n", e.Package, e.Test, e.Elapsed)
		}
		if slices.ContainsFunc(r.output[t], hasMoved) {
			r.moved++
			r.show("moved", t)
		}
		delete(r.output, t)
	case "skip":
		if e.Test != "" {
			r.skipped++
			fmt.Fprintf(r.out, "skip  %s %s: %s\n", e.Package, e.Test, r.reason(t))
		}
		delete(r.output, t)
	case "fail":
		r.failed += one(e.Test)
		r.broken = true
		r.failures.add(t, r.output[t])
		r.show("FAIL ", t)
		delete(r.output, t)
	}
}

// show prints what a test has.
func (r *report) show(verdict string, t test) {
	fmt.Fprintf(r.out, "%s %s %s\n", verdict, t.pkg, t.name)
	for _, line := range r.output[t] {
		if !isFraming(line) {
			io.WriteString(r.out, line)
		}
	}
}

// movedLine is how package conform logs a case that has moved.
var movedLine = regexp.MustCompile(`^ +conform\.go:[0-9]+: moved: `)

func hasMoved(line string) bool { return movedLine.MatchString(line) }

func one(test string) int {
	if test == "" {
		return 0
	}
	return 1
}

// isFraming says whether the runner, not the test, has written a line.
func isFraming(line string) bool {
	for _, prefix := range []string{"=== ", "--- FAIL", "--- PASS", "FAIL"} {
		if strings.HasPrefix(strings.TrimLeft(line, " "), prefix) {
			return true
		}
	}
	return false
}

func (r *report) reason(t test) string {
	var reason []string
	for _, line := range r.output[t] {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			reason = append(reason, line)
		}
	}
	return strings.Join(reason, " ")
}

// writeAgain writes the tests to run again to the named file.
func (r *report) writeAgain(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(r.failures.again(f), f.Close())
}

// good prints the counts and says whether the run as a whole is.
func (r *report) good(ci bool) bool {
	fmt.Fprintf(r.out, "%d tests passed, %d failed, %d skipped", r.passed, r.failed, r.skipped)
	if r.moved > 0 {
		fmt.Fprintf(r.out, "; %d moved", r.moved)
	}
	fmt.Fprintln(r.out)
	if ci && r.skipped > 0 {
		fmt.Fprintln(r.out, "FAIL: nothing may be skipped in CI")
		r.failures.hopeless = true
		return false
	}
	return !r.broken
}
