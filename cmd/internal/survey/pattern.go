package survey

import (
	"strings"

	"pcptools/cmd/internal/glob"
	"pcptools/libpcp"
)

// isPattern reports whether an operand stands for all metrics whose names it
// matches; no name has such characters in it.
func isPattern(operand string) bool { return !glob.Literal(operand) }

// above is the lowest node of the namespace with all names that a pattern can
// match.
func above(pattern string) string {
	special := strings.IndexAny(pattern, `*?[\`)
	if special < 0 {
		return pattern
	}
	end := strings.LastIndexByte(pattern[:special], '.')
	return pattern[:max(end, 0)]
}

// matching returns the names that a pattern matches, and those below nodes that
// it does.
func matching(names libpcp.NameList, pattern string) libpcp.NameList {
	var kept []string
	for name := range names.All() {
		if glob.Match(pattern, name) || glob.Match(pattern+".*", name) {
			kept = append(kept, name)
		}
	}
	return libpcp.NameListOf(kept)
}
