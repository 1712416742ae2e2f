package timewindow

import (
	"strings"

	"pcptools/internal/cnum"
)

// The character classes of the C locale: everything here is bytes, as a time
// written in UTF-8 letters is an error anyway.

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
		if !cnum.IsLetter(text[i]) {
			return text[:i]
		}
	}
	return text
}
