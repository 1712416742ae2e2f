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

// add moves a time by the interval. Going forward, a second is not carried
// until there is more than one in the nanoseconds: a quirk that shows.
func (i interval) add(t stamp) stamp {
	if i.negative {
		t.sec, t.nsec = t.sec-i.sec, t.nsec-i.nsec
		if t.nsec < 0 {
			t.sec, t.nsec = t.sec-1, t.nsec+second
		}
		return t
	}
	t.sec, t.nsec = t.sec+i.sec, t.nsec+i.nsec
	if t.nsec > second {
		t.sec, t.nsec = t.sec+1, t.nsec-second
	}
	return t
}
