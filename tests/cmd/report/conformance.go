package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// summaryLine is what package conform writes about the command lines of a test.
var summaryLine = regexp.MustCompile(`^(\S+): (\d+) command lines: (\d+) identical, (\d+) different, (\d+) intended differences` +
	`(?:, (\d+) beyond the genuine tool)?(?:, (\d+) moved)?$`)

// releaseIn finds the release in the name of a test; other tests are about that of
// this machine.
var releaseIn = regexp.MustCompile(`^Test\w+/(\d+\.\d+\.\d+)(?:$|/)`)

// writeConformance adds up what the conformance tests have counted, by release, and
// shows it.
func writeConformance(w io.Writer, text string) {
	sums := make(map[string]*[6]int)
	var rest []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		m := summaryLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		rest = append(rest, line)
		release := "PCP of this machine"
		if of := releaseIn.FindStringSubmatch(m[1]); of != nil {
			release = "PCP " + of[1]
		} else if strings.HasPrefix(m[1], "TestCombinations") {
			release = "each PCP with the pmcd of each"
		}
		sum := cmp.Or(sums[release], new([6]int))
		sums[release] = sum
		for i, n := range m[2:] {
			n, _ := strconv.Atoi(n) // digits, or nothing
			sum[i] += n
		}
	}
	if len(rest) == 0 {
		return
	}
	fmt.Fprintln(w, "Conformance with the genuine tools:")
	for _, release := range slices.Sorted(maps.Keys(sums)) {
		n := sums[release]
		fmt.Fprintf(w, "  %s: %d command lines: %d identical, %d different, %d intended differences, %d beyond the genuine tool, %d moved\n",
			release, n[0], n[1], n[2], n[3], n[4], n[5])
	}
	fmt.Fprintln(w, "of which:")
	for _, line := range rest {
		fmt.Fprintln(w, "  "+line)
	}
}
