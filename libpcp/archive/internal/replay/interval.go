package replay

import (
	"time"

	"pcptools/libpcp/internal/logfile"
)

// interval is the step of an interpolated replay, kept as libpcp (C)
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

// add moves a time by the interval. Going forward, a second is not carried until
// the nanoseconds exceed a second: a quirk that shows.
func (i interval) add(t logfile.Stamp) logfile.Stamp {
	if i.negative {
		t.Sec, t.Nsec = t.Sec-i.sec, t.Nsec-i.nsec
		if t.Nsec < 0 {
			t.Sec, t.Nsec = t.Sec-1, t.Nsec+logfile.Second
		}
		return t
	}
	t.Sec, t.Nsec = t.Sec+i.sec, t.Nsec+i.nsec
	if t.Nsec > logfile.Second {
		t.Sec, t.Nsec = t.Sec+1, t.Nsec-logfile.Second
	}
	return t
}
