package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// maxAgain is how many tests may fail and still be worth a second run: more of
// them are no chance.
const maxAgain = 2

// hopeless matches what is wrong however rarely it happens: a crash, a race, a
// test that does not end, and a difference from the genuine tools, for which
// package conform has rules of its own.
var hopeless = regexp.MustCompile(`^(panic: |fatal error: |WARNING: DATA RACE)|^ +(conform|testing)\.go:[0-9]+: `)

// failures remembers what failed.
type failures struct {
	tests    map[test]bool // without subtests
	packages map[string]bool
	begun    map[test]bool // and without a verdict, packages included
	hopeless bool          // no second run could make it good
}

// follow takes note of what begins and ends, and of races, which may show up in
// the output of a test that passes.
func (f *failures) follow(t test, e *event) {
	switch e.Action {
	case "start", "run":
		f.begun[t] = true
	case "pass", "skip", "fail":
		delete(f.begun, t)
	case "output":
		f.hopeless = f.hopeless || strings.HasPrefix(e.Output, "WARNING: DATA RACE")
	}
}

// add counts the failure of t, which has printed output.
func (f *failures) add(t test, output []string) {
	f.hopeless = f.hopeless || slices.ContainsFunc(output, hopeless.MatchString)
	if t.name == "" {
		f.packages[t.pkg] = true
		return
	}
	name, _, _ := strings.Cut(t.name, "/")
	f.tests[test{t.pkg, name}] = true
}

// again writes the tests to run again, a package and an expression for -run in
// each line: nothing where there is no point in it.
func (f *failures) again(w io.Writer) error {
	if f.hopeless || len(f.begun) > 0 || len(f.tests) > maxAgain {
		return nil
	}
	names := make(map[string][]string)
	for t := range f.tests {
		names[t.pkg] = append(names[t.pkg], t.name)
	}
	for pkg := range f.packages {
		if names[pkg] == nil { // it did not build, or not start
			return nil
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		if _, err := fmt.Fprintf(w, "%s ^(%s)$\n", pkg, strings.Join(slices.Sorted(slices.Values(names[pkg])), "|")); err != nil {
			return err
		}
	}
	return nil
}
