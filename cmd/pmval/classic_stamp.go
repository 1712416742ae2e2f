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

// stamps is how the times of samples are shown; the zero value shows none.
type stamps struct {
	shown  bool // samples of archives have stamps, live ones have none
	detail int  // -X, how often it is given
	zone   *time.Location
}

// width is how many columns the time of a sample takes.
func (s stamps) width() int {
	switch {
	case !s.shown:
		return 0
	case s.detail == 0:
		return len(clock + "000")
	case s.detail == 1:
		return len(dayAndClock + "000000" + year)
	}
	return len(dayAndClock + "000000000" + year)
}

// append appends the time of a sample.
func (s stamps) append(dst []byte, m moment) []byte {
	if !s.shown {
		return dst
	}
	seconds := time.Duration(m.uncarried) * time.Second
	t, fraction := m.In(s.zone).Add(-seconds), m.Nanosecond()+int(seconds)
	switch s.detail {
	case 0:
		return appendDigits(appendClock(dst, t), fraction/1e6, 3)
	case 1:
		dst = appendDigits(t.AppendFormat(dst, dayAndClock), fraction/1e3, 6)
	default:
		dst = appendDigits(t.AppendFormat(dst, dayAndClock), fraction, 9)
	}
	return appendYear(dst, t)
}

// appendRemark appends the time of a line that is no row of values.
func (s stamps) appendRemark(dst []byte, m moment) []byte {
	if !s.shown {
		return dst
	}
	return append(s.append(dst, m), "  "...)
}

// calendar is a time with its newline as pmCtime(3) returns it: cut to 25 bytes,
// so that years that are longer than four characters leave none.
func calendar(t time.Time) string {
	text := fmt.Sprintf("%s%d\n", t.Format("Mon Jan _2 15:04:05 "), t.Year())
	return text[:min(len(text), 25)]
}

// appendYear appends the four characters that end what calendar returns, a
// newline among them where the year is shorter.
func appendYear(dst []byte, t time.Time) []byte {
	if y := t.Year(); y >= 1000 && y <= 9999 {
		return t.AppendFormat(dst, year)
	}
	text := calendar(t)[len("Mon Jan _2 15:04:05 "):]
	return fmt.Appendf(dst, " %4.4s", text)
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
