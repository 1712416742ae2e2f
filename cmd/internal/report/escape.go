package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// obeyed reports whether a terminal does something else with a character than
// to show it: control characters and those that set a direction.
func obeyed(r rune) bool {
	return r < ' ' || 0x7f <= r && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}

// suspicious reports whether text may have characters above ASCII, or DEL.
func suspicious(b []byte) bool {
	for _, c := range b {
		if c >= 0x7f {
			return true
		}
	}
	return false
}

// escapeJSON returns JSON in whole characters with escapes in the place of
// those a terminal obeys. JSON has them in strings only, and escapes stand for
// the same.
func escapeJSON(b []byte) []byte {
	if !suspicious(b) {
		return b
	}
	var out []byte
	from := 0
	for at := 0; at < len(b); {
		if b[at] < 0x7f {
			at++
			continue
		}
		r, size := utf8.DecodeRune(b[at:])
		if obeyed(r) {
			out = append(out, b[from:at]...)
			out = append(out, `\u`...)
			for shift := 12; shift >= 0; shift -= 4 {
				out = append(out, hexDigits[r>>shift&0xf])
			}
			from = at + size
		}
		at += size
	}
	if from == 0 {
		return b
	}
	return append(out, b[from:]...)
}

// printable is text that does nothing to a terminal but appear: other
// characters show as their number. Lines are kept apart if there may be
// several.
func printable(text string, lines bool) string {
	plain := true
	for i := range len(text) {
		plain = plain && ' ' <= text[i] && text[i] < 0x7f
	}
	if plain {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == '\n' && lines:
			b.WriteByte('\n')
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r == utf8.RuneError && size == 1, r < 0xa0 && obeyed(r):
			c := text[0]
			if size > 1 {
				c = byte(r)
			}
			b.WriteString(`\x`)
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&0xf])
		case obeyed(r):
			b.WriteByte('?') // the direction of the text behind it
		default:
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// shown is printable text whose lines, with their ends, and tabs are kept.
func shown(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexAny(text, "\n\t")
		if n < 0 {
			n = len(text)
		}
		line, ends := strings.CutSuffix(text[:n], "\r")
		b.WriteString(printable(line, false))
		if text = text[n:]; ends && strings.HasPrefix(text, "\n") {
			b.WriteByte('\r')
		} else if ends {
			b.WriteString(`\x0d`)
		}
		if text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}

// Printable is text on one line that does nothing to a terminal but appear.
func Printable(text string) string { return printable(text, false) }
