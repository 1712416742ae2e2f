package complete

import "strings"

// quoteBash makes text safe after an open quotation mark, or without one if
// quote is 0. Within double quotes an exclamation mark cannot be quoted: ok is
// false.
func quoteBash(text string, quote byte) (quoted string, ok bool) {
	switch quote {
	case '\'':
		return strings.ReplaceAll(text, "'", `'\''`), true
	case '"':
		return escape(text, func(c byte) bool { return strings.IndexByte("$`\"\\", c) >= 0 }),
			strings.IndexByte(text, '!') < 0
	}
	return escape(text, func(c byte) bool { return c < 0x80 && !plain(c) }), true
}

// escape puts a backslash before each byte that is special.
func escape(text string, special func(byte) bool) string {
	var b strings.Builder
	for i := range len(text) {
		if special(text[i]) {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// plain reports whether a byte has no meaning in any shell.
func plain(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("_-./:=+,@%", c) >= 0
}

// quotePowerShell quotes a word if it needs to be. Three typographic marks
// are quotation marks to PowerShell as well.
func quotePowerShell(text string) string {
	special := func(r rune) bool { return r >= 0x80 || !plain(byte(r)) || r == ',' || r == '@' || r == '%' }
	if strings.IndexFunc(text, special) < 0 {
		return text
	}
	doubled := strings.NewReplacer("'", "''", "‘", "‘‘", "’", "’’", "‚", "‚‚", "‛", "‛‛").Replace(text)
	return "'" + doubled + "'"
}
