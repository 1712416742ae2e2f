package records

import (
	"fmt"
	"testing"

	"pcptools/libpcp"
)

// TestMetrics fills several pieces; every seventh metric has no name, and each name
// after the first thousand is a second one.
func TestMetrics(t *testing.T) {
	l := metrics{first: make(map[libpcp.PMID]int32)}
	const ids = 1000
	for i := range 2 * ids {
		d := libpcp.Desc{PMID: libpcp.PMID(i % ids), Sem: libpcp.Semantics(i)}
		l.add(metric{name: fmt.Sprint("n", i), named: i%7 != 0, desc: d})
	}
	for id := range libpcp.PMID(ids) {
		if d, ok := l.desc(id); !ok || d.PMID != id || d.Sem != libpcp.Semantics(id) {
			t.Errorf("%d: %v, %v", id, d, ok)
		}
	}
	if _, ok := l.desc(ids); ok {
		t.Error("a descriptor of no metric")
	}
	next := int32(0)
	l.eachName(func(name string, i int32, id libpcp.PMID) {
		if next%7 == 0 {
			next++
		}
		if i != next || name != fmt.Sprint("n", i) || id != libpcp.PMID(i%ids) {
			t.Fatalf("%d: %d %s %d", next, i, name, id)
		}
		next++
	})
	if next != 2*ids {
		t.Errorf("%d of %d", next, 2*ids)
	}
}

func TestTextPlaces(t *testing.T) {
	l := metrics{first: make(map[libpcp.PMID]int32)}
	l.add(metric{desc: libpcp.Desc{PMID: 5}})
	places := textPlaces{metrics: &l, ofMetrics: make([]metricTexts, l.count), others: make(map[libpcp.TextID]textPlace)}
	var ids []libpcp.TextID
	for _, ident := range []uint32{5, 6} { // 6 has no descriptor
		for kind := range libpcp.TextKind(32) {
			ids = append(ids, libpcp.TextID{Ident: ident, Kind: kind})
		}
	}
	for i, id := range ids {
		if _, ok := places.find(id); ok {
			t.Errorf("%v before it was added", id)
		}
		places.add(id, textPlace{length: 1})
		places.add(id, textPlace{off: int64(i), length: 2}) // the last counts
	}
	for i, id := range ids {
		if p, ok := places.find(id); !ok || p.off != int64(i) || p.length != 2 {
			t.Errorf("%v: %v, %v", id, p, ok)
		}
	}
}
