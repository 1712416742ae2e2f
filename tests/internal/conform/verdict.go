package conform

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/diff"
)

// An outcome is how the comparison of a case ends.
type outcome int

const (
	identical outcome = iota
	different
	intendedDifference
	beyondGenuine // the input is damaged, and PCP's tool did not get on with it
	moved         // differs once, and not again: see lookAgain
)

type verdict struct {
	outcome outcome
	text    string // what differs, or why it may
}

func differs(format string, args ...any) verdict {
	return verdict{outcome: different, text: fmt.Sprintf(format, args...)}
}

// broken is the verdict on a run of ours that is wrong whatever PCP's tool does.
func broken(why string, genuine, ours *result) verdict {
	return differs("ours %s; the genuine tool %s\n%s", why, genuine.ending(), ours.excerpt())
}

// compare runs one case on both sides, at the same time so that what depends on
// the clock has its best chance to agree.
func (s *Suite) compare(file *File, c Case, a, b *side) verdict {
	intent := s.intent(c)
	genuine, ours, err := s.runBoth(file, c, intent, a, b)
	if err != nil {
		return differs("%v", err)
	}
	if why := ours.broken(); why != "" && (why != notEnded || !c.Endless) && a.tools != b.tools {
		return broken(why, genuine, ours)
	}
	if c.Endless {
		if ours.silent() && !genuine.silent() { // a busy machine may be slow to start it
			return s.lookLonger(file, c, a, b)
		}
		return s.compareEndless(genuine, ours)
	}
	if c.Damaged && genuine.failed() {
		return verdict{outcome: beyondGenuine, text: "the genuine tool " + genuine.ending()}
	}
	if intent != nil {
		if text := s.differsAsIntended(intent, file, a, genuine, ours); text != "" {
			return differs("%s", text)
		}
		return verdict{outcome: intendedDifference, text: intent.Reason}
	}
	v := s.compareText(file, c, a, b, genuine, ours)
	if v.outcome == different && (s.mayMove(c, genuine, ours) || mayHaveCrashed(c, genuine, ours)) {
		return s.lookAgain(file, c, a, b, v)
	}
	return v
}

// runBoth runs a case on both sides, each for as long as it may take.
func (s *Suite) runBoth(file *File, c Case, intent *Intent, a, b *side) (genuine, ours *result, err error) {
	limit, genuineLimit := s.patience, 5*s.patience // some answers of PCP's tools take minutes
	switch {
	case c.Endless:
		limit, genuineLimit = endlessTime, endlessTime
	case intent != nil && intent.Endless:
		genuineLimit = endlessTime
	case c.Damaged:
		genuineLimit = min(s.patience, damagedTimeout)
	}
	return runFor(limit, genuineLimit, file, c, a, b)
}

// runFor runs a case on both sides, each for a time.
func runFor(limit, genuineLimit time.Duration, file *File, c Case, a, b *side) (genuine, ours *result, err error) {
	var genuineErr error
	done := make(chan struct{})
	go func() {
		defer close(done)
		genuine, genuineErr = a.run(c, file.Files, genuineLimit)
	}()
	ours, err = b.run(c, file.Files, limit)
	<-done
	if genuineErr != nil || err != nil {
		return nil, nil, fmt.Errorf("cannot run: genuine %v, ours %v", genuineErr, err)
	}
	return genuine, ours, nil
}

// compareText compares all that two tools have printed.
func (s *Suite) compareText(file *File, c Case, a, b *side, genuine, ours *result) verdict {
	want, got := s.mask(genuine.text(), ours.text())
	text := diff.Diff("genuine", want, "ours", got)
	switch {
	case text == nil:
		return verdict{outcome: identical}
	case c.Damaged && !s.steady(a, c, file, genuine):
		return verdict{outcome: beyondGenuine, text: "the genuine tool prints something else each time"}
	}
	if reason := s.releaseDefect(file, c, a, b, genuine, ours); reason != "" {
		return verdict{outcome: intendedDifference, text: reason}
	}
	return differs("%s", text)
}

// compareEndless compares what two tools have printed that had to be stopped.
func (s *Suite) compareEndless(genuine, ours *result) verdict {
	if !genuine.endless || !ours.endless {
		return differs("declared endless; the genuine tool %s, ours %s", genuine.ending(), ours.ending())
	}
	want, got := s.mask(genuine.text(), ours.text())
	if !genuine.silent() && ours.silent() {
		return differs("ours has printed nothing, the genuine tool\n%s", genuine.excerpt())
	}
	for _, stream := range []string{"1|", "2|"} {
		want, got := streamLines(want, stream), streamLines(got, stream)
		n := min(len(want), len(got))
		if text := diff.Diff("genuine", bytes.Join(want[:n], nil), "ours", bytes.Join(got[:n], nil)); text != nil {
			return differs("%s", text)
		}
	}
	return verdict{outcome: identical}
}

// streamLines returns the whole lines of a stream in a result's text.
func streamLines(text []byte, prefix string) [][]byte {
	var lines [][]byte
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte(prefix)):
			lines = append(lines, line)
		case bytes.HasPrefix(line, []byte("\\")) && len(lines) > 0: // cut short, see text
			lines = lines[:len(lines)-1]
		}
	}
	return lines
}

// steady reports whether other runs of a case give the same result, with other
// contents of memory that nobody has written to (mallopt(3)).
func (s *Suite) steady(a *side, c Case, file *File, before *result) bool {
	for _, perturb := range []string{"165", "90", "1"} {
		c := c
		c.Env = append(slices.Clip(c.Env), "MALLOC_PERTURB_="+perturb)
		again, err := a.run(c, file.Files, min(s.patience, damagedTimeout))
		if err != nil || !s.same(before.text(), again.text()) {
			return false
		}
	}
	return true
}

// same reports whether two texts differ in nothing but what is masked.
func (s *Suite) same(a, b []byte) bool {
	a, b = s.mask(a, b)
	return bytes.Equal(a, b)
}

// differsAsIntended says what is wrong with an intended difference, or "".
func (s *Suite) differsAsIntended(intent *Intent, file *File, a *side, genuine, ours *result) string {
	if s.same(genuine.text(), ours.text()) {
		return "no longer differs; remove it from intended.go: " + intent.Reason
	}
	want := []byte(intent.Ours)
	if intent.As != "" {
		c, err := parseCase(intent.As)
		if err != nil {
			return err.Error()
		}
		r, err := a.run(c, file.Files, s.patience)
		if err != nil {
			return err.Error()
		}
		want = r.text()
	}
	want, got := s.mask(want, ours.text())
	return string(diff.Diff("intended", want, "ours", got))
}

// goCrash is how the Go runtime announces the end of a process.
var goCrash = regexp.MustCompile(`(?m)^(panic: |fatal error: |goroutine [0-9]+ )`)

const notEnded = "did not end"

// broken says what is wrong with a run whatever the other side does, or "".
func (r *result) broken() string {
	switch {
	case goCrash.Match(r.stderr):
		return "crashed in Go"
	case r.failed():
		return r.ending()
	}
	return ""
}

// silent reports that nothing was printed.
func (r *result) silent() bool { return len(r.stdout)+len(r.stderr) == 0 }

func (r *result) ending() string {
	switch {
	case r.endless:
		return notEnded
	case r.status < 0:
		return "died by a signal"
	}
	return fmt.Sprintf("ended with status %d", r.status)
}

// excerpt is what to show of a result of which there may be very much: how a
// crash begins, or else the end.
func (r *result) excerpt() []byte {
	const most = 4096
	if crash := goCrash.FindIndex(r.stderr); crash != nil {
		return r.stderr[crash[0]:min(len(r.stderr), crash[0]+most)]
	}
	text := r.text()
	return text[max(0, len(text)-most):]
}

// How long the tools may take. Nothing a case does takes long; what does, would
// never end. Ours have the time that a busy machine needs.
const (
	timeout        = 60 * time.Second
	damagedTimeout = 20 * time.Second // PCP's tool on damaged input
	endlessTime    = 2 * time.Second  // what is known not to end
)
