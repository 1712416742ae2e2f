package timewindow

import (
	"strconv"
	"strings"
	"time"

	"pcptools/internal/cnum"
)

// absolute reads times that programs write: ISO 8601, optionally after an @, or
// seconds since 1970 after an @. ok is false for text in PCP's forms.
//
// PCP's date phrases misread malformed times: they take a T before a time of
// day for the military time zone of that name, and ignore text after a
// character that is not ASCII. Here both are errors.
func absolute(text string, clock *localClock) (t time.Time, ok bool, err error) {
	plain, marked := strings.CutPrefix(strings.TrimSpace(text), "@")
	plain = strings.TrimSpace(plain)
	if t, ok = iso8601(plain, clock); ok {
		return t, true, nil
	}
	for i := range len(text) {
		if text[i] >= 0x80 || designatesTime(text, i) {
			return t, false, unexpected(text, i)
		}
	}
	if marked {
		t, ok = sinceEpoch(plain)
	}
	return t, ok, nil
}

// InPhrases returns how to write a time of ISO 8601, to the second, as a date
// phrase of PCP; "" for text that needs no rewriting, as PCP takes it for the
// same time, or cannot be rewritten.
func (p *Parser) InPhrases(text string) string {
	clock := localClock{zone: p.zone()}
	t, ok, err := absolute(text, &clock)
	if err != nil {
		return p.timeOfDay(text)
	}
	if !ok || p.meansInPhrases(text, t) {
		return ""
	}
	t = t.Truncate(time.Second)
	if phrase := t.In(clock.zone).Format(time.DateTime); p.meansInPhrases(phrase, t) {
		return phrase
	}
	return ""
}

// timeOfDay returns how to write a time of day of ISO 8601, a T before it, for
// PCP, which takes the T for a time zone; "" for other text.
func (p *Parser) timeOfDay(text string) string {
	plain := strings.TrimPrefix(strings.TrimSpace(text), "@")
	if plain == "" || !designatesTime(plain, 0) {
		return ""
	}
	for _, text := range []string{text, "@" + plain[1:]} {
		if _, err := p.inPhrases(text); err != nil {
			return ""
		}
	}
	return "@" + plain[1:]
}

// meansInPhrases reports whether text means t in PCP's forms.
func (p *Parser) meansInPhrases(text string, t time.Time) bool {
	got, err := p.inPhrases(text)
	return err == nil && got.Equal(t)
}

// inPhrases reads text in PCP's forms.
func (p *Parser) inPhrases(text string) (time.Time, error) {
	plain := *p
	plain.Absolute = false
	return plain.Time(text, p.now(), time.Time{})
}

// designatesTime reports whether text has a T at i that is not part of a word
// and precedes a time of day.
func designatesTime(text string, i int) bool {
	return text[i]|0x20 == 't' && i+1 < len(text) && cnum.IsDigit(text[i+1]) && (i == 0 || !cnum.IsLetter(text[i-1]))
}

// iso8601 reads a calendar date, or one and a time of day, as ISO 8601 and RFC
// 3339 have them; a T separates them, or a space if the date has hyphens.
// Without an offset the time is in the zone of clock.
func iso8601(text string, clock *localClock) (t time.Time, ok bool) {
	text = strings.ToUpper(strings.Join(strings.Fields(text), " "))
	text = strings.NewReplacer(" +", "+", " -", "-", " Z", "Z").Replace(text)
	if len(text) > 4 && text[4] == '-' { // otherwise it may be intervals
		text = strings.Replace(text, " ", "T", 1)
	}
	for _, date := range [...]string{"2006-01-02", "20060102"} {
		for _, hour := range [...]string{"T15:04:05", "T15:04", "T15", "T150405", "T1504"} {
			if t, err := time.Parse(date+hour, text); err == nil {
				return local(t, clock), true
			}
			for _, zone := range [...]string{"Z07:00", "Z0700", "Z07"} {
				if t, err := time.Parse(date+hour+zone, text); err == nil {
					return t, true
				}
			}
		}
	}
	t, err := time.Parse(time.DateOnly, text)
	return local(t, clock), err == nil
}

// local returns when the clock shows what one in UTC does at t.
func local(t time.Time, clock *localClock) time.Time {
	return time.Unix(clock.unix(breakDown(t)), int64(t.Nanosecond()))
}

// minEpochDigits is the number of digits of seconds since 1970 from March 1973
// on. PCP reads fewer digits as a date or an hour.
const minEpochDigits = 9

// sinceEpoch reads seconds since 1970, to the nanosecond.
func sinceEpoch(text string) (t time.Time, ok bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	seconds, err := strconv.ParseUint(whole, 10, 40)
	if err != nil || len(whole) < minEpochDigits {
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
