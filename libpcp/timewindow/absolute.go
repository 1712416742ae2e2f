package timewindow

import (
	"strconv"
	"strings"
	"time"
)

// absolute reads what programs write, which PCP's notation has no room for: a
// time as in RFC 3339, which has its zone in it, or @ and the seconds since
// 1970, with a fraction or without. An @ may precede the former.
func absolute(text string) (t time.Time, ok bool) {
	text, marked := strings.CutPrefix(strings.TrimSpace(text), "@")
	text = strings.TrimSpace(text)
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t, true
	}
	if !marked {
		return time.Time{}, false
	}
	return sinceEpoch(text)
}

// sinceEpoch reads seconds since 1970, to the nanosecond.
func sinceEpoch(text string) (t time.Time, ok bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	seconds, err := strconv.ParseUint(whole, 10, 40)
	if err != nil {
		return time.Time{}, false
	}
	if len(fraction) > 9 {
		fraction = fraction[:9]
	}
	nanoseconds, err := strconv.ParseUint(fraction+"000000000"[len(fraction):], 10, 32)
	if err != nil {
		return time.Time{}, false
	}
	return time.Unix(int64(seconds), int64(nanoseconds)), true
}
