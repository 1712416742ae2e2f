package libpcp

import (
	"strconv"
	"strings"

	"pcptools/internal/cnum"
)

// extraUnit takes an extra unit, if any, off the front of s. Its name
// may stand behind names of others that come before it in the list.
func (p *unitsPart) extraUnit(s string) (rest string, err error) {
	rest = s
	for i, e := range &extraNames {
		var ok bool
		if rest, ok = cutFold(rest, e.name); !ok {
			continue
		}
		if rest, ok = strings.CutPrefix(rest, " "); !ok {
			continue
		}
		if rest, ok = strings.CutPrefix(rest, "("); !ok {
			continue
		}
		for j, scale := range e.scales {
			after, ok := cutFold(rest, scale+")")
			switch {
			case !ok:
			case p.extra != 0:
				return s, &UnitsError{"multiple extra units not allowed"}
			default:
				p.extra, p.scaleExtra = i+1, j+1
				return after, nil
			}
		}
	}
	if rest != s {
		return s, errUnknownUnit
	}
	return s, nil
}

// cutFold is strings.CutPrefix without regard to case.
func cutFold(s, prefix string) (after string, found bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// unit takes a dimension with its scale and exponent off the front of s.
func (p *unitsPart) unit(s string) (rest string, ok bool) {
	axis, scale, rest, ok := cutUnit(s)
	if !ok || p.dim[axis] != 0 {
		return s, false
	}
	dim := 1
	if strings.HasPrefix(rest, "^") {
		if dim, rest, ok = cutPower(rest, 15); !ok {
			return s, false
		}
	}
	if dim != 0 {
		p.dim[axis], p.scale[axis] = dim, scale
	}
	return rest, true
}

// cutUnit takes the name of a unit off the front of s.
func cutUnit(s string) (axis, scale int, rest string, ok bool) {
	end := strings.IndexAny(s, "^"+cnum.Space)
	if end < 0 {
		end = len(s)
	}
	word := strings.ToLower(s[:end])
	rest = s[end:]
	switch {
	case word == "count" || word == "counts":
		if word == "count" {
			scale, rest = cutCountScale(rest)
		}
		return countAxis, scale, rest, true
	case strings.HasPrefix(word, "space-"):
		scale, ok = numberedScale(word[len("space-"):])
		return spaceAxis, scale, rest, ok
	case strings.HasPrefix(word, "time-"):
		scale, ok = numberedScale(word[len("time-"):])
		return timeAxis, scale, rest, ok
	}
	if scale, ok = timeNamed(word); ok {
		return timeAxis, scale, rest, true
	}
	scale, ok = spaceNamed(word)
	return spaceAxis, scale, rest, ok
}

func numberedScale(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= 15 && strconv.Itoa(n) == s
}

// cutCountScale takes " x 10" and its exponent off the front of s.
func cutCountScale(s string) (scale int, rest string) {
	const ten = " x 10"
	if len(s) < len(ten) || !strings.EqualFold(s[:len(ten)], ten) {
		return 0, s
	}
	rest = s[len(ten):]
	if rest != "" && !strings.ContainsRune("^"+cnum.Space, rune(rest[0])) {
		return 0, s
	}
	if n, after, ok := cutPower(rest, 7); ok && n != 0 {
		return n, after
	}
	return 1, rest
}

// cutPower takes ^N off the front of s, N being from -8 to most.
func cutPower(s string, most int) (n int, rest string, ok bool) {
	word, ok := strings.CutPrefix(s, "^")
	if !ok {
		return 0, s, false
	}
	if end := strings.IndexAny(word, "^"+cnum.Space); end >= 0 {
		word, rest = word[:end], word[end:]
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < -8 || n > most || strconv.Itoa(n) != word {
		return 0, s, false
	}
	return n, rest, true
}

func timeNamed(word string) (scale int, ok bool) {
	switch word {
	case "ns", "nanosec", "nanosecond", "nanoseconds":
		return TimeNanosec, true
	case "us", "microsec", "microsecond", "microseconds":
		return TimeMicrosec, true
	case "ms", "millisec", "millisecond", "milliseconds":
		return TimeMillisec, true
	case "s", "sec", "second", "seconds":
		return TimeSec, true
	case "min", "minute", "minutes":
		return TimeMin, true
	case "h", "hr", "hour", "hours":
		return TimeHour, true
	}
	return 0, false
}

// spaceNamed finds the scale of byte, KB, KiB, kbyte, kilobyte, kibibyte and
// so on.
func spaceNamed(word string) (scale int, ok bool) {
	if word == "byte" || word == "bytes" {
		return SpaceByte, true
	}
	if word == "" {
		return 0, false
	}
	scale = 1 + strings.IndexByte("kmgtpezy", word[0])
	if scale == 0 {
		return 0, false
	}
	prefixes := [...][2]string{{"kilo", "kibi"}, {"mega", "mebi"}, {"giga", "gibi"}, {"tera", "tebi"},
		{"peta", "pebi"}, {"exa", "exbi"}, {"zetta", "zebi"}, {"yotta", "yobi"}}[scale-1]
	switch word[1:] {
	case "b", "ib", "byte", "bytes":
		return scale, true
	}
	prefix, ok := strings.CutSuffix(strings.TrimSuffix(word, "s"), "byte")
	return scale, ok && (prefix == prefixes[0] || prefix == prefixes[1])
}
