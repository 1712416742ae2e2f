package mmv

import (
	"sync/atomic"
	"time"
)

// Timer is a value of type [Elapsed]: a sum of intervals. Readers see the
// interval in progress too. A Timer measures one interval at a time; its
// methods do nothing for a nil Timer.
type Timer struct {
	w     *Writer       // keeps the rest mapped
	total *atomic.Int64 // microseconds
	start *atomic.Int64 // the negative time at which an interval started, or zero
}

// Timer returns the value of a metric for an instance, or "" for a metric
// without instances. It fails like [Find].
func (w *Writer) Timer(metric, instance string) (*Timer, error) {
	return lookup[*Timer](w, metric, instance)
}

// Begin starts an interval (mmv_stats_interval_start(3)).
func (t *Timer) Begin() {
	if t != nil {
		t.start.Store(-time.Now().UnixMicro())
	}
}

// End ends the interval that Begin started, if any (mmv_stats_interval_end(3)).
func (t *Timer) End() {
	if t == nil {
		return
	}
	if start := t.start.Load(); start < 0 {
		t.total.Add(time.Now().UnixMicro() + start)
		t.start.Store(0)
	}
}

// Add adds an interval that was measured by other means.
func (t *Timer) Add(d time.Duration) {
	if t != nil {
		t.total.Add(d.Microseconds())
	}
}

// Set sets the value to d, and drops an interval in progress.
func (t *Timer) Set(d time.Duration) {
	if t != nil {
		t.start.Store(0)
		t.total.Store(d.Microseconds())
	}
}

// Value returns the sum of the intervals that have ended.
func (t *Timer) Value() (d time.Duration) {
	if t != nil {
		d = time.Duration(t.total.Load()) * time.Microsecond
	}
	return d
}
