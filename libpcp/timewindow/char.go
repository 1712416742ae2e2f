package timewindow

import (
	"strings"

	"pcptools/internal/cnum"
)

// The character classes of the C locale: everything here is bytes, as a time
// written in UTF-8 letters is an error anyway.

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool {
	c |= 0x20
	return 'a' <= c && c <= 'z'
}

// skipSpace returns the offset of the first byte of text at or after i that is
// not white space.
func skipSpace(text string, i int) int {
	for i < len(text) && cnum.IsSpace(text[i]) {
		i++
	}
	return i
}

// hasPrefixFold reports whether text starts with prefix, in any case.
func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func leadingLetters(text string) string {
	for i := range len(text) {
		if !isLetter(text[i]) {
			return text[:i]
		}
	}
	return text
}
