package main

import (
	"fmt"
	"strconv"
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
		return appendDigits(appendClock(dst, t), fraction/1e6, 3)
	case 1:
		dst = appendDigits(t.AppendFormat(dst, dayAndClock), fraction/1e3, 6)
	default:
		dst = appendDigits(t.AppendFormat(dst, dayAndClock), fraction, 9)
	}
	return t.AppendFormat(dst, year)
}

// appendClock appends the time of day as clock says.
func appendClock(dst []byte, t time.Time) []byte {
	hour, minute, second := t.Clock()
	dst = append(appendDigits(dst, hour, 2), ':')
	dst = append(appendDigits(dst, minute, 2), ':')
	return append(appendDigits(dst, second, 2), '.')
}

// appendDigits appends a number as C's %0*d does.
func appendDigits(dst []byte, n, width int) []byte {
	if n < 0 {
		return fmt.Appendf(dst, "%0*d", width, n)
	}
	limit := 1
	for range width - 1 {
		limit *= 10
	}
	for ; n < limit && limit > 1; limit /= 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(n), 10)
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
