package archive

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
	"pcptools/libpcp/internal/sourcetest"
)

// TestCampaignHistory walks at random over the modes, fetches and profiles of
// contexts on the archives of PCP's test suite.
//
// What a new context answers must be what libpcp (C) answers. What a context
// answers that has been used must be what libpcp answers after the same calls,
// or, where libpcp's answer depends on those, what a new context answers:
// libpcp forgets marks that it met while other metrics were asked for, and
// memory that it has freed. Then the answers that follow may be those to the calls
// since. Nothing is wrong where libpcp's answer depends on history at the very
// time of a mark between two archives: then it returns a number that was left over
// from any earlier fetch.
func TestCampaignHistory(t *testing.T) {
	oracle := buildOracle(t)
	rng, scale := campaign.Rand(t), campaign.Scale(t)
	all := archives(t)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all = all[:min(len(all), 40*scale)]
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		all = append(all, writeList(t, t.TempDir(), lists[name]))
	}
	var fetches, dependent atomic.Int64
	t.Cleanup(func() { t.Logf("%d fetches, %d on which libpcp depends on history", fetches.Load(), dependent.Load()) })
	for _, name := range all {
		if isDamaged(name) {
			continue
		}
		walkSeed := rng.Uint64()
		t.Run(strings.TrimPrefix(name, suite+"/"), func(t *testing.T) {
			t.Parallel()
			for i := range uint64(max(1, scale/8)) {
				w := walk{Rand: rand.New(rand.NewPCG(walkSeed, i)), name: name, oracle: oracle}
				if !w.look() {
					return
				}
				lines := w.lines(60)
				n := w.check(t, lines)
				fetches.Add(int64(n.fetches))
				dependent.Add(int64(n.dependent))
				if n.wrong == "" {
					continue
				}
				lines = shrink(lines, func(lines []string) bool { return w.check(t, lines).wrong != "" })
				t.Fatalf("%s\nopen %s\n%s", w.check(t, lines).wrong, name, strings.Join(lines, "\n"))
			}
		})
	}
}

// walk makes up calls on one archive.
type walk struct {
	*rand.Rand
	name, oracle string
	start, end   time.Time
	times        []time.Time // of some records
	ids          []libpcp.PMID
	marks        []string // how answers at the times of marks between archives begin
	indoms       map[libpcp.InDom][]libpcp.Instance
	doms         []libpcp.InDom
}

// look finds out what to ask an archive for; false if there is nothing.
func (w *walk) look() bool {
	a, err := Open(context.Background(), w.name, installed)
	if err != nil {
		return false
	}
	defer a.Close()
	var r replays
	r.look(a)
	w.start, w.end, w.ids = r.start, r.end, r.ids
	for i := range a.set.Len() - 1 {
		end, _ := a.set.LastTime(context.Background(), i)
		for _, at := range []logfile.Stamp{end.Add(1_000_000), a.set.Label(i + 1).Start.Add(-1_000_000)} {
			w.marks = append(w.marks, fmt.Sprintf("result %d.%09d ", at.Sec, at.Nsec))
		}
	}
	w.indoms = make(map[libpcp.InDom][]libpcp.Instance)
	for _, indom := range a.InDoms() {
		w.indoms[indom], _ = sourcetest.Direct(a).AllInstances(context.Background(), indom)
		w.doms = append(w.doms, indom)
	}
	slices.Sort(w.doms)
	for range 300 {
		r, err := sourcetest.Direct(a).FetchRecord(background)
		if err != nil {
			break
		}
		w.times = append(w.times, r.Time)
	}
	return len(w.ids) > 0 && len(w.times) > 0
}

// lines makes up a number of calls.
func (w *walk) lines(n int) []string {
	list := []string{w.mode()}
	for range n {
		switch k := w.IntN(14); {
		case k < 3:
			list = append(list, w.mode())
		case k == 3 && len(w.doms) > 0:
			list = append(list, w.profile())
		case k == 4:
			list = append(list, "record 1")
		default:
			list = append(list, w.fetch())
		}
	}
	return list
}

func (w *walk) mode() string {
	mode := libpcp.ModeInterp
	if w.IntN(5) == 0 {
		mode = libpcp.ModeForw + libpcp.Mode(w.IntN(2))
	}
	delta := w.interval()
	sec, nsec := int64(-1), 0
	if w.IntN(12) > 0 {
		at := w.instant()
		sec, nsec = at.Unix(), at.Nanosecond()
	}
	return fmt.Sprintf("mode %d %d %d %d %d", mode, sec, nsec, delta/time.Second, delta%time.Second)
}

// instant is a time in or around the archive.
func (w *walk) instant() time.Time {
	span := w.end.Sub(w.start)
	at := w.times[w.IntN(len(w.times))]
	switch w.IntN(8) {
	case 0:
		at = w.start
	case 1:
		at = w.end
	case 2:
		at = w.start.Add(time.Duration(w.Int64N(int64(max(span, 1)))))
	}
	near := []time.Duration{0, 0, 1, time.Microsecond, time.Millisecond, 700 * time.Microsecond, time.Second, 2 * time.Second, span}
	return at.Add(w.sign(near[w.IntN(len(near))]))
}

// interval is a step of a replay.
func (w *walk) interval() time.Duration {
	span := w.end.Sub(w.start)
	d := span / time.Duration(1+w.IntN(50))
	switch w.IntN(5) {
	case 0:
		d = w.times[w.IntN(len(w.times))].Sub(w.times[w.IntN(len(w.times))]).Abs()
	case 1:
		d = []time.Duration{0, 1, time.Millisecond, time.Second, time.Minute}[w.IntN(5)]
	case 2:
		d = time.Duration(1 + w.Int64N(10_000_000_000))
	}
	return w.sign(d)
}

func (w *walk) sign(d time.Duration) time.Duration {
	if w.IntN(2) == 0 {
		return -d
	}
	return d
}

func (w *walk) profile() string {
	indom := w.doms[w.IntN(len(w.doms))]
	line := fmt.Sprintf("profile %c %08x", "+-"[w.IntN(2)], uint32(indom))
	for range w.IntN(4) {
		if list := w.indoms[indom]; len(list) > 0 {
			line += fmt.Sprintf(" %d", list[w.IntN(len(list))].ID)
		}
	}
	return line
}

func (w *walk) fetch() string {
	line := "fetch 1"
	for range 1 + w.IntN(4) {
		// twice the same would hang libpcp
		if id := fmt.Sprintf(" %08x", uint32(w.ids[w.IntN(len(w.ids))])); !strings.Contains(line, id) {
			line += id
		}
	}
	return line
}

// tally is what came of a walk.
type tally struct {
	fetches, dependent int
	wrong              string
}

// check plays a walk and compares the answers.
func (w *walk) check(t *testing.T, lines []string) (n tally) {
	t.Helper()
	ours, fresh := w.play(lines)
	script := "open " + w.name + "\n"
	for _, line := range lines {
		script += "say --\n" + line + "\n"
	}
	theirs := w.answers(t, script, "--\n")[1:]
	oursNew, theirsNew := w.playFresh(t, fresh)
	since := "" // a new context, from the last call to which the answers were different
	for i := range min(len(theirs), len(theirsNew)) {
		if since != "" {
			since += "say --\n" + lines[i] + "\n"
		}
		if fresh[i] != "" {
			n.fetches++
			if oursNew[i] != theirsNew[i] {
				n.wrong = fmt.Sprintf("a new context says\n%swant\n%safter\n%sand not after", oursNew[i], theirsNew[i], fresh[i])
				return n
			}
			if theirs[i] != theirsNew[i] {
				n.dependent++
				if slices.ContainsFunc(w.marks, func(mark string) bool { return strings.HasPrefix(theirs[i], mark) }) {
					since = fresh[i]
					continue
				}
			}
		}
		if ours[i] == theirs[i] {
			continue
		}
		if fresh[i] != "" && w.either(ours[i], theirs[i], theirsNew[i]) {
			since = fresh[i]
			continue
		}
		if since != "" {
			if all := w.answers(t, since, "--\n"); ours[i] == all[len(all)-1] {
				continue
			}
		}
		n.wrong = fmt.Sprintf("call %d says\n%swant\n%safter", i, ours[i], theirs[i])
		return n
	}
	return n
}

// either reports whether an answer is one of two others. Over several archives
// each of its lines, which are of one metric each, may be that of another.
func (w *walk) either(answer, a, b string) bool {
	if len(w.marks) == 0 {
		return answer == a || answer == b
	}
	lines, as, bs := strings.Split(answer, "\n"), strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(lines) != len(as) || len(lines) != len(bs) {
		return answer == a || answer == b
	}
	for i, line := range lines {
		if line != as[i] && line != bs[i] {
			return false
		}
	}
	return true
}

// answers is what libpcp prints between separators; less if it dies.
func (w *walk) answers(t *testing.T, script, separator string) []string {
	out, survived := ask(t, w.oracle, script)
	list := strings.Split(string(out), separator)
	if !survived {
		list = list[:len(list)-1]
	}
	return append(list, make([]string, max(0, 1-len(list)))...)
}

// play asks a context of ours. With each answer of a fetch it returns a
// script by which a new context is asked the same, if that is the same.
func (w *walk) play(lines []string) (answers, fresh []string) {
	var out bytes.Buffer
	d := newDumper(&out)
	d.run("open", w.name)
	defer d.close()
	var profile, mode []string
	moved := true
	for _, line := range lines {
		script := ""
		command, arg, _ := strings.Cut(line, " ")
		switch at := d.a.cur.Now(); {
		case command == "mode":
			mode, moved = strings.Fields(line), false
		case command == "profile":
			profile = append(profile, line+"\n")
		case command == "record":
			moved = true
		case at.Nsec < logfile.Second && (!moved || d.mode == libpcp.ModeInterp):
			script = "open " + w.name + "\n" + strings.Join(profile, "") +
				fmt.Sprintf("mode %s %d %d %s %s\nsay --\n%s\n", mode[1], at.Sec, at.Nsec, mode[4], mode[5], line)
			moved = true
		}
		d.w.Flush()
		out.Reset()
		d.run(command, arg)
		d.w.Flush()
		answers, fresh = append(answers, out.String()), append(fresh, script)
	}
	return answers, fresh
}

// playFresh asks new contexts of ours and of libpcp.
func (w *walk) playFresh(t *testing.T, scripts []string) (ours, theirs []string) {
	whole := ""
	for _, script := range scripts {
		var out bytes.Buffer
		if err := dump(&out, strings.NewReader(script)); err != nil {
			t.Fatal(err)
		}
		_, answer, _ := strings.Cut(out.String(), "--\n")
		ours = append(ours, answer)
		whole += script + "say ++\n"
	}
	for _, answer := range w.answers(t, whole, "++\n") {
		_, answer, _ = strings.Cut(answer, "--\n")
		theirs = append(theirs, answer)
	}
	return ours, theirs[:max(0, len(theirs)-1)]
}

// shrink leaves out lines, and metrics of fetches, that are not needed to
// fail.
func shrink(lines []string, fails func([]string) bool) []string {
	for n := max(1, len(lines)/2); n > 0; n /= 2 {
		for i := len(lines) - n; i >= 0; i -= n {
			if shorter := slices.Delete(slices.Clone(lines), i, i+n); fails(shorter) {
				lines = shorter
			}
			i = min(i, len(lines))
		}
	}
	for i := range lines {
		words := strings.Fields(lines[i])
		for j := len(words) - 1; j > 1 && len(words) > 3 && words[0] == "fetch"; j-- {
			shorter := slices.Clone(lines)
			fewer := slices.Delete(slices.Clone(words), j, j+1)
			shorter[i] = strings.Join(fewer, " ")
			if fails(shorter) {
				lines, words = shorter, fewer
			}
		}
	}
	return lines
}
