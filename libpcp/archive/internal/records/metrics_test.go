package records

import (
	"fmt"
	"slices"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/logfile"
)

// TestMetrics fills a list; every seventh metric has no name, and each name
// after the first thousand is a second one.
func TestMetrics(t *testing.T) {
	l := metrics{first: make(map[libpcp.PMID]int32)}
	const ids = 1000
	for i := range 2 * ids {
		d := libpcp.Desc{PMID: libpcp.PMID(i % ids), Sem: libpcp.Semantics(i)}
		m := metric{desc: d}
		if i%7 != 0 {
			m.name = fmt.Sprint("n", i)
		}
		l.add(m)
	}
	for id := range libpcp.PMID(ids) {
		if d, ok := l.desc(id); !ok || d.PMID != id || d.Sem != libpcp.Semantics(id) {
			t.Errorf("%d: %v, %v", id, d, ok)
		}
	}
	if _, ok := l.desc(ids); ok {
		t.Error("a descriptor of no metric")
	}
	next := 0
	l.eachName(func(name string, i int, id libpcp.PMID) {
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

// TestSecondNames has a metric described again, with names that it had and others: each
// is its name once.
func TestSecondNames(t *testing.T) {
	m := newMetadata(Policy{})
	d := libpcp.Desc{PMID: 1, Type: libpcp.Type32, InDom: libpcp.NullInDom}
	for _, names := range [][]string{{"a"}, {"a", "b"}, {"b", "c"}, {"c", "c"}} {
		if err := m.addDesc(logfile.AppendDesc(nil, &d, names)); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	m.metrics.eachName(func(name string, _ int, _ libpcp.PMID) { got = append(got, name) })
	if !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Error(got)
	}
}
