package complete

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// item is one thing that the word can become.
type item struct {
	text string
	note string // description
	open bool   // more follows in the same word
}

// answer is what the word can become: its stem followed by one of the items,
// or by the name of a file, which the shell knows better.
type answer struct {
	stem  string
	items []item
	files bool
}

// tooMany items are too many to read, and a part of them would be
// misleading.
const tooMany = 20_000

// add adds the items that start with prefix and may be shown.
func (a *answer) add(prefix string, items ...item) {
	for _, i := range items {
		if strings.HasPrefix(i.text, prefix) && printable(i.text) {
			if !printable(i.note) {
				i.note = ""
			}
			a.items = append(a.items, i)
		}
	}
}

// settle puts the items in order, each once.
func (a *answer) settle() {
	if len(a.items) > tooMany {
		a.items = nil
	}
	slices.SortStableFunc(a.items, func(x, y item) int { return strings.Compare(x.text, y.text) })
	a.items = slices.CompactFunc(a.items, func(x, y item) bool { return x.text == y.text })
}

// printable reports whether a text can be shown and typed: no control
// characters, nothing that changes the direction of writing, no white space
// but blanks, and of reasonable length.
func printable(s string) bool {
	const longest = 1024
	return s != "" && len(s) <= longest && utf8.ValidString(s) &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
