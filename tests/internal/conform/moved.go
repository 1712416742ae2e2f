package conform

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// A second look is for values that move between the two runs of a comparison: a
// clock that ticks, a client that pmcd forgets, a counter of this machine. Where
// the tools ran on a pmcd or an agent, succeeded, and printed other numbers in
// lines of the same kinds, or on agents that describe this machine anything else,
// both run again, so that both worlds still have the same history, until they agree:
// then the case has moved. That is counted and logged, and a suite of which
// more than a few cases moved fails.
//
// The same is done where PCP's tool alone ends by a signal, since it may do
// so by chance, and once, with more time, where of a case that does not end ours
// has printed nothing yet.
//
// Nothing else is looked at twice: other archives, stores, damaged input, intended
// differences, errors, usage, messages, traces, files, statuses, crashes.

const looks = 2 // after the first

// maxMoved is how many cases of a suite of n may have moved.
func maxMoved(n int) int { return max(2, n/500) }

// lookAgain compares a case again that differs in what may move.
func (s *Suite) lookAgain(file *File, c Case, a, b *side, first verdict) verdict {
	for range looks {
		genuine, ours, err := s.runBoth(file, c, nil, a, b)
		if err != nil {
			return differs("%v", err)
		}
		if why := ours.broken(); why != "" && a.tools != b.tools {
			return broken(why, genuine, ours)
		}
		if s.same(genuine.text(), ours.text()) {
			return verdict{outcome: moved, text: first.text}
		}
	}
	return first
}

// lookLonger compares a case that does not end again, of which ours has printed
// nothing in time.
func (s *Suite) lookLonger(file *File, c Case, a, b *side) verdict {
	genuine, ours, err := runFor(10*endlessTime, 10*endlessTime, file, c, a, b)
	if err != nil {
		return differs("%v", err)
	}
	v := s.compareEndless(genuine, ours)
	if v.outcome == identical {
		v = verdict{outcome: moved, text: "at first ours printed nothing"}
	}
	return v
}

// mayMove reports whether two results that differ may do so because what they
// show has moved.
func (s *Suite) mayMove(c Case, genuine, ours *result) bool {
	if !s.opts.Live || c.Damaged || c.Tool == "pmstore" || genuine.status != 0 || ours.status != 0 ||
		!s.same(genuine.unprinted(), ours.unprinted()) {
		return false
	}
	want, got := s.mask(genuine.text(), ours.text())
	return s.opts.World.Linux && !ours.silent() || bytes.Equal(kinds(want), kinds(got))
}

// mayHaveCrashed reports whether PCP's tool alone crashed, and may not do so
// again.
func mayHaveCrashed(c Case, genuine, ours *result) bool {
	return genuine.status < 0 && !genuine.endless && !ours.failed() && !c.Damaged && c.Tool != "pmstore"
}

// unprinted shows everything about a result but its standard output.
func (r *result) unprinted() []byte {
	rest := *r
	rest.stdout = nil
	return rest.text()
}

var numbers = regexp.MustCompile(`[ \t]*-?[0-9]+(\.[0-9]+)?([eE][-+][0-9]+)?[ \t]*`)

// kinds has the different lines of a text in order, without their numbers.
func kinds(text []byte) []byte {
	lines := strings.SplitAfter(numbers.ReplaceAllString(string(text), "#"), "\n")
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), ""))
}
