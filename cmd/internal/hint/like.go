package hint

import (
	"cmp"
	"slices"
	"strings"

	"pcptools/cmd/internal/similar"
)

// A candidate is a name and its distance from the typed name.
type candidate struct {
	name     string
	distance int
}

// Nearest are those of names that are like a name, or all if none is.
func Nearest(name string, names []string) []string {
	if similar := like(name, names, false); len(similar) > 0 {
		return similar
	}
	return names
}

// like returns the names that are closest to an unknown name, if any are close: of
// metrics also the branches that they are in.
func like(name string, names []string, metrics bool) []string {
	limit := 1 + len(name)/5
	var close []candidate
	seen := make(map[string]bool)
	consider := func(n string) {
		if len(n) > len(name)+limit || len(n) < len(name)-limit || seen[n] {
			return
		}
		seen[n] = true
		if d := similar.Distance(name, n, limit); d <= limit {
			close = append(close, candidate{n, d})
		}
	}
	for _, n := range names {
		consider(n)
		for at := strings.LastIndexByte(n, '.'); metrics && at > 0; at = strings.LastIndexByte(n[:at], '.') {
			consider(n[:at])
		}
	}
	slices.SortFunc(close, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var best []string
	for _, c := range close[:min(len(close), Shown)] {
		if c.distance > close[0].distance+1 {
			break
		}
		best = append(best, c.name)
	}
	return best
}
