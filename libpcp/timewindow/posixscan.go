package timewindow

import (
	"strings"

	"pcptools/internal/cnum"
)

// A posixScanner eats a TZ string from the front.
type posixScanner struct{ text string }

// name reads the name of a zone: at least three letters, or such in angle
// brackets, where digits and signs are allowed too.
func (s *posixScanner) name() (name string, ok bool) {
	if name := leadingLetters(s.text); len(name) >= 3 {
		s.text = s.text[len(name):]
		return name, true
	}
	quoted, ok := strings.CutPrefix(s.text, "<")
	if !ok {
		return "", false
	}
	name, rest, ok := strings.Cut(quoted, ">")
	if !ok || len(name) < 3 || strings.ContainsFunc(name, notInName) {
		return "", false
	}
	s.text = rest
	return name, true
}

func notInName(r rune) bool {
	return r >= 0x80 || !isLetter(byte(r)) && !isDigit(byte(r)) && r != '+' && r != '-'
}

// startsOffset reports whether a sign or a digit is next.
func (s *posixScanner) startsOffset() bool {
	return s.text != "" && (isDigit(s.text[0]) || s.text[0] == '+' || s.text[0] == '-')
}

// offset reads an offset from UTC, written as the time to add to get UTC, and
// returns it as seconds east. A sign is eaten even if nothing follows.
func (s *posixScanner) offset() (east int, ok bool) {
	sign := -1
	if s.text != "" && (s.text[0] == '+' || s.text[0] == '-') {
		if s.text[0] == '-' {
			sign = 1
		}
		s.text = s.text[1:]
	}
	hour, minute, second, ok := s.clock(0)
	return sign * (min(hour, 24)*3600 + min(minute, 59)*60 + min(second, 59)), ok
}

// clock reads hh[:mm[:ss]]; the hour has a default. ok reports whether there was one.
func (s *posixScanner) clock(defaultHour int) (hour, minute, second int, ok bool) {
	hour, ok = s.short()
	if !ok {
		return defaultHour, 0, 0, false
	}
	if minute, ok = s.colonShort(); ok {
		second, _ = s.colonShort()
	}
	return hour, minute, second, true
}

func (s *posixScanner) colonShort() (int, bool) {
	after, ok := strings.CutPrefix(s.text, ":")
	if !ok {
		return 0, false
	}
	rest := posixScanner{after}
	n, ok := rest.short()
	if ok {
		s.text = rest.text
	}
	return n, ok
}

// short reads a number as the %hu of scanf(3): after white space, with a sign if
// it likes, and cut to 16 bits.
func (s *posixScanner) short() (int, bool) {
	value, n, _ := cnum.Strtoul(s.text, 10)
	if n == 0 {
		return 0, false
	}
	s.text = s.text[n:]
	return int(uint16(value)), true
}

// rule reads a rule after an optional comma. The default is for nothing left; a
// rule that cannot be read is as far as it was.
func (s *posixScanner) rule(otherwise rule) (rule, bool) {
	s.text = strings.TrimPrefix(s.text, ",")
	r, ok := s.date(otherwise)
	if !ok {
		return r, false
	}
	if s.text == "" || s.text[0] == ',' {
		r.seconds = 2 * 3600
		return r, true
	}
	if s.text[0] != '/' || len(s.text) == 1 {
		return r, false
	}
	s.text = s.text[1:]
	rest, negative := strings.CutPrefix(s.text, "-")
	s.text = rest
	hour, minute, second, _ := s.clock(2)
	r.seconds = hour*3600 + minute*60 + second
	if negative {
		r.seconds = -r.seconds
	}
	return r, true
}

func (s *posixScanner) date(otherwise rule) (rule, bool) {
	switch {
	case s.text == "":
		return otherwise, true
	case isDigit(s.text[0]):
		day, ok := s.day()
		return rule{kind: dayOfYear, day: day}, ok
	case s.text[0] == 'J':
		s.text = s.text[1:]
		if s.text == "" || !isDigit(s.text[0]) {
			return rule{kind: julianDay}, false
		}
		day, ok := s.day()
		return rule{kind: julianDay, day: day}, ok && day > 0
	case s.text[0] == 'M':
		return s.monthWeek()
	}
	return rule{}, false
}

func (s *posixScanner) day() (int, bool) {
	day, n, _ := cnum.Strtoul(s.text, 10)
	if day > 365 {
		return 0, false
	}
	s.text = s.text[n:]
	return int(day), true
}

// monthWeek reads Mmonth.week.day.
func (s *posixScanner) monthWeek() (rule, bool) {
	var n [3]int
	all := true
	for i, lead := range [...]string{"M", ".", "."} {
		rest, ok := strings.CutPrefix(s.text, lead)
		if !ok {
			all = false
			break
		}
		s.text = rest
		if n[i], ok = s.short(); !ok {
			all = false
			break
		}
	}
	r := rule{kind: monthWeek, month: n[0], week: n[1], day: n[2]}
	valid := r.month >= 1 && r.month <= 12 && r.week >= 1 && r.week <= 5 && r.day <= 6
	return r.legal(), all && valid
}
