package tests

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/tests/internal/conform"
)

// TestParts compares the tools on a recording in two archives, one after the
// other or overlapping: a counter whose instances come and go, and a metric that
// is recorded once in each.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	counter := numbered(1, 1, "m.ctr")
	counter.Sem = libpcp.SemCounter
	discrete := single(2, libpcp.TypeU32, libpcp.SemDiscrete, "m.dis")
	part := func(name string, start int, there func(record, instance int) bool) {
		h := &archivetest.History{Version: 2, Start: handmadeStart.Add(time.Duration(start) * time.Second),
			Metrics: []archivetest.Metric{counter, discrete}}
		list := []libpcp.Instance{{ID: 0, Name: "zero"}, {ID: 1, Name: "one and more"}, {ID: 7, Name: "seven"}}
		h.Domains = []archivetest.Domain{{InDom: things, Versions: []archivetest.Membership{{From: h.Start, Instances: list}}}}
		for i := range 6 {
			r := &libpcp.Result{Time: h.Start.Add(time.Duration(10*i) * time.Second)}
			r.Sets = append(r.Sets, gridSet(counter, list, start/10+i, func(n int) bool { return there(i, n) }))
			if i == 0 {
				r.Sets = append(r.Sets, gridSet(discrete, nil, start, nil))
			}
			h.Records = append(h.Records, r)
		}
		if err := h.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	part("first", 0, func(record, instance int) bool { return instance != 1 || record < 3 })
	part("second", 60, func(_, instance int) bool { return instance != 1 })
	part("overlapping", 30, func(record, instance int) bool { return instance == 0 || record > 2 })

	file := &conform.File{Name: "parts"}
	for _, list := range []string{"first,second", "second,first", "first,overlapping", "overlapping,first", "first,overlapping,second"} {
		for _, line := range []string{
			`pmval -s 3 -t 1 -i '"zero","one and more"' -a LIST m.ctr`, `pmval -t 10 -i '"one and more"' -a LIST m.ctr`,
			"pmval -t 7 -a LIST m.ctr", "pmval -r -t 10 -S +25 -a LIST m.ctr", "pmval -t 10 -a LIST m.dis", "pmval -t 10 -S +40 -T +75 -a LIST m.dis",
			"pmval -U LIST m.ctr", "pmval -r -U LIST m.ctr", "pmval -U LIST m.dis", "pminfo -f -O +55 -a LIST m", "pmprobe -v -O +85 -a LIST m",
		} {
			addLine(file, "PCP_DERIVED_CONFIG=", strings.ReplaceAll(line, "LIST", list))
		}
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}
