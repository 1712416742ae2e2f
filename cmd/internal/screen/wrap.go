package screen

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// Wrap is text in lines of whole words, of so many columns; 0 is no limit. A word that is
// longer has a line of its own. Blanks before the text stay.
func Wrap(text string, columns int) (lines []string) {
	line := text[:len(text)-len(strings.TrimLeft(text, " "))]
	first := true
	for word := range strings.FieldsSeq(text) {
		switch {
		case first:
			line, first = line+word, false
		case columns > 0 && runewidth.StringWidth(line)+1+runewidth.StringWidth(word) > columns:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
