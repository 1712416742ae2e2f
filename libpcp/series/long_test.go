package series

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp/internal/rest"
)

// long is an engine with one series of many samples, a second apart. It
// counts what it answers.
type long struct {
	stuck   bool // answers about values from a time on are always the same
	late    bool // the end of a window is not heeded
	flood   bool // pages have thrice the samples that are asked for
	endless bool // it has samples at any time that is asked for
	grown   int  // by so many samples
	lost    int  // after so many answers about values there are none; 0 for never
	answers int  // about values
	bytes   int
	asked   []string
}

const (
	longID      = "1111111111111111111111111111111111111111"
	longSamples = 200_000
)

func (l *long) RoundTrip(r *http.Request) (*http.Response, error) {
	l.asked = append(l.asked, strings.TrimPrefix(r.URL.Path, "/series/"))
	answer := map[string]string{
		"/series/query":  `["` + longID + `"]`,
		"/series/descs":  `[{"series":"` + longID + `","source":"s","pmid":"60.0.32","indom":"none","semantics":"instant","type":"u32","units":"none"}]`,
		"/series/labels": `[{"series":"` + longID + `","labels":{"hostname":"web"}}]`, "/series/metrics": `[{"series":"` + longID + `","name":"m"}]`,
		"/series/instances": `[]`,
	}[r.URL.Path]
	if answer == "" {
		answer = l.values(r)
		if l.answers++; l.lost > 0 && l.answers > l.lost {
			answer = "[]"
		}
	}
	l.bytes += len(answer)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(answer)), Request: r}, nil
}

// values are those of a window, or else the last ones.
func (l *long) values(r *http.Request) string {
	query := r.URL.Query()
	samples, _ := strconv.Atoi(query.Get("samples"))
	if l.flood && samples > 1 {
		samples *= 3
	}
	end := longSamples + l.grown
	if l.endless {
		end = math.MaxInt32
	}
	from, to := end-samples, end-1
	if start, err := strconv.ParseFloat(query.Get("start"), 64); err == nil {
		from = max(0, int(start+0.9999995))
	}
	if finish, err := strconv.ParseFloat(query.Get("finish"), 64); err == nil && !l.late {
		to = min(to, int(finish))
	}
	if l.stuck && query.Has("start") {
		from, to = 7, 7+samples
	}
	var points []string
	for i := from; i <= to && len(points) < samples; i++ {
		points = append(points, fmt.Sprintf(`{"series":"%s","timestamp":%d.0,"value":"%d"}`, longID, 1000*i, i))
	}
	if !query.Has("start") {
		slices.Reverse(points) // the latest comes first
	}
	return "[" + strings.Join(points, ",") + "]"
}

func (l *long) client() *Client {
	return &Client{rest: &rest.Client{HTTP: &http.Client{Transport: l}, Timeout: time.Minute}}
}

// historyOf is the selected part of the history of the one series there is.
func historyOf(t *testing.T, c *Client, s Selection) *history {
	t.Helper()
	sources, err := c.recorders(t.Context(), []ID{longID})
	if err != nil || len(sources) != 1 {
		t.Fatal(sources, err)
	}
	h := &history{client: c, selection: s, sources: sources}
	if err := h.learn(t.Context()); err != nil {
		t.Fatal(err)
	}
	parts, err := h.place(t.Context())
	if err != nil || len(parts) != 1 {
		t.Fatal(parts, err)
	}
	parts[0].page = parts[0].pageFor(budget)
	return parts[0]
}

// TestWindow records ten seconds of two days, with one sample before them and
// one or two after: little is asked for.
func TestWindow(t *testing.T) {
	l := new(long)
	c := l.client()
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		if first.After(time.Unix(100_000, 0)) || last.Unix() != longSamples-1 {
			t.Errorf("from %v to %v", first, last)
		}
		return time.Unix(100_000, 0), time.Unix(100_010, 0), nil
	}
	h := historyOf(t, c, Selection{Window: window})
	next := int64(99_999)
	for r, err := range h.results(t.Context()) {
		if err != nil || r.taken.Time.Unix() != next || int64(r.taken.Sets[0].Values[0].Word) != next {
			t.Fatalf("%v, %v; want %d", r, err, next)
		}
		next++
	}
	if next < 100_012 || next > 100_013 || l.bytes > 20_000 {
		t.Errorf("%d samples, %d bytes asked for", next-99_999, l.bytes)
	}
}

// TestWindowOnly asks for values three times: where the series ends, whether it
// begins before the window, and for the window. That has samples, so the series is
// still there.
func TestWindowOnly(t *testing.T) {
	l := new(long)
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		return time.Unix(100_000, 0), time.Unix(100_010, 0), nil
	}
	_, err := record(t, l.client(), Selection{Window: window, WindowOnly: true})
	if err != nil || l.answers != 3 {
		t.Errorf("%d answers about values, %v", l.answers, err)
	}
}

// TestTail records windows that have no samples but the last of two days, or the
// last two: only these are asked for, once.
func TestTail(t *testing.T) {
	for _, test := range []struct {
		start  int64
		within bool
		first  int64 // that is recorded
	}{{longSamples - 1, true, longSamples - 1}, {longSamples - 1, false, longSamples - 2}, {longSamples - 2, true, longSamples - 2}} {
		l := new(long)
		window := func(first, last time.Time) (start, finish time.Time, err error) {
			return time.Unix(test.start, 0), last, nil
		}
		h := historyOf(t, l.client(), Selection{Window: window, WindowOnly: test.within})
		next := test.first
		for r, err := range h.results(t.Context()) {
			if err != nil || r.taken.Time.Unix() != next || int64(r.taken.Sets[0].Values[0].Word) != next {
				t.Fatalf("%+v: %v, %v; want %d", test, r, err, next)
			}
			next++
		}
		if next != longSamples || test.start == longSamples-1 && l.answers > 2 {
			t.Errorf("%+v: ended before %d, %d answers", test, next, l.answers)
		}
	}
}

// TestPages records all of the history: each sample once, and few at a time.
func TestPages(t *testing.T) {
	testPages(t, new(long), budget)
	testPages(t, &long{flood: true}, 100)
}

func testPages(t *testing.T, l *long, page int) {
	h := historyOf(t, l.client(), Selection{})
	h.page = page
	next := int64(0)
	for r, err := range h.results(t.Context()) {
		held := len(h.series()[0].held)
		if err != nil || r.taken.Time.Unix() != next || held > page+1 {
			t.Fatalf("%v, %v; want %d, %d held", r, err, next, held)
		}
		if next++; next == 3*int64(page) {
			return
		}
	}
	t.Errorf("%d samples", next)
}

// TestHold holds as many samples as were asked for, though more may come.
func TestHold(t *testing.T) {
	for _, flood := range []bool{false, true} {
		h := historyOf(t, (&long{flood: flood}).client(), Selection{})
		if err := h.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := h.hold(t.Context(), h.series(), time.Unix(0, 0), time.Unix(100, 0), 5)
		if p := h.series()[0]; err != nil || len(p.held) != 5 || p.until.Unix() != 4 || !p.more {
			t.Errorf("%d samples to %v, more: %t, %v", len(p.held), p.until, p.more, err)
		}
	}
}

// TestStuck has an engine that disregards the start of a window.
func TestStuck(t *testing.T) {
	l := &long{stuck: true}
	recordings, err := record(t, l.client(), Selection{})
	if err == nil || len(recordings) > 0 {
		t.Errorf("%v, %v", recordings, err)
	}
}

// TestLate has an engine that does not heed the end of a window.
func TestLate(t *testing.T) {
	l := &long{late: true}
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		return time.Unix(10, 0), time.Unix(20, 0), nil
	}
	recordings, err := record(t, l.client(), Selection{Window: window, WindowOnly: true})
	if err == nil || !strings.Contains(err.Error(), "after the end") || len(recordings) > 0 {
		t.Errorf("%v, %v", recordings, err)
	}
}

// TestFew records the first five samples of two days: no more are asked for.
func TestFew(t *testing.T) {
	l := new(long)
	h := historyOf(t, l.client(), Selection{WindowOnly: true, Samples: 5})
	next := int64(0)
	for r, err := range h.results(t.Context()) {
		if err != nil || r.taken.Time.Unix() != next {
			t.Fatalf("%v, %v; want %d", r, err, next)
		}
		next++
	}
	if next != 5 || l.bytes > 2000 {
		t.Errorf("%d samples, %d bytes asked for", next, l.bytes)
	}
}

// TestTogether has sources whose windows are close to each other asked together.
func TestTogether(t *testing.T) {
	h := &history{selection: Selection{Window: func(first, last time.Time) (start, finish time.Time, err error) {
		return last.Add(-time.Hour), last, nil
	}}}
	for _, minute := range []int64{200, 100, 101, 0, 102} {
		h.sources = append(h.sources, &recorder{first: time.Unix(0, 0), last: time.Unix(60*minute, 0)})
	}
	parts, err := h.windows()
	var got []string
	for _, part := range parts {
		got = append(got, fmt.Sprint(len(part.sources), part.start.Unix()/60, part.finish.Unix()/60))
	}
	if want := "1 -60 0,3 40 102,1 140 200"; err != nil || strings.Join(got, ",") != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}

// TestShares has sources recorded together whose windows a page has room for.
func TestShares(t *testing.T) {
	for _, test := range []struct {
		selection Selection
		want      string // sources of the histories
	}{
		{Selection{}, "2 2 1"}, // of 10,000 values each
		{Selection{Samples: 100}, "5"},
		{Selection{FirstOnly: true}, "5"},
	} {
		h := &history{selection: test.selection}
		for range 5 {
			r := &recorder{start: time.Unix(0, 0), finish: time.Unix(9_999, 0)}
			r.series = []*pages{{r: r, interval: 2 * time.Second, width: 2}}
			h.sources = append(h.sources, r)
		}
		var got []string
		for _, part := range h.divide() {
			got = append(got, fmt.Sprint(len(part.sources)))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %s, want %s", test.selection, got, test.want)
		}
	}
}

// TestLost has a key server that loses all that it has after some answers: that is
// never taken for a history without samples.
func TestLost(t *testing.T) {
	window := func(first, last time.Time) (start, finish time.Time, err error) {
		return time.Unix(100_000, 0), time.Unix(100_010, 0), nil
	}
	for name, s := range map[string]Selection{
		"all": {}, "window": {Window: window}, "within": {Window: window, WindowOnly: true}, "first": {Window: window, FirstOnly: true},
	} {
		whole := new(long)
		if _, err := record(t, whole.client(), s); err != nil {
			t.Fatal(err)
		}
		for lost := 1; lost < whole.answers; lost++ {
			if lost > 8 && lost < whole.answers-1 {
				continue // pages, which are all alike
			}
			l := &long{lost: lost}
			recordings, err := record(t, l.client(), s)
			if err == nil || len(recordings) > 0 {
				t.Errorf("%s, after %d of %d answers: %v", name, lost, whole.answers, recordings)
			}
		}
	}
}
