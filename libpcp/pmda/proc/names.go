package proc

import (
	"math"
	"slices"
	"strings"
)

// instanceNames are names of processes, by number. They stand one after the
// other in a few texts, since there may be many.
type instanceNames struct {
	pids   []int32 // in order
	places []place // of the name of each
	texts  []string
}

// place is where a name stands.
type place struct {
	text       uint32
	start, end uint16 // both 0 for one that is a text of its own
}

// of returns the name of a process, "" if it has none.
func (n *instanceNames) of(pid int32) string {
	if i, found := slices.BinarySearch(n.pids, pid); found {
		return n.at(n.places[i])
	}
	return ""
}

func (n *instanceNames) at(p place) string {
	if p.end == 0 {
		return n.texts[p.text]
	}
	return n.texts[p.text][p.start:p.end]
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

// add adds names of processes that have none, by their places in texts. All
// slices are in order, and may be kept.
func (n *instanceNames) add(pids []int32, places []place, texts []string) {
	for i := range places {
		places[i].text += uint32(len(n.texts))
	}
	n.texts = append(n.texts, texts...)
	if len(n.pids) == 0 {
		n.pids, n.places = pids, places
		return
	}
	count := len(n.pids) + len(pids)
	all := instanceNames{make([]int32, 0, count), make([]place, 0, count), n.texts}
	for i, pid := range n.pids {
		for len(pids) > 0 && pids[0] < pid {
			all.append(pids[0], places[0])
			pids, places = pids[1:], places[1:]
		}
		all.append(pid, n.places[i])
	}
	*n = instanceNames{append(all.pids, pids...), append(all.places, places...), all.texts}
}

func (n *instanceNames) append(pid int32, p place) {
	n.pids, n.places = append(n.pids, pid), append(n.places, p)
}

// keep forgets the names of processes that are not in a table.
func (n *instanceNames) keep(t *pidTable) {
	kept, size := 0, 0
	for i, pid := range n.pids {
		if t.has(pid) {
			n.pids[kept], n.places[kept] = pid, n.places[i]
			size += len(n.at(n.places[i]))
			kept++
		}
	}
	n.pids, n.places = n.pids[:kept], n.places[:kept]
	if len(n.texts) > fewTexts+2*(size/pieceSize) {
		n.rewrite()
	}
}

// fewTexts are not worth being written again.
const fewTexts = 4 * maxWorkers

// rewrite makes new texts, without names that have been forgotten.
func (n *instanceNames) rewrite() {
	w := nameWriter{size: pieceSize}
	for i, p := range n.places {
		n.places[i] = w.add([]byte(n.at(p)))
	}
	n.texts = w.end()
}

// Sizes of the memory for names.
const (
	pieceSize = 16 << 10
	nameSize  = 32 // of one, about
)

// nameWriter writes names into texts of some size, in which they stay where they
// are.
type nameWriter struct {
	texts []string
	piece strings.Builder // the one that will be next
	size  int
}

// add adds a name, which is not empty.
func (w *nameWriter) add(name []byte) place {
	if w.piece.Len()+len(name) > min(w.piece.Cap(), math.MaxUint16) {
		w.end()
		if len(name) > math.MaxUint16 {
			w.texts = append(w.texts, string(name))
			return place{text: uint32(len(w.texts) - 1)}
		}
		w.piece.Grow(max(len(name), w.size))
	}
	start := w.piece.Len()
	w.piece.Write(name)
	return place{uint32(len(w.texts)), uint16(start), uint16(w.piece.Len())}
}

// end returns all texts.
func (w *nameWriter) end() []string {
	if w.piece.Len() > 0 {
		w.texts = append(w.texts, w.piece.String())
		w.piece.Reset()
	}
	return w.texts
}
