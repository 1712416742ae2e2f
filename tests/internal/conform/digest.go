package conform

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Digest has differences shown in classes, which make no test fail.
var Digest bool

// difference is one that was found.
type difference struct {
	c    Case
	diff string
}

// Digest describes the differences that were found, the most frequent classes
// first: each with how often it was found, and the first of them.
func (s *Suite) Digest() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	classes := make(map[string][]difference)
	for _, d := range s.differences {
		class := classOf(d.diff)
		classes[class] = append(classes[class], d)
	}
	keys := slices.SortedFunc(maps.Keys(classes), func(a, b string) int {
		return cmp.Or(len(classes[b])-len(classes[a]), strings.Compare(a, b))
	})
	var b strings.Builder
	for _, key := range keys {
		d := classes[key][0]
		fmt.Fprintf(&b, "\n%d lines like %s: %s\n", len(classes[key]), d.c.At, d.c.full())
		shown := 0
		for line := range changes(d.diff) {
			if shown++; shown > 12 {
				b.WriteString("    ...\n")
				break
			}
			if len(line) > 200 {
				line = line[:200] + "..."
			}
			fmt.Fprintf(&b, "    %s\n", strings.ToValidUTF8(line, "?"))
		}
	}
	return b.String()
}

// full is the line with its assignments.
func (c Case) full() string {
	if len(c.Env) == 0 || strings.HasPrefix(c.Line, c.Env[0][:strings.IndexByte(c.Env[0], '=')]) {
		return c.Line
	}
	return strings.Join(c.Env, " ") + " " + c.Line
}

// changes yields the lines of a diff that differ.
func changes(diff string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(diff) {
			if !strings.HasPrefix(line, "-") && !strings.HasPrefix(line, "+") ||
				strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "+++ ") {
				continue
			}
			if !yield(strings.TrimSuffix(line, "\n")) {
				return
			}
		}
	}
}

var (
	variable = regexp.MustCompile(`"[^"]*"|[-+]?[0-9][-0-9.:e]*|[a-z]\w*(\.\w+)+|\?+`)
	word     = regexp.MustCompile(`[^\s#]+`)
)

// classOf is what differences of the same kind have in common: the words that
// only one side has, but for names and numbers.
func classOf(diff string) string {
	counts := make(map[string]int)
	for line := range changes(diff) {
		for _, w := range word.FindAllString(variable.ReplaceAllString(line[1:], "#"), -1) {
			if line[0] == '-' {
				counts[w]--
			} else {
				counts[w]++
			}
		}
	}
	var lost, added []string
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		if counts[w] < 0 && len(lost) < 5 {
			lost = append(lost, w)
		} else if counts[w] > 0 && len(added) < 5 {
			added = append(added, w)
		}
	}
	return fmt.Sprint(lost, added)
}
