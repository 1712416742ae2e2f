// Package search finds metrics by words in their names and help texts.
package search

import (
	"cmp"
	"strings"
	"unicode"

	"pcptools/cmd/internal/glob"
)

// A Query has words, which a metric has in its name or help texts in any order, and
// patterns that its whole name must match.
type Query struct {
	words    []word
	patterns []string
}

// A word is looked for as it is, and without the s of a plural, and by other words
// that mean the same in PCP's names.
type word struct {
	text, singular string
	alike          []string
}

// Parse parses a query. Case does not matter.
func Parse(operands []string) Query {
	var q Query
	var words []string
	for _, text := range strings.Fields(strings.ToLower(strings.Join(operands, " "))) {
		if glob.Literal(text) {
			words = append(words, text)
		} else {
			q.patterns = append(q.patterns, text)
		}
	}
	for _, text := range inPCPsWords(words) {
		w := word{text: text, singular: singular(text)}
		if parts := strings.Split(text, "|"); len(parts) > 1 {
			w = word{text: parts[0], singular: parts[0], alike: parts[1:]}
		} else if other := cmp.Or(alike[text], alike[w.singular]); other != "" {
			w.alike = strings.Split(other, "|")
		}
		q.words = append(q.words, w)
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
	byOther   = points{20, 10, 0} // another word that means the same, in a name
	inOneLine = points{10, 6, 3}
	inHelp    = points{3, 2, 1}
)

// shorter is what a word scores in a name that has a shorter form of it (mem of
// memory), or one with another end (retranssegs of retransmits).
const shorter = 18

// A Score says how well a metric matches.
type Score struct {
	Words int // that it has, of the query
	name  int // how well these fit its name
	text  int // and its help texts
}

// Compare orders scores, the better first: names count more than texts.
func (s Score) Compare(t Score) int {
	return cmp.Or(cmp.Compare(t.Words, s.Words), cmp.Compare(t.name, s.name), cmp.Compare(t.text, s.text))
}

// Score rates how well a metric matches: with no words if it does not, with one of a
// query of patterns alone.
func (q Query) Score(name, oneLine, help string) (s Score) {
	name = strings.ToLower(name)
	for _, p := range q.patterns {
		if !glob.Match(p, name) {
			return Score{}
		}
	}
	if len(q.words) == 0 && len(q.patterns) > 0 {
		return Score{Words: 1}
	}
	oneLine, help = strings.ToLower(oneLine), strings.ToLower(help)
	for _, w := range q.words {
		n, t := w.inName(name), inOneLine.of(oneLine, w)+inHelp.of(help, w)
		if n+t > 0 {
			s.Words++
		}
		s.name, s.text = s.name+n, s.text+t
	}
	if s.name > 0 { // of names that fit alike, the short stand for more
		s.name += prominent(name) - strings.Count(name, ".") - strings.Count(name, "_")
	}
	return s
}

// inName is the points of a word in a name, itself, in a shorter form, or as another
// word that means the same.
func (w word) inName(name string) int {
	best := inName.of(name, w)
	for part := range strings.FieldsFuncSeq(name, func(c rune) bool { return c == '.' || c == '_' }) {
		if w.akin(part) {
			best = max(best, shorter)
		}
	}
	for _, other := range w.alike {
		best = max(best, byOther.of(name, word{text: other, singular: other}))
	}
	return best
}

// akin reports whether part of a name is a shorter form of a word, or begins as most
// of it does.
func (w word) akin(part string) bool {
	same := 0
	for same < min(len(part), len(w.singular)) && part[same] == w.singular[same] {
		same++
	}
	return same == len(part) && same >= 3 && part != "all" || same >= 6
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
