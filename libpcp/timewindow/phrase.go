package timewindow

// A phrase is a parsed date phrase, such as "Mar 4 1996 13:07:47 est", "second
// tuesday 5pm" or "3 days ago". Its language is the getdate(3) of Usenet.
type phrase struct {
	dates, times, zones, weekdays int // how often each was given
	aligned                       int // today and the like
	relative                      bool

	year, month, day        int64
	hour, minute, second    int64
	meridian                meridian
	west                    int64 // minutes west of Greenwich
	saving                  saving
	ordinal, weekday        int64
	plusSeconds, plusMonths int64
}

// A meridian is how an hour is read.
type meridian int

const (
	hour24 meridian = iota
	hourAM
	hourPM
)

// A saving is whether a time is daylight-saving time.
type saving int

const (
	savingUnknown saving = iota
	savingOff
	savingOn
)

// parse reads text into p, which holds defaults for the date and the
// zone. It reports whether it could.
func (p *phrase) parse(text string) bool {
	r := phraseReader{lexer: lexer{text: text}, phrase: p}
	r.advance()
	for r.tok.kind != tokenEnd {
		if !r.item() {
			return false
		}
	}
	return p.dates <= 1 && p.times <= 1 && p.zones <= 1 && p.weekdays <= 1 && p.aligned <= 1
}

// A phraseReader is a recursive-descent parser with one token of lookahead.
type phraseReader struct {
	lexer
	*phrase
	tok token
}

func (r *phraseReader) advance() { r.tok = r.next() }

// take consumes the current token if it is of the kind.
func (r *phraseReader) take(kind tokenKind) (value int64, ok bool) {
	if r.tok.kind != kind {
		return 0, false
	}
	value = r.tok.value
	r.advance()
	return value, true
}

func (r *phraseReader) skip(kind tokenKind) bool {
	_, ok := r.take(kind)
	return ok
}

func (r *phraseReader) item() bool {
	first := r.tok
	r.advance()
	switch first.kind {
	case tokenNumber:
		return r.afterNumber(first.value)
	case tokenSigned:
		unit := r.tok
		r.advance()
		return r.offset(first.value, unit)
	case tokenSeconds, tokenMonths, tokenDay:
		return r.offset(1, first)
	case tokenMonth:
		return r.afterMonth(first.value)
	case tokenWeekday:
		r.skip(tokenComma)
		r.setWeekday(1, first.value)
		return true
	case tokenZone:
		r.setZone(first.value, r.skip(tokenDST))
		return true
	case tokenSummer:
		r.setZone(first.value, true)
		return true
	}
	return false
}

// afterNumber reads the rest of an item that starts with an unsigned number.
func (r *phraseReader) afterNumber(n int64) bool {
	next := r.tok
	switch next.kind {
	case tokenMeridian:
		r.advance()
		r.setTime(n, 0, 0, next)
		return true
	case tokenColon:
		r.advance()
		return r.afterHour(n)
	case tokenSlash:
		r.advance()
		return r.afterSlash(n)
	case tokenSigned:
		r.advance()
		day, ok := r.take(tokenSigned)
		r.setDate(n, -next.value, -day)
		return ok
	case tokenMonth:
		r.advance()
		return r.afterDayMonth(n, next.value)
	case tokenWeekday:
		r.advance()
		r.setWeekday(n, next.value)
		return true
	case tokenSeconds, tokenMonths, tokenDay:
		r.advance()
		return r.offset(n, next)
	}
	r.bareNumber(n)
	return true
}

// afterHour reads minutes, perhaps seconds, and what may follow them: am, pm or
// an offset from UTC.
func (r *phraseReader) afterHour(hour int64) bool {
	minute, ok := r.take(tokenNumber)
	second := int64(0)
	if ok && r.skip(tokenColon) {
		second, ok = r.take(tokenNumber)
	}
	if !ok {
		return false
	}
	suffix := r.tok
	switch suffix.kind {
	case tokenMeridian:
		r.advance()
	case tokenSigned:
		r.advance()
		r.setZone(-(suffix.value%100 + suffix.value/100*60), false)
		r.zones-- // does not exclude a zone by name
	}
	r.setTime(hour, minute, second, suffix)
	return true
}

func (r *phraseReader) afterSlash(first int64) bool {
	second, ok := r.take(tokenNumber)
	if !ok {
		return false
	}
	if !r.skip(tokenSlash) {
		r.setDate(r.year, first, second)
		return true
	}
	third, ok := r.take(tokenNumber)
	if first >= 100 {
		r.setDate(first, second, third)
	} else {
		r.setDate(third, first, second)
	}
	return ok
}

func (r *phraseReader) afterMonth(month int64) bool {
	day, ok := r.take(tokenNumber)
	year := r.year
	if ok && r.skip(tokenComma) {
		year, ok = r.take(tokenNumber)
	}
	r.setDate(year, month, day)
	return ok
}

func (r *phraseReader) afterDayMonth(day, month int64) bool {
	year := r.year
	if n, ok := r.take(tokenNumber); ok {
		year = n
	} else if n, ok := r.take(tokenSigned); ok {
		year = -n // 4-mar-1996
	}
	r.setDate(year, month, day)
	return true
}

// bareNumber makes what it can of a number on its own: a year, yyyymmdd, an
// hour, or hhmm.
func (r *phraseReader) bareNumber(n int64) {
	switch {
	case r.times > 0 && r.dates > 0 && !r.relative:
		r.year = n
	case n > 10000:
		r.setDate(n/10000, n/100%100, n%100)
	case n < 100:
		r.setTime(n, 0, 0, token{})
	default:
		r.setTime(n/100, n%100, 0, token{})
	}
}

// offset adds n units, and reverses the sum of all so far if "ago" follows.
func (r *phraseReader) offset(n int64, unit token) bool {
	switch unit.kind {
	case tokenSeconds:
		r.plusSeconds += n * unit.value
	case tokenMonths:
		r.plusMonths += n * unit.value
	case tokenDay:
		r.plusSeconds += n * unit.value * 86400
		r.aligned++
	default:
		return false
	}
	r.relative = true
	if r.skip(tokenAgo) {
		r.plusSeconds, r.plusMonths = -r.plusSeconds, -r.plusMonths
	}
	return true
}

func (p *phrase) setDate(year, month, day int64) {
	p.dates++
	p.year, p.month, p.day = year, month, day
}

func (p *phrase) setTime(hour, minute, second int64, suffix token) {
	p.times++
	p.hour, p.minute, p.second = hour, minute, second
	p.meridian = hour24
	if suffix.kind == tokenMeridian {
		p.meridian = hourAM + meridian(suffix.value/12)
	}
}

func (p *phrase) setZone(west int64, summer bool) {
	p.zones++
	p.west = west
	p.saving = savingOff
	if summer {
		p.saving = savingOn
	}
}

func (p *phrase) setWeekday(ordinal, weekday int64) {
	p.weekdays++
	p.ordinal, p.weekday = ordinal, weekday
}
