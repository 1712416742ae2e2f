package local

import "strings"

// treeOrder puts names in the order of a walk through their tree, whose nodes
// stand in the order in which they first appear.
func treeOrder(names []string) []string { return appendTree(make([]string, 0, len(names)), names, 0) }

// appendTree appends names, which are the same up to a position, component by
// component from there.
func appendTree(dst, names []string, from int) []string {
	if len(names) < 3 {
		return append(dst, names...)
	}
	var groups [][]string
	index := make(map[string]int)
	for _, name := range names {
		first, _, _ := strings.Cut(name[min(from, len(name)):], ".")
		at, ok := index[first]
		if !ok {
			at = len(groups)
			index[first], groups = at, append(groups, nil)
		}
		groups[at] = append(groups[at], name)
	}
	for _, group := range groups {
		if len(group) == len(names) && from >= len(group[0]) {
			return append(dst, group...) // all the same
		}
		first, _, _ := strings.Cut(group[0][min(from, len(group[0])):], ".")
		dst = appendTree(dst, group, from+len(first)+1)
	}
	return dst
}
