package series

import (
	"math"
	"testing"
	"time"
)

// TestSpan has pages whose spans follow from what the last ones brought.
func TestSpan(t *testing.T) {
	const most = time.Duration(math.MaxInt64 / 8)
	h := &history{page: 100}
	for span, want := range map[float64]time.Duration{0: 10 * rounding, -1: 10 * rounding, 5e9: 5 * time.Second, 1e30: most, math.Inf(1): most} {
		if h.setSpan(span); (h.span - want).Abs() > time.Nanosecond {
			t.Errorf("%v: %v, want %v", span, h.span, want)
		}
	}
	from := time.Unix(1000, 0)
	at := func(seconds int) time.Time { return from.Add(time.Duration(seconds) * time.Second) }
	for _, test := range []struct {
		of   []*pages
		to   time.Time
		want time.Duration
	}{
		{[]*pages{{got: 50}}, at(100), 200 * time.Second},
		{[]*pages{{got: 50}, {got: 80}, {}}, at(100), 125 * time.Second},
		{[]*pages{{got: 10}}, at(100), 400 * time.Second}, // four times as long at most
		{[]*pages{{}}, at(100), 400 * time.Second},
		{[]*pages{{got: 125, until: at(40)}}, at(100), 32 * time.Second},
		{[]*pages{{got: 125, until: at(40)}, {got: 200, until: at(20)}}, at(100), 10 * time.Second},
		{[]*pages{{got: 100, until: at(40)}}, at(100), 100 * time.Second}, // had room
		{[]*pages{{got: 125, until: at(100)}}, at(100), 80 * time.Second},
		{[]*pages{{got: 125, until: at(40)}}, time.Time{}, 32 * time.Second}, // to no end
		{[]*pages{{got: 50}}, at(0), time.Second},                            // stays
		{[]*pages{{got: 50}}, at(-5), time.Second},
	} {
		h := &history{page: 100, span: time.Second}
		if h.adapt(test.of, from, test.to); (h.span - test.want).Abs() > time.Microsecond {
			t.Errorf("%+v to %v: %v, want %v", *test.of[0], test.to, h.span, test.want)
		}
	}
}

// TestFirstSpan begins with a page of the series that has the shortest interval, as far
// as intervals are known.
func TestFirstSpan(t *testing.T) {
	for _, test := range []struct {
		intervals []time.Duration
		want      time.Duration
	}{
		{[]time.Duration{0, 7 * time.Second, 3 * time.Second, 0, 5 * time.Second}, 300 * time.Second},
		{[]time.Duration{3 * time.Second, 0}, 300 * time.Second}, {[]time.Duration{0, 0}, time.Minute}, {nil, time.Minute},
	} {
		r := &recorder{start: time.Unix(5, 0)}
		for _, interval := range test.intervals {
			r.series = append(r.series, &pages{r: r, interval: interval, first: time.Unix(9, 0)})
		}
		h := &history{page: 100, span: time.Minute, start: time.Unix(5, 0), sources: []*recorder{r}, selection: Selection{WindowOnly: true}}
		if err := h.begin(t.Context()); err != nil || h.span != test.want {
			t.Errorf("%v: %v, %v; want %v", test.intervals, h.span, err, test.want)
		}
		for _, p := range r.series {
			if !p.more || !p.until.Equal(time.Unix(9, 0).Add(-time.Microsecond)) {
				t.Errorf("goes on %t from %v", p.more, p.until)
			}
		}
	}
}

// TestExpected has room for as many samples as are known to come.
func TestExpected(t *testing.T) {
	from := time.Unix(100, 0)
	for _, test := range []struct {
		interval time.Duration
		to       time.Time
		want     int
	}{
		{2 * time.Second, from.Add(10 * time.Second), 6}, {time.Second, from.Add(time.Hour), 50}, {0, from.Add(time.Second), 0},
		{-time.Second, from.Add(time.Second), 0}, {time.Second, time.Time{}, 0}, {time.Minute, from.Add(time.Second), 1},
	} {
		if got := (&pages{interval: test.interval}).expected(from, test.to, 50); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
