package search

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryWord asks in the words of each row of the tables: there is something for them to
// find, and every alternative of a phrase leads to what PCP says in its place.
func TestEveryWord(t *testing.T) {
	for i, p := range phrases {
		if p.named == "" || p.asked == "" {
			t.Errorf("%+v has no words", p)
		}
		for part := range strings.FieldsSeq(p.asked) {
			for word := range strings.SplitSeq(part, "|") {
				var words []string
				for other := range strings.FieldsSeq(p.asked) {
					first, _, _ := strings.Cut(other, "|")
					if other == part {
						first = word
					}
					words = append(words, first)
				}
				got := inPCPsWords(words)
				before := false // a row above is about these words, too
				for _, above := range phrases[:i] {
					before = before || strings.HasPrefix(strings.Join(got, " "), above.named)
				}
				if !before && !slices.Equal(got, strings.Fields(p.named)) {
					t.Errorf("%q: %q, want %q", words, got, p.named)
				}
			}
		}
	}
	for asked, named := range alike {
		for name := range strings.SplitSeq(named, "|") {
			if q := Parse([]string{asked}); name == "" || q.Score(name, "", "").Words == 0 {
				t.Errorf("%s does not find %q", asked, name)
			}
		}
	}
}
