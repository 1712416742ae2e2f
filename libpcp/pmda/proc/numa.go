package proc

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// nodes supplies how much memory of a kind a process has on each NUMA node, as
// "node0:1.25", from the lines of /proc/PID/numa_maps:
//
//	55a24008b000 default heap anon=201 dirty=201 N0=201 kernelpagesize_kB=4
func (p *process) nodes(r *row) (libpcp.Atom, error) {
	b, err := p.text("numa_maps")
	if err != nil {
		return libpcp.Atom{}, err
	}
	kilobytes, others := make(map[int]uint64), make(map[int]uint64)
	for line := range strings.Lines(string(b)) {
		if words := strings.Fields(line); mappingKind(words) == r.key {
			addNodes(kilobytes, words)
		} else {
			addNodes(others, words)
		}
	}
	for node := range others {
		kilobytes[node] += 0 // shown for all kinds
	}
	if len(b) == 0 {
		return libpcp.Atom{}, pmda.NoValue // a process of the kernel
	}
	if len(kilobytes) == 0 {
		kilobytes[0] = 0
	}
	var parts []string
	for _, node := range slices.Sorted(maps.Keys(kilobytes)) {
		parts = append(parts, fmt.Sprintf("node%d:%.2f", node, float64(kilobytes[node])/1024))
	}
	return libpcp.StringAtom(strings.Join(parts, ",")), nil
}

// mappingKind is "huge", "heap", "stack", or "" for anything else.
func mappingKind(words []string) string {
	for _, kind := range [...]string{"huge", "heap", "stack"} {
		if slices.Contains(words, kind) {
			return kind
		}
	}
	return ""
}

// addNodes adds the pages of the words "N0=201", in the size of the word
// "kernelpagesize_kB=4".
func addNodes(kilobytes map[int]uint64, words []string) {
	size := uint64(4)
	for _, word := range words {
		if s, ok := strings.CutPrefix(word, "kernelpagesize_kB="); ok {
			size, _ = strconv.ParseUint(s, 10, 32)
		}
	}
	for _, word := range words {
		name, pages, _ := strings.Cut(word, "=")
		digits, ok := strings.CutPrefix(name, "N")
		node, err := strconv.ParseUint(digits, 10, 16)
		n, err2 := strconv.ParseUint(pages, 10, 40)
		if ok && err == nil && err2 == nil {
			kilobytes[int(node)] += n * size
		}
	}
}
