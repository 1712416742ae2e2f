package mmv

import (
	"fmt"
	"math"
	"time"
)

// Inc adds one to the value of a metric for an instance, or "" for a metric
// without instances (mmv_stats_inc(3)). A value that is updated often is better
// looked up once, with [Find].
func (w *Writer) Inc(metric, instance string) error { return w.Add(metric, instance, 1) }

// Add adds to a value by its name (mmv_stats_add(3)). For integers, d loses its
// fraction. The error is ESRCH if the value does not exist, and EINVAL if it is
// not a number.
func (w *Writer) Add(metric, instance string, d float64) error {
	return w.update(metric, instance, d, false)
}

// Set sets a value by its name (mmv_stats_set(3)); otherwise it is as
// [Writer.Add].
func (w *Writer) Set(metric, instance string, v float64) error {
	return w.update(metric, instance, v, true)
}

// AddOr calls [Writer.Add] for an instance, or for the fallback if the instance
// does not exist (mmv_stats_add_fallback(3), mmv_stats_inc_fallback(3)).
func (w *Writer) AddOr(metric, instance, fallback string, d float64) error {
	if _, err := w.named(metric, instance); err != nil {
		instance = fallback
	}
	return w.Add(metric, instance, d)
}

// SetText sets a string by its name (mmv_stats_set_string(3)).
func (w *Writer) SetText(metric, instance, s string) error {
	t, err := w.Text(metric, instance)
	if err != nil {
		return err
	}
	return t.Set(s)
}

// named finds a value. For a metric without instances it ignores instance.
func (w *Writer) named(metric, instance string) (place, error) {
	for _, k := range []key{{metric, instance}, {metric, ""}} {
		if p, ok := w.places[k]; ok {
			return p, nil
		}
	}
	return place{}, unknownError(fmt.Sprintf("mmv: no value %s[%s]", metric, instance))
}

func (w *Writer) update(metric, instance string, v float64, set bool) error {
	p, err := w.named(metric, instance)
	if err != nil {
		return err
	}
	switch c := w.value(p).(type) {
	case cell[int32]:
		change(c, int32(integer(v)), set)
	case cell[uint32]:
		change(c, uint32(integer(v)), set)
	case cell[int64]:
		change(c, integer(v), set)
	case cell[uint64]:
		change(c, natural(v), set)
	case cell[float32]:
		change(c, float32(v), set)
	case cell[float64]:
		change(c, v, set)
	case *Timer:
		c.update(integer(v), set)
	default:
		return fmt.Errorf("mmv: %s is of type %v: %w", metric, p.kind, errInvalid)
	}
	return nil
}

func change[T any](c cell[T], v T, set bool) {
	if set {
		c.Store(v)
	} else {
		c.Add(v)
	}
}

// update adds microseconds, or starts an interval if they are negative.
func (t *Timer) update(us int64, set bool) {
	switch {
	case set:
		t.Set(time.Duration(us) * time.Microsecond)
	case us < 0:
		t.start.Store(us)
	default:
		t.total.Add(us + t.start.Load())
		t.start.Store(0)
	}
}

// integer is a number without its fraction, as far as it fits.
func integer(v float64) int64 {
	switch {
	case v != v:
		return 0
	case v >= math.MaxInt64:
		return math.MaxInt64
	case v <= math.MinInt64:
		return math.MinInt64
	}
	return int64(v)
}

// natural is the same for values without a sign; a negative one counts down.
func natural(v float64) uint64 {
	if v >= math.MaxInt64 && v < math.MaxUint64 {
		return uint64(v)
	}
	return uint64(integer(v))
}
