package timewindow

import (
	"fmt"
	"math"
	"time"

	"pcptools/libpcp/internal/conf"
)

// A posixZone is a zone described by a TZ string: standard and daylight-saving
// time, and when each begins. The zero value is UTC.
type posixZone struct {
	standard, saving posixPeriod
	hasSaving        bool // anything follows standard time
	rulesMissing     bool // saving time without rules when
}

type posixPeriod struct {
	name string
	east int  // seconds
	rule rule // when it ends
}

// A rule says when a change happens in a year.
type rule struct {
	kind             ruleKind
	month, week, day int
	seconds          int // of the day, by the clock before the change
}

type ruleKind byte

const (
	dayOfYear ruleKind = iota // day 0 to 365
	julianDay                 // day 1 to 365; 29 February has none
	monthWeek                 // weekday of a week of a month
)

// parsePosixZone reads a TZ string as glibc does, which accepts even broken
// strings: it stops at the first error, and leaves the unread parts zero. In
// "EST5?" the zero part is the saving time, in force nearly all year.
func parsePosixZone(tz string) posixZone {
	var z posixZone
	s := posixScanner{text: tz}
	var ok bool
	if z.standard.name, ok = s.name(); !ok || !s.startsOffset() {
		return z
	}
	east, ok := s.offset()
	if !ok {
		return z
	}
	z.standard.east = east
	if s.text == "" {
		return z
	}
	z.hasSaving = true
	if z.saving.name, ok = s.name(); ok {
		z.saving.east, ok = s.offset()
		if !ok {
			z.saving.east = z.standard.east + 3600
		}
		if s.text == "" || s.text == "," {
			z.rulesMissing = true
		}
	}
	if z.standard.rule, ok = s.rule(rule{kind: monthWeek, month: 3, week: 2}); ok {
		z.saving.rule, _ = s.rule(rule{kind: monthWeek, month: 11, week: 1})
	}
	return z
}

// location returns the zone under a name. If it lacks rules for changing
// clocks, they come from the file posixrules, read once or again; without that
// file they are the rules of the United States.
func (z posixZone) location(name string, again bool, lookupEnv conf.Env) *time.Location {
	if !z.hasSaving {
		return time.FixedZone(z.standard.name, z.standard.east)
	}
	if z.rulesMissing {
		if data, ok := posixRules(z, again, lookupEnv); ok {
			return data.location(name)
		}
	}
	data := zoneData{
		changes: []zoneChange{{at: math.MinInt64}, {at: 0}},
		periods: z.periods(),
		names:   z.names(),
		footer:  z.String(),
	}
	if z.standard.endIn1970().After(z.saving.endIn1970()) {
		// Before 1970 glibc goes by the rules of that year, so all changes are
		// still to come: it is summer if summer ends first.
		data.changes[0].period = 1
	}
	return data.location(name)
}

// endIn1970 returns when the period ended in 1970.
func (p posixPeriod) endIn1970() time.Time {
	day := p.rule.day
	switch p.rule.kind {
	case dayOfYear:
		day++
	case monthWeek:
		day = p.rule.dayIn1970()
	}
	return time.Date(1970, 1, day, 0, 0, p.rule.seconds-p.east, 0, time.UTC)
}

// dayIn1970 returns the day of the year, from 1, of a rule with a weekday.
func (r rule) dayIn1970() int {
	first := time.Date(1970, time.Month(r.month), 1, 0, 0, 0, 0, time.UTC)
	next := first.AddDate(0, 1, 0)
	t := first.AddDate(0, 0, (r.day-int(first.Weekday())+7)%7)
	for week := 1; week < r.week && t.AddDate(0, 0, 7).Before(next); week++ {
		t = t.AddDate(0, 0, 7)
	}
	return t.YearDay()
}

func (z posixZone) periods() []zonePeriod {
	second := len(shortName(z.standard.name)) + 1
	return []zonePeriod{{east: int32(z.standard.east)}, {east: int32(z.saving.east), saving: true, name: uint8(second)}}
}

// names returns the names of the periods as a file of the zone database has them.
func (z posixZone) names() string {
	return shortName(z.standard.name) + "\x00" + shortName(z.saving.name) + "\x00"
}

// shortName cuts a name to a length that a file of the zone database can hold.
func shortName(name string) string {
	const most = 100
	return name[:min(len(name), most)]
}

// String returns the zone as a TZ string of strict syntax.
func (z posixZone) String() string {
	return fmt.Sprintf("<%s>%s<%s>%s,%s,%s", z.standard.name, hms(-z.standard.east),
		z.saving.name, hms(-z.saving.east), z.standard.rule, z.saving.rule)
}

func (r rule) String() string {
	// Package time accepts no more than a week.
	const limit = 7*secondsPerDay - 1
	if r.kind == julianDay && r.day == 0 {
		r = rule{kind: dayOfYear, seconds: r.seconds - secondsPerDay}
	}
	at := hms(min(max(r.seconds, -limit), limit))
	switch r.kind {
	case monthWeek:
		return fmt.Sprintf("M%d.%d.%d/%s", r.month, r.week, r.day, at)
	case julianDay:
		return fmt.Sprintf("J%d/%s", r.day, at)
	}
	return fmt.Sprintf("%d/%s", r.day, at)
}

func hms(seconds int) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return fmt.Sprintf("%s%d:%02d:%02d", sign, seconds/3600, seconds/60%60, seconds%60)
}

// legal returns the nearest thing package time understands: glibc computes with
// the numbers of a rule even after it found them wrong.
func (r rule) legal() rule {
	if r.month < 1 || r.month > 12 {
		return rule{kind: dayOfYear, day: min(r.month*30, 365)}
	}
	r.week = min(max(r.week, 1), 5)
	r.day %= 7
	return r
}
