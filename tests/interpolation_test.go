package tests

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/tests/internal/conform"
)

// inEachRelease runs a test on the tools of this machine and on those of the
// other releases.
func inEachRelease(t *testing.T, test func(t *testing.T, in *tree.Tree)) {
	t.Run("installed", func(t *testing.T) {
		need.PCP(t)
		test(t, nil)
	})
	tools, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range releases {
		t.Run(version, func(t *testing.T) { test(t, need.Tree(t, version, tools)) })
	}
}

// TestInterpolation compares pmval on archives whose values lie on a grid, so
// that samples fall on them, between them and half-way.
func TestInterpolation(t *testing.T) {
	dir := t.TempDir()
	file := &conform.File{Name: "interpolation"}
	add := func(name, lines string, h *archivetest.History) {
		if err := h.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		for _, m := range h.Metrics {
			one := *h
			one.Metrics = []archivetest.Metric{m}
			first := len(file.Cases)
			addCases(file, lines, name, &one)
			for i := range file.Cases[first:] {
				// libpcp (C) takes a mark for a value at its very time,
				// and follows it to a block.
				file.Cases[first+i].Damaged = m.Sem == libpcp.SemDiscrete && m.Type > libpcp.TypeU32
			}
		}
	}
	add("every-ten", tensLines, tens(0, 10, 20, 30, 40, 50))
	add("mark", tensLines, tens(0, 10, 20, -20.001, 30, 40, 50))
	add("twice", tensLines, tens(0, 10, 10, -20, 20, 20, 30))
	add("once", tensLines, tens(5))
	add("uneven", unevenLines, tens(0, 3, 6.000001, 9.000003, 12, 13))
	add("far", tensLines, tens(0, 40))
	for seed := range uint64(4) {
		add(fmt.Sprintf("grid%d", seed), gridLines, grid(seed))
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}

const (
	tensLines = `
		pmval -r -t 1 -a ARCHIVE METRIC
		pmval -r -t 7 -A 7 -a ARCHIVE METRIC
		pmval -t 3 -S +26 -a ARCHIVE METRIC
		pmval -r -t 2.5 -O +1 -s 30 -a ARCHIVE METRIC
		pmval -r -t 14 -a ARCHIVE METRIC
		pmval -r -t 0.0015 -s 8 -X -a ARCHIVE METRIC
		pmval -r -t 0.0000015 -s 4 -XX -a ARCHIVE METRIC
		pmval -U ARCHIVE METRIC`
	unevenLines = `
		pmval -r -S +4.5 -t 3 -X -a ARCHIVE METRIC
		pmval -r -S +4.500001 -t 3 -X -a ARCHIVE METRIC
		pmval -r -S +1.500001 -t 3 -X -a ARCHIVE METRIC
		pmval -r -t 1.5 -X -a ARCHIVE METRIC`
	gridLines = `
		pmval -r -t 0.05 -s 200 -X -a ARCHIVE METRIC
		pmval -r -t 0.15 -S 0.1 -s 100 -XX -a ARCHIVE METRIC
		pmval -r -t 0.1 -S 0.05 -s 100 -a ARCHIVE METRIC
		pmval -r -t 1.05 -a ARCHIVE METRIC`
)

// gridMetrics are of all types and semantics; those of the things have
// instances.
func gridMetrics() (metrics []archivetest.Metric) {
	item := uint32(0)
	for _, sem := range []libpcp.Semantics{libpcp.SemCounter, libpcp.SemInstant, libpcp.SemDiscrete} {
		for typ := libpcp.Type32; typ <= libpcp.TypeString; typ++ {
			if sem == libpcp.SemCounter && typ == libpcp.TypeString {
				continue
			}
			item++
			m := numbered(3, item, fmt.Sprintf("m%d", item))
			m.Type, m.Sem = typ, sem
			if typ != libpcp.TypeU32 {
				m.InDom = libpcp.NullInDom
			}
			metrics = append(metrics, m)
		}
	}
	return metrics
}

// tens has records at those seconds, or marks where they are negative. Of the
// things the first is in every record, the second in every third and the last
// from the third on.
func tens(seconds ...float64) *archivetest.History {
	h := thingHistory(2, gridMetrics()...)
	h.Records = nil
	for i, s := range seconds {
		var sets []libpcp.ValueSet
		if s >= 0 {
			for _, m := range h.Metrics {
				has := []bool{true, i%3 == 0, i > 1}
				sets = append(sets, gridSet(m, h.Domains[0].Versions[0].Instances, i, func(n int) bool { return has[n] }))
			}
		}
		h.Records = append(h.Records, &libpcp.Result{Time: h.Start.Add(time.Duration(max(s, -s)*1e6+0.5) * time.Microsecond), Sets: sets})
	}
	return h
}

// grid has records of some of the metrics and things at tenths of seconds.
func grid(seed uint64) *archivetest.History {
	rng := rand.New(rand.NewPCG(seed, 20))
	h := thingHistory(2+int(seed%2), gridMetrics()...)
	h.Start = h.Start.Add(time.Duration(rng.IntN(1e6)) * time.Microsecond)
	h.Domains[0].Versions[0].From = h.Start
	h.Domains[0].Versions[1].From = h.Start.Add(3 * time.Second)
	h.Records = nil
	at := h.Start
	for i := range 40 {
		var sets []libpcp.ValueSet
		for _, m := range h.Metrics {
			if i > 0 && rng.IntN(12) == 0 {
				continue
			}
			sets = append(sets, gridSet(m, h.Domains[0].Versions[0].Instances, i, func(int) bool { return rng.IntN(3) > 0 }))
		}
		if i > 0 && rng.IntN(10) == 0 {
			sets = nil
		}
		h.Records = append(h.Records, &libpcp.Result{Time: at, Sets: sets})
		at = at.Add(time.Duration(1+rng.IntN(3)) * 100 * time.Millisecond)
	}
	return h
}

// gridSet is the values of a metric in the i-th record; those of the things
// that are there.
func gridSet(m archivetest.Metric, things []libpcp.Instance, i int, there func(n int) bool) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: m.PMID}
	insts := []int32{libpcp.NullInst}
	if m.InDom != libpcp.NullInDom {
		insts = nil
		for n, inst := range things {
			if there(n) {
				insts = append(insts, inst.ID)
			}
		}
	}
	for n, inst := range insts {
		var v libpcp.Value
		v, set.Format, _ = libpcp.NewValue(inst, gridAtom(m.Type, 100+10*i+100*n))
		set.Values = append(set.Values, v)
	}
	return set
}

func gridAtom(typ libpcp.Type, n int) libpcp.Atom {
	switch typ {
	case libpcp.Type32:
		return libpcp.Int32Atom(int32(n))
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(n))
	case libpcp.Type64:
		return libpcp.Int64Atom(int64(n))
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(uint64(n))
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(float32(n))
	case libpcp.TypeDouble:
		return libpcp.DoubleAtom(float64(n))
	}
	return libpcp.StringAtom(fmt.Sprint(n))
}
