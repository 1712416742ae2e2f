package hint

import (
	"cmp"
	"slices"
	"strings"

	"pcptools/libpcp"
)

// A candidate is a name and its distance from the typed name.
type candidate struct {
	name     string
	distance int
}

// like returns the names of metrics and branches that are closest to an unknown
// name, if any are close.
func like(name string, names libpcp.NameList) []string {
	limit := 1 + len(name)/5
	var close []candidate
	seen := make(map[string]bool)
	consider := func(n string) {
		if len(n) > len(name)+limit || len(n) < len(name)-limit || seen[n] {
			return
		}
		seen[n] = true
		if d := distance(name, n, limit); d <= limit {
			close = append(close, candidate{n, d})
		}
	}
	for n := range names.All() {
		consider(n)
		for at := strings.LastIndexByte(n, '.'); at > 0; at = strings.LastIndexByte(n[:at], '.') {
			consider(n[:at])
		}
	}
	slices.SortFunc(close, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var best []string
	for _, c := range close[:min(len(close), shown)] {
		if c.distance > close[0].distance+1 {
			break
		}
		best = append(best, c.name)
	}
	return best
}

// distance is how many characters must be changed, put in, left out or
// exchanged with the next for a to be b; or more than limit, if it is that.
func distance(a, b string, limit int) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j-1]+cost, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return least
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
