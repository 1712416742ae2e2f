package timewindow

import "time"

// A civil time is a date and time of day in some zone. Its fields may be out of
// range, and carry over: 31 September is 1 October.
type civil struct {
	year, month, day, hour, minute, second int
}

func breakDown(t time.Time) civil {
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	return civil{year, int(month), day, hour, minute, second}
}

// utc returns the Unix time at which clocks in UTC show c.
func (c civil) utc() int64 {
	return time.Date(c.year, time.Month(c.month), c.day, c.hour, c.minute, c.second, 0, time.UTC).Unix()
}

// A localClock converts civil times in a zone as mktime(3) does with tm_isdst =
// -1, which leaves daylight saving to mktime.
//
// Clocks skip some civil times and show others twice. mktime searches from a
// guess, the offset from UTC it found last, and its result in these cases
// depends on the guess; hence the memory. Each window starts afresh, like the
// process that parses it.
type localClock struct {
	zone  *time.Location
	guess int64 // seconds to add to a civil time read as UTC
}

// show breaks down a time.
func (z *localClock) show(t time.Time) civil { return breakDown(t.In(z.zone)) }

// unix returns the Unix time at which clocks in the zone show c.
func (z *localClock) unix(c civil) int64 {
	want := c
	want.second = min(max(c.second, 0), 59) // a leap second is added at the end
	base := want.utc()
	t := z.search(base, base+z.guess)
	z.guess = t - base
	if shown := time.Unix(t, 0).In(z.zone).Second(); shown != c.second {
		t += int64(c.second - want.second)
	}
	return t
}

// search corrects t by the difference between the civil time at t and the
// wanted civil time (both read as UTC) until the difference is zero, or until
// it alternates across a gap. Then it prefers the side with daylight saving.
func (z *localClock) search(want, t int64) int64 {
	const probes = 6
	older, previous, dst := t, t, false
	for range probes {
		at := time.Unix(t, 0).In(z.zone)
		next := t + want - breakDown(at).utc()
		if next == t || t == older && t != previous && (!dst || at.IsDST()) {
			return t
		}
		older, previous, t = previous, t, next
		dst = at.IsDST()
	}
	return t
}
