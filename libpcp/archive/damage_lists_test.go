package archive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestCampaignDamagedLists reads lists of three random archives of which one has
// made-up damage. All records of the others come, unless the damage has moved the time
// of a record by less than a day; no other records come but those of the damaged one;
// values up to it are as without damage; what is left out is reported: 200 inputs at a
// scale of 1.
func TestCampaignDamagedLists(t *testing.T) {
	rng := campaign.Rand(t)
	for n := range campaign.Tries(t, 10) {
		l := writeRandomList(t, rng)
		for range 20 {
			seed := rng.Uint64()
			k := int(seed % uint64(len(l.parts)))
			d := l.parts[k].damaged(t, seed)
			l.read(t, k, d)
			if t.Failed() {
				t.Fatalf("list %d, archive %d, damage %d (%s)", n, k, seed, d.what)
			}
		}
	}
}

// writtenList is archives of the same metrics, each later than the one before.
type writtenList struct {
	parts  []*written
	bases  []string
	values []string // of a replay of the undamaged archives
}

func writeRandomList(t *testing.T, rng *rand.Rand) *writtenList {
	t.Helper()
	const n = 3
	h := archivetest.Random(rng.Uint64(), archivetest.Options{Plain: true})
	for len(h.Records) < 4*n {
		h = archivetest.Random(rng.Uint64(), archivetest.Options{Plain: true})
	}
	l := &writtenList{}
	for i := range n {
		part := *h
		from, to := i*len(h.Records)/n, (i+1)*len(h.Records)/n
		part.Records, part.Volumes = h.Records[from:to], nil
		for _, v := range h.Volumes {
			if v > from && v < to {
				part.Volumes = append(part.Volumes, v-from)
			}
		}
		if i > 0 {
			part.Start = part.Records[0].Time
		}
		w := writeHistory(t, &part)
		l.parts, l.bases = append(l.parts, w), append(l.bases, w.base)
	}
	l.values = valuesOf(t, l.open(t, l.bases, archive.Options{}), l.parts[0].metrics, h.Start, l.step())
	return l
}

// step is an interval in which a replay from start to end has 40 samples.
func (l *writtenList) step() time.Duration {
	return l.parts[len(l.parts)-1].end.Sub(l.parts[0].start) / 40
}

func (l *writtenList) open(t *testing.T, bases []string, opts archive.Options) *archive.Archive {
	t.Helper()
	a, err := archive.Open(t.Context(), strings.Join(bases, ","), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// read reads the list with a damaged archive k in all modes.
func (l *writtenList) read(t *testing.T, k int, d *damaged) {
	t.Helper()
	bases := slices.Clone(l.bases)
	bases[k] = d.base
	var reported []string
	opts := archive.Options{
		Skipped: func(name string, reason error) { reported = append(reported, fmt.Sprint(name, reason)) },
		Removed: func(name string, volume int) { reported = append(reported, fmt.Sprint(name, volume)) },
	}
	a, err := archive.Open(t.Context(), strings.Join(bases, ","), opts)
	if err != nil {
		return // the metadata do not agree
	}
	defer a.Close()
	limit := 10
	for _, p := range l.parts {
		limit += 2 * len(p.records)
	}
	forward, err := readAll(t, a, libpcp.ModeForw, time.Unix(0, 0), limit)
	of := l.check(t, forward, limit, k, d, err)
	if quiet := errors.Is(err, libpcp.ErrEOL) && len(reported) == 0; quiet && d.whole && !d.moved(forward) && of < len(withoutMarks(d.records))-1 {
		t.Errorf("%d of %d records of the damaged archive, and no report", of, len(withoutMarks(d.records)))
	}
	back, err := readAll(t, a, libpcp.ModeBack, l.parts[len(l.parts)-1].end.Add(time.Hour), limit)
	l.check(t, back, limit, k, d, err)
	start := l.parts[0].start
	values := valuesOf(t, a, d.metrics, start, l.step())
	if !strings.HasPrefix(d.what, "bytes") { // those may be of metadata, or of an index
		for i, v := range values {
			if at := start.Add(time.Duration(i) * l.step()); k > 0 && !at.After(l.parts[k-1].end) && v != l.values[i] {
				t.Errorf("%v, before the damage, %s, want %s", at, v, l.values[i])
			}
		}
	}
	valuesOf(t, a, d.metrics, l.parts[len(l.parts)-1].end, -l.step())
}

// check checks records that have been read of a list of which archive k is damaged, and
// counts those of that archive.
func (l *writtenList) check(t *testing.T, records []string, limit, k int, d *damaged, err error) int {
	t.Helper()
	if len(records) == limit {
		t.Error("reading does not end")
	}
	moved := d.moved(slices.DeleteFunc(slices.Clone(records), func(r string) bool {
		return slices.ContainsFunc(l.parts, func(p *written) bool { return p != d.written && p.known[r] || r == p.gap() })
	}))
	rest := withoutMarks(records)
	for i, p := range l.parts {
		if i == k {
			continue
		}
		before := len(rest)
		rest = slices.DeleteFunc(rest, func(r string) bool { return p.known[r] })
		got, want := before-len(rest), len(withoutMarks(p.records))
		if got != want && errors.Is(err, libpcp.ErrEOL) && !moved {
			t.Errorf("%d of %d records of undamaged archive %d", got, want, i)
		}
	}
	d.check(t, rest, limit)
	return len(rest)
}

// gap is the mark that a list has behind an archive.
func (w *written) gap() string {
	at := w.end.Add(time.Millisecond)
	return fmt.Sprint(at.Unix(), at.Nanosecond())
}

func withoutMarks(records []string) []string {
	return slices.DeleteFunc(slices.Clone(records), func(r string) bool { return strings.Count(r, " ") == 1 })
}
