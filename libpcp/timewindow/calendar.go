package timewindow

import (
	"math"
	"time"

	"pcptools/internal/cnum"
)

// A calendarTime is what follows an @: some of weekday, month, day, hour,
// minute, second and year, in this order. Fields not given are absent.
type calendarTime struct {
	weekday, month, day, hour, minute, year field
	second                                  float64
}

type field struct {
	value int
	given bool
}

func (f field) or(otherwise int) int {
	if f.given {
		return f.value
	}
	return otherwise
}

// parseCalendar reads all of text.
func parseCalendar(text string) (calendarTime, error) {
	s := calendarScanner{text: text}
	var c calendarTime
	s.date(&c)
	colon := s.minutes(&c)
	if c.hour.given && !s.meridian(&c.hour.value) {
		return c, unexpected(text, s.pos)
	}
	c.year = s.number(1900, 9999)
	switch {
	case !s.atEnd():
		return c, unexpected(text, s.pos)
	case c.vague(colon):
		return c, &Error{Text: text, Offset: s.pos, Reason: reasonIncomplete}
	}
	return c, nil
}

// vague reports whether the time is a weekday without a date, or a bare number
// that need not be an hour.
func (c *calendarTime) vague(colon bool) bool {
	dated := c.month.given || c.day.given
	if c.weekday.given {
		return !dated
	}
	return c.hour.given && !dated && !c.year.given && !colon
}

// after returns the first time at or after start that has all the fields
// given, unless a year makes it absolute. Fields below the highest given one
// default to the least value. Only the highest given field is held against
// start's, so the result can be up to one unit of that field too early.
func (c *calendarTime) after(start time.Time, z *localClock) time.Time {
	sec, nsec := c.splitSecond()
	var b civil
	if !c.year.given {
		b = z.show(start)
	}
	switch {
	case c.year.given:
		b.year = c.year.value
		b.month, b.day, b.hour = c.month.or(1), c.day.or(1), c.hour.value
	case c.month.given:
		if c.month.value < b.month {
			b.year++
		}
		b.month, b.day, b.hour = c.month.value, c.day.or(1), c.hour.value
	case c.day.given:
		if c.day.value < b.day {
			b.month++
		}
		b.day, b.hour = c.day.value, c.hour.value
	case c.hour.given:
		if c.hour.value < b.hour {
			b.day++
		}
		b.hour = c.hour.value
	default:
		return start
	}
	b.minute, b.second = c.minute.value, sec
	return time.Unix(z.unix(b), nsec)
}

// splitSecond separates whole seconds from the fraction, which is cut to
// nanoseconds: 50.3 has no exact representation and becomes 50.299999999.
func (c *calendarTime) splitSecond() (sec int, nsec int64) {
	if math.IsNaN(c.second) {
		return math.MinInt32, math.MinInt32
	}
	sec = int(c.second)
	return sec, truncNano(c.second - float64(sec))
}

// A calendarScanner reads the elements of a calendar time. White space may
// come before each.
type calendarScanner struct {
	text string
	pos  int
}

func (s *calendarScanner) atEnd() bool {
	s.pos = skipSpace(s.text, s.pos)
	return s.pos == len(s.text)
}

// peek returns the next byte, 0 at the end.
func (s *calendarScanner) peek() byte {
	if s.atEnd() {
		return 0
	}
	return s.text[s.pos]
}

func (s *calendarScanner) skip(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.pos++
	return true
}

// date reads weekday, month, day and hour. A single number is a day after a month
// and an hour otherwise, or if a colon follows.
func (s *calendarScanner) date(c *calendarTime) {
	c.weekday = s.name("sunmontuewedthufrisat")
	c.month = s.name("janfebmaraprmayjunjulaugsepoctnovdec")
	c.day = s.number(0, 31)
	c.hour = s.number(0, 23)
	switch {
	case c.hour.given && c.day.value == 0:
		c.day = field{}
	case !c.hour.given && c.day.given && c.day.value <= 23 && (!c.month.given || s.peek() == ':'):
		c.hour, c.day = c.day, field{}
	}
}

// minutes reads minutes and seconds after a colon. A colon without an hour
// before it means hour 0.
func (s *calendarScanner) minutes(c *calendarTime) (colon bool) {
	if !s.skip(':') {
		return false
	}
	c.hour.given = true
	c.minute = s.number(0, 59)
	if s.skip(':') {
		c.second = s.seconds()
	}
	return true
}

// name reads one of the concatenated three-letter names and returns its number,
// from 1. What follows it does not matter: "Mar4" is fine.
func (s *calendarScanner) name(names string) field {
	if s.atEnd() {
		return field{}
	}
	for i := 0; i < len(names); i += 3 {
		if hasPrefixFold(s.text[s.pos:], names[i:i+3]) {
			s.pos += 3
			return field{value: i/3 + 1, given: true}
		}
	}
	return field{}
}

// number reads an integer between lo and hi, and leaves any other text to the
// next element.
func (s *calendarScanner) number(lo, hi int) field {
	if s.atEnd() {
		return field{}
	}
	value, n, _ := cnum.Strtol(s.text[s.pos:], 10)
	if n == 0 || value < int64(lo) || value > int64(hi) {
		return field{}
	}
	s.pos += n
	return field{value: int(value), given: true}
}

func (s *calendarScanner) seconds() float64 {
	if s.atEnd() {
		return 0
	}
	value, n, _ := cnum.Strtod(s.text[s.pos:])
	if value < 0 || value > 61 {
		return 0
	}
	s.pos += n
	return value
}

// meridian reads am or pm, if it is there, and adjusts the hour. It reports
// whether the hour allows it.
func (s *calendarScanner) meridian(hour *int) bool {
	s.atEnd()
	word := leadingLetters(s.text[s.pos:])
	pm := hasPrefixFold(word, "pm")
	if len(word) != 2 || !pm && !hasPrefixFold(word, "am") {
		return true
	}
	if *hour > 12 {
		return false
	}
	*hour %= 12
	if pm {
		*hour += 12
	}
	s.pos += 2
	return true
}
