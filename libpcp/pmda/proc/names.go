package proc

import (
	"slices"
	"strings"
)

// instanceNames are names of processes, by number.
type instanceNames struct {
	pids  []int32 // in order
	names []string
}

// of returns the name of a process, "" if it has none.
func (n *instanceNames) of(pid int32) string {
	if at, found := slices.BinarySearch(n.pids, pid); found {
		return n.names[at]
	}
	return ""
}

// lacking returns those of pids that have no name.
func (n *instanceNames) lacking(pids []int32) []int32 {
	nameless := make([]int32, 0, len(pids)-min(len(n.pids), len(pids)))
	for _, pid := range pids {
		if _, named := slices.BinarySearch(n.pids, pid); !named {
			nameless = append(nameless, pid)
		}
	}
	return nameless
}

// add adds names of processes that have none. Both slices are in order, and
// may be kept.
func (n *instanceNames) add(pids []int32, names []string) {
	if len(n.pids) == 0 {
		n.pids, n.names = pids, names
		return
	}
	count := len(n.pids) + len(pids)
	all := instanceNames{make([]int32, 0, count), make([]string, 0, count)}
	for i, pid := range n.pids {
		for len(pids) > 0 && pids[0] < pid {
			all.append(pids[0], names[0])
			pids, names = pids[1:], names[1:]
		}
		all.append(pid, n.names[i])
	}
	*n = instanceNames{append(all.pids, pids...), append(all.names, names...)}
}

func (n *instanceNames) append(pid int32, name string) {
	n.pids, n.names = append(n.pids, pid), append(n.names, name)
}

// keep forgets the names of processes that are not in a table.
func (n *instanceNames) keep(t *pidTable) {
	kept := 0
	for i, pid := range n.pids {
		if t.has(pid) {
			n.pids[kept], n.names[kept] = pid, n.names[i]
			kept++
		}
	}
	clear(n.names[kept:])
	n.pids, n.names = n.pids[:kept], n.names[:kept]
}

// Sizes of the memory for names.
const (
	pieceSize = 1 << 10
	nameSize  = 32 // of one, about
)

// pieces are memory for many short strings: those in a piece of some size are kept
// together.
type pieces struct {
	piece strings.Builder
	size  int
}

// string returns text as a string.
func (p *pieces) string(text []byte) string {
	if p.piece.Cap()-p.piece.Len() < len(text) {
		p.piece.Reset()
		p.piece.Grow(max(len(text), p.size))
	}
	start := p.piece.Len()
	p.piece.Write(text)
	return p.piece.String()[start:]
}
