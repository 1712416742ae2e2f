// Package search finds metrics by words in their names and help texts.
package search

import (
	"strings"
	"unicode"

	"pcptools/cmd/internal/glob"
)

// A Query has words, all of which a metric must have in its name or help texts,
// in any order, and patterns that its whole name must match.
type Query struct {
	words    []word
	patterns []string
}

// A word is looked for as it is, and without the s of a plural.
type word struct{ text, singular string }

// Parse parses a query. Case does not matter.
func Parse(operands []string) Query {
	var q Query
	for _, operand := range operands {
		for _, text := range strings.Fields(strings.ToLower(operand)) {
			if !glob.Literal(text) {
				q.patterns = append(q.patterns, text)
				continue
			}
			w := word{text: text, singular: text}
			if len(text) > 3 && !strings.HasSuffix(text, "ss") {
				w.singular = strings.TrimSuffix(text, "s")
			}
			q.words = append(q.words, w)
		}
	}
	return q
}

// Empty reports whether the query has no words and no patterns.
func (q Query) Empty() bool { return len(q.words) == 0 && len(q.patterns) == 0 }

// points are what a word scores that is one of the words of a text, the beginning
// of one, or a part.
type points struct{ whole, begins, within int }

var (
	inName    = points{24, 14, 8}
	inOneLine = points{10, 6, 3}
	inHelp    = points{3, 2, 1}
)

// Score rates how well a metric matches: the higher the better, 0 if it does
// not.
func (q Query) Score(name, oneLine, help string) int {
	name = strings.ToLower(name)
	for _, p := range q.patterns {
		if !glob.Match(p, name) {
			return 0
		}
	}
	oneLine, help = strings.ToLower(oneLine), strings.ToLower(help)
	score := len(q.patterns)
	for _, w := range q.words {
		s := inName.of(name, w) + inOneLine.of(oneLine, w) + inHelp.of(help, w)
		if s == 0 {
			return 0
		}
		score += s
	}
	return score
}

// of is the points of a word for its best match in a text.
func (p points) of(text string, w word) int {
	best := 0
	for rest, before := text, ' '; ; {
		at := strings.Index(rest, w.singular)
		if at < 0 {
			return best
		}
		if at > 0 {
			before = rune(rest[at-1])
		}
		after := strings.TrimPrefix(rest[at+len(w.singular):], strings.TrimPrefix(w.text, w.singular))
		switch {
		case joins(before):
			best = max(best, p.within)
		case after == "" || !joins(rune(after[0])):
			return p.whole
		case after == "s" || after[0] == 's' && !joins(rune(after[1])):
			return p.whole
		default:
			best = max(best, p.begins)
		}
		before = rune(rest[at+len(w.singular)-1])
		rest = rest[at+len(w.singular):]
	}
}

// joins reports whether a character continues a word.
func joins(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
