package tests

import (
	"strconv"
	"time"
)

// interval is a time interval of a size that suits the subject.
func (g *generator) interval() string {
	span := max(g.subject.End.Sub(g.subject.Start).Seconds(), 10)
	n := span / (1 + 50*g.Float64())
	if g.odds(2) {
		n = float64(int(n) + 1)
	}
	text := strconv.FormatFloat(n, 'f', -1, 64)
	switch g.IntN(12) {
	case 0:
		return strconv.FormatFloat(n/60, 'f', 3, 64) + pick(g, []string{" minutes", "min", "m", "mins", " minute"})
	case 1:
		return text + pick(g, []string{"sec", "s", " secs", " seconds", "second"})
	case 2:
		return strconv.FormatFloat(n*1000, 'f', 0, 64) + pick(g, []string{"msec", " milliseconds", "ms", " msecs"})
	case 3:
		return pick(g, []string{"5s", "1min", "1 hour", "1d", "100msec", "bogus", "5 bogus", "0", "-5", "", "1h 5m", "2days", ".5", "1e3", "0x10",
			"1us", "500000usec", "3 nanosec", "1week", "5S", "1Min", " 7", "7 ", "7sec3sec", "1sec -3sec", "9999999999", "+3", "1.5.5", "inf"})
	case 4:
		return strconv.Itoa(int(n)/60) + "min" + strconv.Itoa(int(n)%60) + "sec"
	case 5:
		return strconv.FormatFloat(n/3600, 'g', 6, 64) + pick(g, []string{"hour", " hours", "h", "hr"})
	}
	return g.damage(text)
}

// when is a point in time, mostly within the subject.
func (g *generator) when() string {
	span := g.subject.End.Sub(g.subject.Start)
	t := g.subject.Start.Add(time.Duration((g.Float64()*1.2 - 0.1) * float64(span)))
	switch g.IntN(12) {
	case 0, 1, 2:
		return g.damage("@" + pick(g, []string{"", " "}) + t.Format(pick(g, layouts)))
	case 3:
		return g.damage(t.Format(pick(g, layouts)))
	case 4, 5:
		return "-" + g.interval()
	case 6:
		return "+" + g.interval()
	case 7:
		return pick(g, []string{"-0", "+0", "@nonsense", "bogus", "@", "", "@25:00", "now", "@today", "-", "+", "@0", "@ 1", "@-5", "@+5",
			"yesterday", "tomorrow", "5 minutes ago", "@1 hour ago", "-1 week", "next week", "Monday", "@noon", "12am", "@ 12pm",
			"@1000000000", "@Jan 1", "@Dec 31 1999", "@23:59:60", "@24:00"})
	case 8:
		return g.damage("@" + t.Format(pick(g, layouts)) + pick(g, []string{" +", " -", "+", "-", " "}) + g.interval())
	}
	return g.interval()
}

// layouts are spellings of points in time, as of package time.
var layouts = []string{
	"15:04:05", "Mon Jan _2 15:04:05 2006", "2006-01-02 15:04:05.000", "15:04", "15:04:05.000000", "2006-01-02", "2006-01-02 15:04:05",
	"2006-01-02T15:04:05", "2006-01-02T15:04:05Z", "2006-01-02 15:04", "2006-01-02T15:04:05.999999", "2006-01-02T15:04:05-07:00",
	"Jan _2 15:04:05", "Jan _2 15:04:05 2006", "Mon Jan 2 15:04", "3:04pm", "3pm Jan 2 2006", "Mon 15:04:05", "_2 Jan 2006", "02/01/2006",
	"2006/01/02", "Jan", "Jan 2006", "Monday", "15", "2006", "Mon, 02 Jan 2006 15:04:05 MST", "Mon Jan _2 15:04:05 MST 2006",
	"Mon Jan _2 15:04:05.000000000 2006", "15:04:05.000 Jan 2", "20060102", "060102", "2006-01-02 15:04:05 UTC", "Jan-02-2006",
	"Mon Jan _2", "jan 2, 2006 15:04:05", "15:04:05 2006-01-02", "@15:04:05",
}

// align is a boundary for samples.
func (g *generator) align() string {
	if g.odds(2) {
		return pick(g, []string{"1sec", "10sec", "1min", "5 minutes", "1hour", "2.5sec", "0.1", "500msec", "0", "7", "1day", "x", "-1"})
	}
	return g.interval()
}
