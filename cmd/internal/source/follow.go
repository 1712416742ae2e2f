package source

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive"
	"pcptools/libpcp/options"
	"pcptools/libpcp/series"
	"pcptools/libpcp/timewindow"
)

// tail is the history that --follow requests, which goes on. Each of its sources may
// be read by a goroutine.
type tail struct {
	feed    *series.Feed
	until   []time.Time   // the first archives of the sources are complete up to then
	pause   time.Duration // between two looks for values
	warn    func(text string)
	explain func(error) error

	mu      sync.Mutex
	asking  bool          // somebody looks for values
	asked   chan struct{} // is closed when that has ended
	next    time.Time     // look
	waiting map[int]func()
	done    map[int]bool // sources that are not read any more
	ready   map[int]series.Piece
	failed  error     // that ends all
	warned  string    // last
	lost    time.Time // when values were found to have gone; zero while they are there
}

// follow begins to fetch a history that goes on, and returns its first archives.
func follow(ctx context.Context, s *options.Source, c *series.Client, dir string, selection series.Selection) (*tail, []*series.Recording, error) {
	feed, err := c.Follow(ctx, s.Series, dir, selection)
	if err != nil {
		return nil, nil, err
	}
	t := &tail{feed: feed, pause: pause(s.Interval), warn: s.Warn,
		explain: s.SeriesError, asked: make(chan struct{}), waiting: make(map[int]func()), done: make(map[int]bool), ready: make(map[int]series.Piece)}
	zone := s.HistoryZone()
	feed.Ended = func(host string, metrics []string, all bool, last time.Time) {
		t.warn(endedText(host, metrics, all, last.In(zone)))
	}
	sources := feed.Sources()
	made, err := feed.Next(ctx, func(int) bool { return true })
	if err != nil {
		return nil, nil, err
	}
	for i := range sources {
		t.until = append(t.until, made[i].Until)
	}
	return t, sources, nil
}

// pause is the time between two looks for values: a second, or the interval of
// samples if that is shorter.
func pause(interval *timewindow.Interval) time.Duration {
	const shortest, longest = 100 * time.Millisecond, time.Second
	if interval == nil {
		return longest
	}
	return min(max(interval.Duration(), shortest), longest)
}

const stampOfEnd = "2006-01-02 15:04:05"

// endedText words that metrics of a host have no more values.
func endedText(host string, metrics []string, all bool, last time.Time) string {
	of := "any metric"
	if !all {
		of = metrics[0]
		if more := len(metrics) - 1; more > 0 {
			of += fmt.Sprintf(" and %d more metrics", more)
		}
	}
	return fmt.Sprintf("%s: no values of %s since %s", host, of, last.Format(stampOfEnd))
}

// continuation is how the archive of a history goes on, if it does.
func (r *Recording) continuation() *options.Continuation {
	if r.tail == nil {
		return nil
	}
	return &options.Continuation{First: r.First, Last: r.Last, Until: r.tail.until[r.number],
		More: func(ctx context.Context) (archive.Continuation, error) { return r.tail.more(ctx, r.number, r.Waits) }}
}

// more waits for new values of a source. Whoever waits and finds that nobody looks
// for values does so for all that wait.
func (t *tail) more(ctx context.Context, number int, waits func() (resume func())) (archive.Continuation, error) {
	resume := func() {}
	if waits != nil {
		resume = waits()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[number] = resume
	defer delete(t.waiting, number)
	for {
		if r, ready := t.ready[number]; ready {
			delete(t.ready, number)
			return archive.Continuation{List: r.Base, Until: r.Until, From: r.From}, nil
		}
		switch {
		case ctx.Err() != nil:
			return archive.Continuation{}, ctx.Err()
		case t.failed != nil:
			return archive.Continuation{}, t.failed
		case t.asking:
			asked := t.asked
			t.mu.Unlock()
			select {
			case <-asked:
			case <-ctx.Done():
			}
			t.mu.Lock()
		default:
			t.look(ctx)
		}
	}
}

// look looks for values of all that wait, when it is time. It unlocks t meanwhile.
func (t *tail) look(ctx context.Context) {
	t.asking = true
	t.mu.Unlock()
	wait := time.NewTimer(time.Until(t.next))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
	t.mu.Lock()
	wanted := make(map[int]bool)
	for number := range t.waiting {
		wanted[number] = t.ready[number].Base == ""
	}
	for number := range t.done {
		t.feed.Drop(number)
	}
	t.mu.Unlock()
	began := time.Now()
	made, err := t.feed.Next(ctx, func(source int) bool { return wanted[source] })
	t.mu.Lock()
	t.next = time.Now().Add(max(t.pause, time.Since(began))) // half of the time at most
	for number, r := range made {
		t.ready[number] = r
		if resume := t.waiting[number]; resume != nil {
			resume()
		}
	}
	t.judge(ctx, t.explain(err))
	t.asking = false
	close(t.asked)
	t.asked = make(chan struct{})
}

// judge takes in why there are no values. A pmproxy that does not answer is asked
// again.
func (t *tail) judge(ctx context.Context, err error) {
	text := ""
	silence, unusual := t.feed.Silence()
	if !errors.Is(err, libpcp.ErrNoData) {
		t.lost = time.Time{}
	} else if t.lost.IsZero() {
		t.lost = time.Now()
	}
	switch {
	case err == nil && unusual && len(t.done) > 0 && len(t.done)+len(t.waiting) == len(t.until):
		t.failed = libpcp.ErrEOL // the others have had all that they should have
	case err == nil && unusual:
		text = fmt.Sprintf("no new values for %v", silence.Round(time.Second))
	case err == nil, ctx.Err() != nil:
	case !t.lost.IsZero() && time.Since(t.lost) > patience:
		t.warn(err.Error())
		t.failed = libpcp.ErrValue
	default:
		text = err.Error() + "; trying again"
	}
	if text != "" && t.warned == "" {
		t.warn(text)
	}
	t.warned = text
}

// Done announces that a history that goes on is not read any more. When all are either
// done or have no more values, the latter end, too.
func (r *Recording) Done() {
	if r == nil || r.tail == nil {
		return
	}
	r.tail.mu.Lock()
	defer r.tail.mu.Unlock()
	r.tail.done[r.number] = true
}

// patience is how long values may be gone: a pmproxy without a key server answers as if
// there were none.
const patience = 10 * time.Second
