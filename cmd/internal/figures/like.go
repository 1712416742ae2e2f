package figures

import (
	"strings"

	"pcptools/libpcp"
)

// spaces are the units of space, by how words for them begin.
var spaces = []struct{ letter, word, unit string }{
	{"k", "kil", "Kbyte"}, {"m", "meg", "Mbyte"}, {"g", "gig", "Gbyte"}, {"t", "ter", "Tbyte"}, {"p", "pet", "Pbyte"},
}

// LikeUnits asks about the units that an unknown text may mean, such as Gbyte for
// "gigs". It returns "" if none comes to mind.
func LikeUnits(text string) string {
	text, per := strings.CutSuffix(strings.ToLower(text), "ps")
	words := strings.Split(text, "/")
	if per {
		words = append(words, "sec")
	}
	for i, word := range words {
		words[i] = likeUnit(strings.TrimSpace(word))
	}
	like := strings.Join(words, "/")
	if _, _, err := libpcp.ParseUnits(like); err != nil {
		return ""
	}
	return "; did you mean " + like + "?"
}

// likeUnit is the unit that a word may mean, or the word.
func likeUnit(word string) string {
	switch word {
	case "b":
		return "byte"
	case "msec", "usec", "nsec":
		return map[byte]string{'m': "milli", 'u': "micro", 'n': "nano"}[word[0]] + "sec"
	}
	if strings.Contains(word, "bit") {
		return word
	}
	for _, s := range spaces {
		if word == s.letter || strings.HasPrefix(word, s.letter+"b") || strings.HasPrefix(word, s.word) {
			return s.unit
		}
	}
	return word
}
