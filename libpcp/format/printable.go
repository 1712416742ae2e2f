package format

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable is text on one line that does nothing to a terminal but appear.
// Ends of lines and tabs become blanks; control characters, and bytes that are
// not UTF-8, show as their number, such as \x1b; characters that set a direction
// of writing become question marks. What another program or a file has supplied
// goes through it before it is part of an error.
func Printable(text string) string { return printableText(text, false) }

// PrintableLines is Printable but for ends of lines, which it keeps.
func PrintableLines(text string) string { return printableText(text, true) }

func printableText(text string, lines bool) string {
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
		case r == utf8.RuneError && size == 1:
			appendNumber(&b, text[0])
		case !TerminalControl(r):
			b.WriteString(text[:size])
		case r < 0xa0:
			appendNumber(&b, byte(r))
		default:
			b.WriteByte('?') // the direction of the text after it
		}
		text = text[size:]
	}
	return b.String()
}

func appendNumber(b *strings.Builder, c byte) {
	b.WriteString(`\x`)
	b.WriteByte(hexDigits[c>>4])
	b.WriteByte(hexDigits[c&0xf])
}

// TerminalControl reports whether a terminal obeys a character instead of showing it:
// control characters, and characters that set the direction of writing.
func TerminalControl(r rune) bool {
	return r < ' ' || 0x7f <= r && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}
