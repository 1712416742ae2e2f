package timewindow

import "time"

const secondsPerDay = 86400

// parseDate reads a date phrase relative to a reference instant. The result has
// whole seconds. ok is false if text makes no sense or names a date that does
// not exist or lies before 1970.
func parseDate(text string, reference time.Time, zone *time.Location) (t time.Time, ok bool) {
	ref := reference.In(zone)
	p := phrase{west: standardWest(ref)}
	date := breakDown(ref)
	p.year, p.month, p.day = int64(date.year), int64(date.month), int64(date.day)
	if !p.parse(text) {
		return time.Time{}, false
	}
	sec, ok := p.base(ref)
	if !ok {
		return time.Time{}, false
	}
	sec += p.plusSeconds
	sec += p.monthsFrom(sec, zone)
	if p.weekdays > 0 && p.dates == 0 {
		sec += p.weekdayFrom(sec, zone)
	}
	return time.Unix(sec, 0), true
}

// standardWest returns how many minutes the zone of t is west of Greenwich,
// taking an hour off if t has daylight saving.
func standardWest(t time.Time) int64 {
	_, east := t.Zone()
	west := -int64(east) / 60
	if t.IsDST() {
		west += 60
	}
	return west
}

// base is the instant the relative parts of a phrase count from.
func (p *phrase) base(ref time.Time) (int64, bool) {
	if p.dates > 0 || p.times > 0 || p.weekdays > 0 || p.aligned > 0 {
		sec, ok := p.convert(p.year, p.month, p.day, p.saving, ref.Location())
		return sec, ok && sec >= 0
	}
	sec := ref.Unix()
	if !p.relative {
		b := breakDown(ref)
		sec -= int64(b.hour*3600 + b.minute*60 + b.second)
	}
	return sec, true
}

// convert returns the Unix time of the phrase's time of day on a date.
func (p *phrase) convert(year, month, day int64, s saving, zone *time.Location) (int64, bool) {
	year = fullYear(year)
	tod, ok := p.timeOfDay()
	if !ok || year < 1970 || !validDate(year, month, day) {
		return 0, false
	}
	sec := days(year, month, day)*secondsPerDay + p.west*60 + tod
	if s == savingOn || s == savingUnknown && time.Unix(sec, 0).In(zone).IsDST() {
		sec -= 3600
	}
	return sec, true
}

// fullYear completes a year of two digits. A sign is ignored, as in 4-mar-1996.
func fullYear(year int64) int64 {
	if year < 0 {
		year = -year
	}
	switch {
	case year < 69:
		return year + 2000
	case year < 100:
		return year + 1900
	}
	return year
}

func validDate(year, month, day int64) bool {
	return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

// days counts days from 1970 on, taking every fourth year before this one for a
// leap year: later than 2100, it is out of step with the calendar. Years have 32
// bits.
func days(year, month, day int64) int64 {
	years := int64(uint32(year - 1970))
	n := 365*years + (years+1)/4 + day - 1
	for m := int64(1); m < month; m++ {
		n += daysIn(year, m)
	}
	return n
}

func daysIn(year, month int64) int64 {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// timeOfDay returns the phrase's time of day in seconds.
func (p *phrase) timeOfDay() (int64, bool) {
	if p.minute < 0 || p.minute > 59 || p.second < 0 || p.second > 59 {
		return 0, false
	}
	hour := p.hour
	if p.meridian == hour24 {
		if hour < 0 || hour > 23 {
			return 0, false
		}
	} else {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if p.meridian == hourPM {
			hour += 12
		}
	}
	return hour*3600 + p.minute*60 + p.second, true
}

// monthsFrom returns the length in seconds of the phrase's relative months,
// counted from sec. A day that does not exist in the target month (30
// February) leads to the end of 1969, as in the C library.
func (p *phrase) monthsFrom(sec int64, zone *time.Location) int64 {
	if p.plusMonths == 0 {
		return 0
	}
	from := breakDown(time.Unix(sec, 0).In(zone))
	months := 12*int64(from.year) + int64(from.month) - 1 + p.plusMonths
	same := phrase{west: p.west, hour: int64(from.hour), minute: int64(from.minute), second: int64(from.second)}
	to, ok := same.convert(months/12, months%12+1, int64(from.day), savingUnknown, zone)
	if !ok {
		to = -1
	}
	return keepHour(sec, to, zone)
}

// weekdayFrom returns the distance from sec to the phrase's weekday.
func (p *phrase) weekdayFrom(sec int64, zone *time.Location) int64 {
	today := int64(time.Unix(sec, 0).In(zone).Weekday())
	weeks := p.ordinal
	if weeks > 0 {
		weeks--
	}
	ahead := (p.weekday-today+7)%7 + 7*weeks
	return keepHour(sec, sec+ahead*secondsPerDay, zone)
}

// keepHour returns the distance between two instants, made such that both have
// the same hour on a local clock even if daylight saving starts or ends between
// them.
func keepHour(from, to int64, zone *time.Location) int64 {
	hour := func(sec int64) int64 {
		return int64(time.Unix(sec, 0).In(zone).Hour()+1) % 24
	}
	return to - from + (hour(from)-hour(to))*3600
}
