package timewindow

import (
	"slices"
	"strings"
	"time"
)

// A Parser parses points in time as written by a user.
//
// The zero time stands for "never" where an end is expected: a live source has
// no end, and times cannot be counted back from it.
type Parser struct {
	// Zone is the reporting zone, in which dates are written; nil is LocalZone's.
	Zone *time.Location
	// LookupEnv looks up the variable TZDIR; nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// Now is what "now" and "today" refer to; its zero is the time of the call.
	Now time.Time
	// Absolute also accepts times of ISO 8601 and RFC 3339, in Zone unless they
	// have an offset, and seconds since 1970 after an @. A T that is part of
	// neither a word nor such a time is an error.
	Absolute bool
	// CoarseLong rounds intervals of a million seconds and more to microseconds.
	CoarseLong bool
}

// Time reads a point in time within a window from start to end, in one of the
// forms of PCPIntro(1):
//
//	5min           after start
//	-5min          before end, if there is one
//	@ Mar 4 13:07  at the first such time after start
//	2 days ago     and other date phrases
//
// It is __pmParseHighResTime; the error is an *[Error].
func (p *Parser) Time(text string, start, end time.Time) (time.Time, error) {
	clock := p.clock()
	return p.time(text, start, end, &clock)
}

func (p *Parser) zone() *time.Location {
	if p.Zone == nil {
		return LocalZone(p.LookupEnv)
	}
	return p.Zone
}

func (p *Parser) clock() localClock { return localClock{zone: p.zone()} }

func (p *Parser) now() time.Time {
	if p.Now.IsZero() {
		return time.Now()
	}
	return p.Now
}

func (p *Parser) time(text string, start, end time.Time, clock *localClock) (time.Time, error) {
	if p.Absolute {
		if t, ok, err := absolute(text, clock); ok || err != nil {
			return t, err
		}
	}
	rest := text[skipSpace(text, 0):]
	var t time.Time
	var err error
	switch {
	case strings.HasPrefix(rest, "@"):
		rest = rest[1:]
		t, err = afterStart(rest, start, clock)
	case strings.HasPrefix(rest, "-") && !end.IsZero():
		rest = rest[1:]
		t, err = p.offsetBy(end, rest, -1)
	default:
		rest = strings.TrimPrefix(rest, "+")
		t, err = p.offsetBy(start, rest, 1)
	}
	if err == nil {
		return t, nil
	}
	phrase := strings.TrimPrefix(rest[skipSpace(rest, 0):], "@")
	phrase = phrase[skipSpace(phrase, 0):]
	if t, ok := parseDate(phrase, p.reference(phrase, start, end), clock.zone); ok {
		return t, nil
	}
	return time.Time{}, err
}

func afterStart(text string, start time.Time, clock *localClock) (time.Time, error) {
	c, err := parseCalendar(text)
	if err != nil {
		return time.Time{}, err
	}
	return c.after(start, clock), nil
}

// offsetBy adds the interval in text to t, or subtracts it. Only 32 bits of its
// seconds count, so offsets beyond 68 years go astray, as in the C library.
func (p *Parser) offsetBy(t time.Time, text string, sign int64) (time.Time, error) {
	iv, err := p.interval(text)
	if err != nil {
		return time.Time{}, err
	}
	sec, nsec := int64(int32(iv.Sec)), int64(int32(iv.Nsec))
	return time.Unix(t.Unix()+sign*sec, int64(t.Nanosecond())+sign*nsec), nil
}

// reference chooses the instant a date phrase is relative to: now, unless it
// has a unit of time preceded by a space.
func (p *Parser) reference(phrase string, start, end time.Time) time.Time {
	lower := strings.ToLower(phrase)
	if !mentionsUnit(lower) {
		return p.now()
	}
	if !end.IsZero() && (strings.HasPrefix(lower, "-") || strings.Contains(lower, "last") || strings.Contains(lower, "ago")) {
		return end
	}
	return start
}

func mentionsUnit(phrase string) bool {
	units := []string{" year", " month", " fortnight", " week", " day", " hour", " min", " sec"}
	return slices.ContainsFunc(units, func(unit string) bool { return strings.Contains(phrase, unit) })
}
