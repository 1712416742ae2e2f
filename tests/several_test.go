package tests

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/tests/internal/conform"
)

// TestSeveral compares the tools on lists and directories of archives: with
// different metrics, missing, and cut short where they begin.
func TestSeveral(t *testing.T) {
	dir := t.TempDir()
	file := &conform.File{Name: "several"}
	makeLists(t, dir)
	for _, list := range strings.Fields(`a b cut a,b b,a a,cut cut,a a,b,cut b,cut cut,b a,deep deep,a deep,a,deep a,a a,a.meta a,a.meta,nosuch
		nosuch, ,nosuch nosuch,nosuch nosuch,, a,, a,nosuch nosuch,a ,,a a,,nosuch nosuch,,, , ,, ,,,
		one one, two none none,a none, none,none none,nosuch nosuch,none a,one one,none one,a two,a a,other other,a a,other,nosuch`) {
		for _, line := range []string{"pminfo -a ", "pminfo -dm -a ", "pmval -t 10 m.x1 -a "} {
			addLine(file, "PCP_DERIVED_CONFIG=", line+list)
			// A list of nothing but commas is too much for libpcp (C).
			file.Cases[len(file.Cases)-1].Damaged = list == ","
		}
	}
	makeSet(t, filepath.Join(dir, "set"))
	makeSet(t, dir)
	for line := range strings.Lines(setLines) {
		if line = strings.TrimSpace(line); line != "" {
			addLine(file, "PCP_DERIVED_CONFIG=", strings.ReplaceAll(line, "SET", "set"))
		}
	}
	for _, list := range []string{"a1,a2,a3", "a1,./a2,a3", "a1.index,a2.0,a3.meta"} {
		addLine(file, "PCP_DERIVED_CONFIG=", "pmval -t 20 -a "+list+" m.ins")
	}
	for _, name := range makeFeatures(t, dir) {
		addLine(file, "PCP_DERIVED_CONFIG=", "pmprobe -v -a "+name)
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}

const setLines = `
	pmval -t 20 -a SET m.ins
	pmval -r -t 20 -a SET m.dis
	pmval -t 20 -a SET m.ctr
	pmval -r -t 20 -a SET m.ctr
	pmval -t 20 -a SET m.str
	pmval -t 7 -a SET m.ins
	pmval -t 100 -a SET m.ins
	pmval -t 250 -a SET m.ins
	pmval -t 20 -S +110 -a SET m.ins
	pmval -t 20 -S +120 -a SET m.ins
	pmval -t 20 -S +130 -a SET m.ins
	pmval -t 7 -S +170 -r -a SET m.dis
	pmval -U SET m.ins
	pmval -S +30 -U SET m.ins
	pmval -S +130 -U SET m.ins
	pminfo -f -a SET
	pminfo -f -O 115 -a SET
	pmprobe -v -O 30 -a SET
	pmprobe -v -O 130 -a SET
	pmprobe -v -O -0 -a SET`

// single is a metric without instances.
func single(item uint32, typ libpcp.Type, sem libpcp.Semantics, name string) archivetest.Metric {
	m := numbered(3, item, name)
	m.Type, m.Sem, m.InDom = typ, sem, libpcp.NullInDom
	return m
}

// minute writes an archive of six records, ten seconds apart, from some seconds
// on.
func minute(t *testing.T, base string, version, start int, metrics ...archivetest.Metric) {
	t.Helper()
	h := &archivetest.History{Version: version, Start: handmadeStart.Add(time.Duration(start) * time.Second), Metrics: metrics}
	for i := range 6 {
		r := &libpcp.Result{Time: h.Start.Add(time.Duration(10*i) * time.Second)}
		for _, m := range metrics {
			r.Sets = append(r.Sets, gridSet(m, nil, (start+i)/10, nil))
		}
		h.Records = append(h.Records, r)
	}
	if err := os.MkdirAll(filepath.Dir(base), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := h.Write(base); err != nil {
		t.Fatal(err)
	}
}

// makeLists makes archives that do or do not go together.
func makeLists(t *testing.T, dir string) {
	x1 := single(1, libpcp.TypeU32, libpcp.SemInstant, "m.x1")
	other := func(item uint32, name string) archivetest.Metric {
		return single(item, libpcp.TypeU32, libpcp.SemInstant, name)
	}
	minute(t, filepath.Join(dir, "a"), 2, 0, x1)
	minute(t, filepath.Join(dir, "b"), 2, 100, other(2, "m.x2"), single(1, libpcp.Type64, libpcp.SemInstant, "m.x1"), other(3, "m.x3"))
	minute(t, filepath.Join(dir, "cut"), 2, 200, x1, other(4, "n.x4"), other(5, "n.x5"))
	minute(t, filepath.Join(dir, "deep"), 3, 300, x1, other(6, "m.y.x6"), other(7, "o.p.x7"), other(8, "o.p.x8"), other(9, "q"))
	for _, name := range []string{"one/bad", "two/bad", "two/worse", "none/x"} {
		minute(t, filepath.Join(dir, name), 2, 400, x1)
	}
	for _, name := range []string{"one/bad", "two/bad", "two/worse"} {
		change(t, filepath.Join(dir, name+".0"), func(b []byte) []byte { b[7] = 1; return b })
	}
	change(t, filepath.Join(dir, "cut.meta"), func(b []byte) []byte { return b[:len(b)-6] })
	for _, suffix := range []string{".0", ".meta", ".index"} {
		if err := os.Remove(filepath.Join(dir, "none/x"+suffix)); err != nil {
			t.Fatal(err)
		}
	}
	h := &archivetest.History{Version: 2, Host: "elsewhere.example", Start: handmadeStart, Metrics: []archivetest.Metric{x1}}
	h.Records = []*libpcp.Result{{Time: h.Start, Sets: []libpcp.ValueSet{gridSet(x1, nil, 1, nil)}}}
	if err := h.Write(filepath.Join(dir, "other")); err != nil {
		t.Fatal(err)
	}
}

// change rewrites a file.
func change(t *testing.T, name string, to func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, to(b), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// makeSet makes a directory of three archives.
func makeSet(t *testing.T, dir string) {
	metrics := []archivetest.Metric{
		single(1, libpcp.TypeU32, libpcp.SemInstant, "m.ins"), single(2, libpcp.TypeU32, libpcp.SemDiscrete, "m.dis"),
		single(3, libpcp.TypeU32, libpcp.SemCounter, "m.ctr"), single(4, libpcp.TypeString, libpcp.SemInstant, "m.str"),
	}
	for n, name := range []string{"a1", "a2", "a3"} {
		minute(t, filepath.Join(dir, name), 2, 100*n, metrics...)
	}
}

// makeFeatures makes archives with feature bits in their labels.
func makeFeatures(t *testing.T, dir string) (names []string) {
	for i, features := range []uint32{0, 1, 2, 1 << 30, 1 << 31, 1<<31 | 1} {
		for _, part := range []string{".0 .meta .index", ".meta", ".index"} {
			name := fmt.Sprintf("features%d%s", i, strings.ReplaceAll(strings.ReplaceAll(part, " ", ""), ".", "-"))
			minute(t, filepath.Join(dir, name), 3, 0, single(1, libpcp.TypeU32, libpcp.SemInstant, "m.x1"))
			for _, suffix := range strings.Fields(part) {
				change(t, filepath.Join(dir, name+suffix), func(b []byte) []byte {
					binary.BigEndian.PutUint32(b[28:], features)
					return b
				})
			}
			names = append(names, name)
		}
	}
	return names
}
