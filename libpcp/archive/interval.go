package archive

import "time"

// interval is the step of an interpolated replay, kept as the genuine library
// keeps it: a sign, and seconds and nanoseconds.
type interval struct {
	sec, nsec int64
	negative  bool
}

func intervalOf(d time.Duration) interval {
	i := interval{negative: d < 0}
	if i.negative {
		d = -d
	}
	i.sec, i.nsec = int64(d/time.Second), int64(d%time.Second)
	return i
}

func (i interval) positive() bool { return !i.negative && (i.sec != 0 || i.nsec != 0) }
