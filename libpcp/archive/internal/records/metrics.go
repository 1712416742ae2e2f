package records

import (
	"slices"

	"pcptools/libpcp"
)

// metrics is a list of the names of metrics, each with the descriptor, in file order.
// A metric without a name is there once.
type metrics struct {
	list  []metric
	first map[libpcp.PMID]int32 // the place of the first of each metric
}

type metric struct {
	name string // empty for a metric without a name
	desc libpcp.Desc
}

func (l *metrics) add(m metric) {
	if _, again := l.first[m.desc.PMID]; !again {
		l.first[m.desc.PMID] = int32(len(l.list))
	}
	if len(l.list) == cap(l.list) {
		l.list = slices.Grow(l.list, max(len(l.list), 256)) // append alone would copy thousands more often
	}
	l.list = append(l.list, m)
}

// desc finds the descriptor of a metric.
func (l *metrics) desc(id libpcp.PMID) (libpcp.Desc, bool) {
	i, ok := l.first[id]
	if !ok {
		return libpcp.Desc{}, false
	}
	return l.list[i].desc, true
}

// eachName calls visit with each name, in file order, its place and metric.
func (l *metrics) eachName(visit func(name string, i int, id libpcp.PMID)) {
	for i := range l.list {
		if m := &l.list[i]; m.name != "" {
			visit(m.name, i, m.desc.PMID)
		}
	}
}
