package series

import (
	"context"
	"errors"
	"net/http"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/campaign"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/internal/rest"
)

// fromLast is a window from the last value on.
func fromLast(_, last time.Time) (start, finish time.Time, err error) {
	return last, time.Time{}, nil
}

// followed is a history that a Feed follows, and what has been read of it.
type followed struct {
	feed    *Feed
	readers []*libpcp.Context
	pieces  [][]Piece // not yet read
	mode    libpcp.Mode
	step    time.Duration
	origins []time.Time
	times   [][]time.Time // of the results of each source
	values  [][]uint32    // of its first instance
}

func follow(t *testing.T, e http.RoundTripper, dir string, s Selection, step time.Duration) *followed {
	t.Helper()
	c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: e}, Timeout: time.Hour}}
	feed, err := c.Follow(t.Context(), "m", dir, s)
	if err != nil {
		t.Fatal(err)
	}
	n := len(feed.Sources())
	f := &followed{feed: feed, readers: make([]*libpcp.Context, n), pieces: make([][]Piece, n), mode: libpcp.ModeInterp, step: step,
		times: make([][]time.Time, n), values: make([][]uint32, n)}
	for _, r := range feed.Sources() {
		f.origins = append(f.origins, r.Last)
	}
	if s.WindowOnly {
		f.mode = libpcp.ModeForw
	}
	return f
}

// more has the Feed look for values, and reads them.
func (f *followed) more(t *testing.T) error {
	t.Helper()
	made, err := f.feed.Next(t.Context(), func(int) bool { return true })
	for i, piece := range made {
		f.pieces[i] = append(f.pieces[i], piece)
		f.read(t, i)
	}
	return err
}

func (f *followed) read(t *testing.T, i int) {
	t.Helper()
	next := func(context.Context) (archive.Continuation, error) {
		if len(f.pieces[i]) == 0 {
			return archive.Continuation{}, libpcp.ErrEOL
		}
		piece := f.pieces[i][0]
		f.pieces[i] = f.pieces[i][1:]
		return archive.Continuation{List: piece.Base, Until: piece.Until, From: piece.From}, nil
	}
	if f.readers[i] == nil {
		first, _ := next(t.Context())
		a, err := archive.Open(t.Context(), first.List, archive.Options{More: next, Until: first.Until})
		if err != nil {
			t.Fatal(err)
		}
		f.readers[i] = libpcp.NewContext(a)
		t.Cleanup(func() { a.Close() })
		if err := f.readers[i].SetMode(t.Context(), f.mode, f.origins[i], f.step); err != nil {
			t.Fatal(err)
		}
	}
	for {
		r, err := f.readers[i].Fetch(t.Context(), []libpcp.PMID{libpcp.NewPMID(60, 0, 32)})
		if errors.Is(err, libpcp.ErrEOL) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Sets[0].Values) > 0 {
			f.times[i], f.values[i] = append(f.times[i], r.Time), append(f.values[i], r.Sets[0].Values[0].Word)
		}
	}
}

// TestFollow follows three hosts, of which the second is slower and the last stops,
// at the times of samples and between: every result is there, once.
func TestFollow(t *testing.T) {
	for _, recorded := range []bool{true, false} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			e := &feeds{[]feed{{0, 1, 101}, {0, 10, 11}, {0, 1, 101}}, 2}
			f := follow(t, e, dir, Selection{Window: fromLast, WindowOnly: recorded}, time.Second)
			var ended []string
			f.feed.Ended = func(host string, metrics []string, all bool, last time.Time) {
				if ended = append(ended, host); !all || !slices.Equal(metrics, []string{"m"}) || last.Unix() != 120 {
					t.Errorf("%s: %v, %v, %v", host, metrics, all, last)
				}
			}
			for second := 101; second <= 300; second++ {
				e.hosts[0].samples++
				e.hosts[1].samples = second/10 + 1
				if second <= 120 {
					e.hosts[2].samples++
				}
				if second == 150 {
					e.instances = 3 // of which one is new
				}
				if second%3 == 0 { // else two samples or none come between two looks
					if err := f.more(t); err != nil {
						t.Fatal(err)
					}
				}
				time.Sleep(time.Second)
			}
			if err := f.more(t); err != nil {
				t.Fatal(err)
			}
			for i, last := range []int{300, 300, 120} {
				step := 1
				if recorded {
					step = e.hosts[i].step
				}
				var times []time.Time
				var values []uint32
				for at := 100; at <= last; at += step {
					times, values = append(times, time.Unix(int64(at), 0)), append(values, uint32(at/e.hosts[i].step))
				}
				if !recorded && i == 1 {
					values = f.values[i] // of which the nearest is another matter
				}
				if diff := cmp.Diff(times, f.times[i]); diff != "" || !slices.Equal(values, f.values[i]) {
					t.Errorf("recorded %v, host %d: -want +got\n%s\n%d", recorded, i, diff, f.values[i])
				}
			}
			if left, _ := os.ReadDir(dir); !slices.Equal(ended, []string{"h2"}) || len(left) > 2*3*3 {
				t.Errorf("%q have ended, %d files are left", ended, len(left))
			}
		})
	}
}

// TestCampaignClocks follows hosts whose clocks are ahead of the others or behind, from the
// start or from some time on: each has every sample from the newest one on, or, if it is
// behind, from its first one after the first look on, and none is reported to have ended.
func TestCampaignClocks(t *testing.T) {
	r := campaign.Rand(t)
	for range campaign.Scale(t) {
		followClocks(t, 20+r.IntN(3600), 20+r.IntN(3600))
	}
}

func followClocks(t *testing.T, ahead, behind int) {
	t.Helper()
	for _, of := range []struct {
		recorded bool
		origin   int // of the clocks of all
	}{{true, 946_684_700}, {false, 946_684_700}, {false, 2_000_000_000}, {false, 900_000_000}} { // that of this host, and ones far ahead and behind
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			e := &feeds{[]feed{{of.origin, 1, 101}, {of.origin + ahead, 1, 101}, {of.origin - behind, 1, 101}, {of.origin, 1, 101}}, 1}
			f := follow(t, e, dir, Selection{Window: fromLast, WindowOnly: of.recorded}, time.Second)
			f.feed.Ended = func(host string, metrics []string, all bool, last time.Time) {
				t.Errorf("%+v: %s has ended", of, host)
			}
			for second := 101; second <= 300; second++ {
				for i := range e.hosts {
					e.hosts[i].samples++
				}
				if second == 200 {
					e.hosts[3].start += 1000
				}
				if err := f.more(t); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
			}
			if err := f.more(t); err != nil {
				t.Fatal(err)
			}
			for i, h := range e.hosts[:3] {
				var times []time.Time
				from := f.origins[i]
				if begun := time.Unix(int64(h.start+102), 0); i == 2 && begun.Before(from) {
					from = begun // its first value after the first look
				}
				for at := from; at.Unix() <= int64(h.start+300); at = at.Add(time.Second) {
					times = append(times, at)
				}
				if diff := cmp.Diff(times, f.times[i]); diff != "" || len(times) < 130 {
					t.Errorf("%d ahead, %d behind, %+v, host %d: -want +got\n%s", ahead, behind, of, i, diff)
				}
			}
			if at := f.times[3]; len(at) < 150 || at[len(at)-1].Unix() != int64(of.origin+1300) {
				t.Errorf("%d ahead, %d behind, %+v: %d samples of the host that jumped ahead, up to %v", ahead, behind, of, len(at), at[max(0, len(at)-1):])
			}
		})
	}
}

// TestFollowDead follows a host, and one that had ended before: that is not reported.
func TestFollowDead(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		e := &feeds{[]feed{{946_684_700, 1, 101}, {946_683_700, 1, 101}}, 1}
		f := follow(t, e, dir, Selection{Window: fromLast}, time.Second)
		f.feed.Ended = func(host string, metrics []string, all bool, last time.Time) { t.Errorf("%s has ended", host) }
		for range 60 {
			e.hosts[0].samples++
			if err := f.more(t); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
		}
	})
}

// TestFollowTogether has one of three hosts end. The others leave it behind together, though
// their values are found one after the other.
func TestFollowTogether(t *testing.T) {
	e := &feeds{[]feed{{0, 1, 101}, {0, 1, 101}, {0, 1, 101}}, 1}
	f := follow(t, e, t.TempDir(), Selection{Window: fromLast}, time.Second)
	for _, grown := range []int{1, 0, 1} {
		e.hosts[grown].samples += 10
		if err := f.more(t); err != nil {
			t.Fatal(err)
		}
		if len(f.times[0]) != len(f.times[1]) {
			t.Errorf("after %d and %d samples %d and %d results", e.hosts[0].samples, e.hosts[1].samples, len(f.times[0]), len(f.times[1]))
		}
	}
	if n := len(f.times[0]); n != 11 {
		t.Errorf("%d results", n)
	}
}

// TestFollowLost has a key server lose what it has, and a host of two only: that is
// an error.
func TestFollowLost(t *testing.T) {
	for _, left := range []int{0, 1} {
		e := &feeds{[]feed{{0, 1, 101}, {0, 1, 101}}, 1}
		f := follow(t, e, t.TempDir(), Selection{Window: fromLast}, time.Second)
		if err := f.more(t); err != nil {
			t.Fatal(err)
		}
		for i := range e.hosts[left:] {
			e.hosts[i].samples = 0
		}
		if err := f.more(t); !errors.Is(err, libpcp.ErrNoData) {
			t.Error(err)
		}
	}
}

// TestFollowWindow has the error of a window, whichever time it is asked for.
func TestFollowWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &feeds{[]feed{{0, 1, 101}, {0, 1, 101}}, 20}
		c := &Client{rest: &rest.Client{HTTP: &http.Client{Transport: e}, Timeout: time.Hour}}
		failed := errors.New("no window")
		for good := 0; ; good++ {
			calls := 0
			_, err := c.Follow(t.Context(), "m", t.TempDir(), Selection{Window: func(first, last time.Time) (start, finish time.Time, err error) {
				if calls++; calls > good {
					return start, finish, failed
				}
				return fromLast(first, last)
			}})
			if calls <= good {
				if err != nil || good < 2 {
					t.Errorf("asked %d times: %v", calls, err)
				}
				return
			}
			if !errors.Is(err, failed) {
				t.Errorf("after %d times: %v", good, err)
			}
		}
	})
}

// TestFollowMemory follows a history for long: neither memory nor open files grow.
func TestFollowMemory(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		e := &feeds{[]feed{{0, 1, 101}, {0, 1, 101}}, 20}
		f := follow(t, e, dir, Selection{Window: fromLast}, time.Second)
		var heap [2]uint64
		var files [2]int
		for i, rounds := range []int{50, 500} {
			for range rounds {
				for h := range e.hosts {
					e.hosts[h].start++ // and so does the last sample
				}
				if err := f.more(t); err != nil {
					t.Fatal(err)
				}
				for h := range f.times {
					f.times[h], f.values[h] = f.times[h][:0], f.values[h][:0]
				}
				time.Sleep(time.Second)
			}
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			open, _ := os.ReadDir("/proc/self/fd")
			heap[i], files[i] = m.HeapAlloc, len(open)
		}
		if heap[1] > heap[0]+heap[0]/4 || files[1] > files[0] {
			t.Errorf("%d bytes and %d files after 50 looks, %d and %d after 550", heap[0], files[0], heap[1], files[1])
		}
	})
}
