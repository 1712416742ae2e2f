package main

import (
	"fmt"
	"time"
)

// A moment is the time of a sample.
type moment struct {
	time.Time
	uncarried int // seconds shown among the nanoseconds, see [libpcp.Result]
}

const (
	clock       = "15:04:05."
	dayAndClock = "Mon Jan _2 " + clock
	year        = " 2006"
)

// stampWidth is how many columns the time of a sample takes.
func stampWidth(detail int) int {
	switch detail {
	case 0:
		return len(clock + "000")
	case 1:
		return len(dayAndClock + "000000" + year)
	}
	return len(dayAndClock + "000000000" + year)
}

// appendStamp appends the time of a sample; live ones are shown without.
func (r *report) appendStamp(dst []byte, m moment) []byte {
	if r.live() {
		return dst
	}
	seconds := time.Duration(m.uncarried) * time.Second
	t, fraction := m.In(r.window.Zone).Add(-seconds), m.Nanosecond()+int(seconds)
	switch r.p.stamps {
	case 0:
		return fmt.Appendf(t.AppendFormat(dst, clock), "%03d", fraction/1e6)
	case 1:
		dst = fmt.Appendf(t.AppendFormat(dst, dayAndClock), "%06d", fraction/1e3)
	default:
		dst = fmt.Appendf(t.AppendFormat(dst, dayAndClock), "%09d", fraction)
	}
	return t.AppendFormat(dst, year)
}

// appendRemark begins a line that is no row.
func (r *report) appendRemark(dst []byte, m moment) []byte {
	if r.live() {
		return dst
	}
	return append(r.appendStamp(dst, m), "  "...)
}

// writeRemark writes such a line.
func (r *report) writeRemark(m moment, text string) {
	r.emit(append(r.appendRemark(r.line[:0], m), text...))
}
