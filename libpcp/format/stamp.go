package format

import "time"

// AppendStamp appends the time of day in t's zone, to the millisecond:
// 15:04:05.000 (pmPrintStamp(3)). It cuts, it does not round.
func AppendStamp(dst []byte, t time.Time) []byte {
	return appendPadded(append(appendClock(dst, t), '.'), int64(t.Nanosecond()/1e6), 3)
}

// AppendHighResStamp appends the time of day in t's zone, to the nanosecond
// (pmPrintHighResStamp(3)).
func AppendHighResStamp(dst []byte, t time.Time) []byte {
	return appendPadded(append(appendClock(dst, t), '.'), int64(t.Nanosecond()), 9)
}

func appendClock(dst []byte, t time.Time) []byte {
	hour, minute, second := t.Clock()
	dst = append(appendPadded(dst, int64(hour), 2), ':')
	dst = append(appendPadded(dst, int64(minute), 2), ':')
	return appendPadded(dst, int64(second), 2)
}
