package timewindow

import (
	"math"
	"strings"
	"time"

	"pcptools/internal/cnum"
)

// An Interval is a length of time as written by a user: anything from a
// nanosecond to 2⁶³ seconds, which is more than a [time.Duration] can hold.
//
// Nsec may be 10⁹, since rounding does not carry into Sec: "0.9999999999" is
// {0, 1000000000}. An interval out of range ("nan", "9e18 9e18") has the
// smallest int64 in both fields, as in the C library on amd64.
type Interval struct {
	Sec, Nsec int64
}

// Duration returns the interval as a Duration, or the nearest one if it is out
// of range.
func (iv Interval) Duration() time.Duration {
	const limit = math.MaxInt64/int64(time.Second) - 1
	switch {
	case iv.Sec > limit:
		return math.MaxInt64
	case iv.Sec < -limit:
		return math.MinInt64
	}
	return time.Duration(iv.Sec)*time.Second + time.Duration(iv.Nsec)
}

// IsZero reports whether the interval has no length.
func (iv Interval) IsZero() bool { return iv == Interval{} }

// ParseInterval reads a sequence of numbers with optional units, which add up:
// "90", "4d6h30m", "1hour 15mins 30secs". It is pmParseHighResInterval(3); the
// error is an *[Error].
//
// Numbers are read as by strtod(3), hexadecimal ones included. As in PCP, a
// trailing s is dropped before the unit is looked up, so that "1 ms" is a
// minute.
func ParseInterval(text string) (Interval, error) {
	if text == "" {
		return Interval{}, &Error{Text: text, Reason: reasonEmpty}
	}
	var total float64
	for i := skipSpace(text, 0); i < len(text); i = skipSpace(text, i) {
		value, n, _ := cnum.Strtod(text[i:])
		if n == 0 || value < 0 || value > math.MaxInt64 {
			return Interval{}, unexpected(text, i)
		}
		i = skipSpace(text, i+n)
		word := leadingLetters(text[i:])
		unit, ok := unitOf(word)
		if !ok {
			return Interval{}, unexpected(text, i)
		}
		total += unit.scale(value)
		i += len(word)
	}
	return intervalOf(total), nil
}

// interval is ParseInterval with the resolution of the parser.
func (p *Parser) interval(text string) (Interval, error) {
	i, err := ParseInterval(text)
	if err == nil && p.CoarseLong {
		i = i.CoarseLong()
	}
	return i, err
}

// CoarseLong returns the interval, rounded to microseconds if it is a million
// seconds or more.
func (i Interval) CoarseLong() Interval {
	const long = 1_000_000
	if i.Sec < long || i.Nsec < 0 {
		return i
	}
	i.Nsec = (i.Nsec + 500) / 1000 * 1000
	if i.Nsec >= 1e9 {
		i.Sec, i.Nsec = i.Sec+1, i.Nsec-1e9
	}
	return i
}

// intervalOf splits seconds, rounding to nanoseconds.
func intervalOf(seconds float64) Interval {
	sec := cnum.Int64(seconds)
	fraction := seconds - float64(sec)
	if !(fraction >= 0 && fraction < 1) {
		return Interval{Sec: sec, Nsec: math.MinInt64}
	}
	return Interval{Sec: sec, Nsec: roundNano(fraction)}
}

// roundNano converts a fraction of a second, rounding the exact product.
func roundNano(fraction float64) int64 {
	ns := truncNano(fraction)
	if math.FMA(fraction, 1e9, -(float64(ns)+0.5)) >= 0 {
		ns++
	}
	return ns
}

// truncNano converts a fraction of a second, cutting the exact product.
func truncNano(fraction float64) int64 {
	ns := int64(fraction * 1e9)
	if math.FMA(fraction, 1e9, -float64(ns)) < 0 {
		ns-- // the product was rounded up to an integer
	}
	return ns
}

// A unit of time is a multiple or a fraction of a second.
type unit struct{ times, per float64 }

func (u unit) scale(value float64) float64 { return value * u.times / u.per }

// unitOf finds a unit by name, in any case, singular or plural. The unit of no
// name is the second.
func unitOf(name string) (unit, bool) {
	name = strings.ToLower(name)
	if len(name) > 1 {
		name = strings.TrimSuffix(name, "s")
	}
	switch name {
	case "", "s", "sec", "second":
		return unit{1, 1}, true
	case "m", "min", "minute":
		return unit{60, 1}, true
	case "h", "hr", "hour":
		return unit{3600, 1}, true
	case "d", "day":
		return unit{86400, 1}, true
	case "msec", "millisecond":
		return unit{1, 1e3}, true
	case "usec", "microsecond":
		return unit{1, 1e6}, true
	case "nsec", "nanosecond":
		return unit{1, 1e9}, true
	}
	return unit{}, false
}
