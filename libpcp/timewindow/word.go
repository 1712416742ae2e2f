package timewindow

import "strings"

// lookupWord finds the meaning of a lower-case word of a date phrase.
func lookupWord(word string) token {
	if t, ok := meridianWord(word); ok {
		return t
	}
	lookups := [...]func(string) (token, bool){
		monthWord, weekdayWord, zoneWord, unitWord, pluralWord,
		relativeWord, ordinalWord, militaryWord, dottedZone,
	}
	if len(word) == 4 && word[3] == '.' {
		word = word[:3] // an abbreviation
	}
	for _, lookup := range lookups {
		if t, ok := lookup(word); ok {
			return t
		}
	}
	return token{kind: tokenBad}
}

func meridianWord(word string) (token, bool) {
	switch word {
	case "am", "a.m.":
		return token{tokenMeridian, 0}, true
	case "pm", "p.m.":
		return token{tokenMeridian, 12}, true
	}
	return token{}, false
}

func monthWord(word string) (token, bool) {
	if word == "sept" {
		word = "september"
	}
	names := [...]string{
		"january", "february", "march", "april", "may", "june", "july",
		"august", "september", "october", "november", "december",
	}
	for i, name := range names {
		if isNameOrShort(word, name) {
			return token{tokenMonth, int64(i + 1)}, true
		}
	}
	return token{}, false
}

func weekdayWord(word string) (token, bool) {
	switch word {
	case "tues":
		word = "tuesday"
	case "wednes":
		word = "wednesday"
	case "thur", "thurs":
		word = "thursday"
	}
	names := [...]string{
		"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
	}
	for i, name := range names {
		if isNameOrShort(word, name) {
			return token{tokenWeekday, int64(i)}, true
		}
	}
	return token{}, false
}

// isNameOrShort reports whether word is name, or its first three letters.
func isNameOrShort(word, name string) bool {
	return word == name || word == name[:3]
}

func unitWord(word string) (token, bool) {
	switch word {
	case "year":
		return token{tokenMonths, 12}, true
	case "month":
		return token{tokenMonths, 1}, true
	case "fortnight":
		return token{tokenSeconds, 14 * 86400}, true
	case "week":
		return token{tokenSeconds, 7 * 86400}, true
	case "day":
		return token{tokenSeconds, 86400}, true
	case "hour":
		return token{tokenSeconds, 3600}, true
	case "minute", "min":
		return token{tokenSeconds, 60}, true
	case "second", "sec":
		return token{tokenSeconds, 1}, true
	}
	return token{}, false
}

func pluralWord(word string) (token, bool) {
	singular, ok := strings.CutSuffix(word, "s")
	if !ok {
		return token{}, false
	}
	return unitWord(singular)
}

func relativeWord(word string) (token, bool) {
	switch word {
	case "yesterday":
		return token{tokenDay, -1}, true
	case "today":
		return token{tokenDay, 0}, true
	case "tomorrow":
		return token{tokenDay, 1}, true
	case "now", "this":
		return token{tokenSeconds, 0}, true
	case "ago":
		return token{tokenAgo, 0}, true
	}
	return token{}, false
}

// ordinalWord finds words that count as numbers. "Second" is not among them,
// since it is a unit; "next" counts as 2.
func ordinalWord(word string) (token, bool) {
	switch word {
	case "last":
		return token{tokenNumber, -1}, true
	case "next":
		return token{tokenNumber, 2}, true
	}
	names := [...]string{
		"first", "", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
		"ninth", "tenth", "eleventh", "twelfth",
	}
	for i, name := range names {
		if word == name {
			return token{tokenNumber, int64(i + 1)}, true
		}
	}
	return token{}, false
}

// militaryWord finds the one-letter zones, all letters but j.
func militaryWord(word string) (token, bool) {
	if len(word) != 1 {
		return token{}, false
	}
	hours := int64(0)
	switch c := word[0]; {
	case 'a' <= c && c <= 'i':
		hours = int64(c-'a') + 1
	case 'k' <= c && c <= 'm':
		hours = int64(c-'k') + 10
	case 'n' <= c && c <= 'y':
		hours = -int64(c-'n') - 1
	case c != 'z':
		return token{}, false
	}
	return token{tokenZone, hours * 60}, true
}

func dottedZone(word string) (token, bool) {
	plain := strings.ReplaceAll(word, ".", "")
	if plain == word {
		return token{}, false
	}
	return zoneWord(plain)
}

// zoneWord finds the zones known by name. They do not depend on the zone
// database, nor on each other: "bst" is British, "est" American.
func zoneWord(word string) (token, bool) {
	west := func(hours int64) (token, bool) { return token{tokenZone, hours * 60}, true }
	summer := func(hours int64) (token, bool) { return token{tokenSummer, hours * 60}, true }
	switch word {
	case "gmt", "ut", "utc", "wet":
		return west(0)
	case "bst":
		return summer(0)
	case "wat":
		return west(1)
	case "at":
		return west(2)
	case "ast":
		return west(4)
	case "adt":
		return summer(4)
	case "est":
		return west(5)
	case "edt":
		return summer(5)
	case "cst":
		return west(6)
	case "cdt":
		return summer(6)
	case "mst":
		return west(7)
	case "mdt":
		return summer(7)
	case "pst":
		return west(8)
	case "pdt":
		return summer(8)
	case "yst":
		return west(9)
	case "ydt":
		return summer(9)
	case "hst", "cat", "ahst":
		return west(10)
	case "hdt":
		return summer(10)
	case "nt":
		return west(11)
	case "idlw":
		return west(12)
	case "cet", "met", "mewt", "swt", "fwt":
		return west(-1)
	case "mest", "sst", "fst":
		return summer(-1)
	case "eet":
		return west(-2)
	case "bt":
		return west(-3)
	case "wast":
		return west(-7)
	case "wadt":
		return summer(-7)
	case "cct":
		return west(-8)
	case "jst":
		return west(-9)
	case "east", "gst":
		return west(-10)
	case "eadt":
		return summer(-10)
	case "nzt", "nzst", "idle":
		return west(-12)
	case "nzdt":
		return summer(-12)
	case "dst":
		return token{kind: tokenDST}, true
	}
	return token{}, false
}
