package records

import "pcptools/libpcp"

// metrics is a list of the names of metrics, each with the descriptor, in file order.
// A metric without a name is there once. The list grows in pieces, which are not copied.
type metrics struct {
	pieces [][]metric
	first  map[libpcp.PMID]int32 // the number of the first of each metric
	count  int32
}

type metric struct {
	name  string
	named bool
	desc  libpcp.Desc
}

const metricsInPiece = 256

func (l *metrics) at(i int32) *metric { return &l.pieces[i/metricsInPiece][i%metricsInPiece] }

func (l *metrics) add(m metric) {
	last := int(l.count / metricsInPiece)
	if last == len(l.pieces) {
		l.pieces = append(l.pieces, make([]metric, 0, metricsInPiece))
	}
	l.pieces[last] = append(l.pieces[last], m)
	if _, again := l.first[m.desc.PMID]; !again {
		l.first[m.desc.PMID] = l.count
	}
	l.count++
}

// desc finds the descriptor of a metric.
func (l *metrics) desc(id libpcp.PMID) (libpcp.Desc, bool) {
	i, ok := l.first[id]
	if !ok {
		return libpcp.Desc{}, false
	}
	return l.at(i).desc, true
}

// eachName calls visit with each name, in file order, its number and metric.
func (l *metrics) eachName(visit func(name string, i int32, id libpcp.PMID)) {
	for i := range l.count {
		if m := l.at(i); m.named {
			visit(m.name, i, m.desc.PMID)
		}
	}
}
