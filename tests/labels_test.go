package tests

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
	"pcptools/libpcp"
	"pcptools/tests/internal/conform"
)

// TestChangingLabels compares label sets that change with time, in archives and
// over two of them.
func TestChangingLabels(t *testing.T) {
	dir := t.TempDir()
	file, lists := &conform.File{Name: "labels"}, &conform.File{Name: "lists"}
	for seed := range uint64(12) {
		name := fmt.Sprintf("l%d", seed)
		for i, suffix := range []string{"a", "b"} {
			h := changingLabels(seed*2+uint64(i), handmadeStart.Add(time.Duration(10*i)*time.Second))
			if err := h.Write(filepath.Join(dir, name+suffix)); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []string{"0", "0.5", "1.5", "2.5", "4.5", "12.5"} {
			addLine(file, "PCP_DERIVED_CONFIG=", "pminfo -l -a "+name+"a -O "+at)
			addLine(lists, "PCP_DERIVED_CONFIG=", "pminfo -l -a "+name+"a,"+name+"b -O "+at)
		}
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
		if in != nil { // 6.0.3 takes the sets of one archive for those of another
			compare(t, conform.Options{Dir: dir, Tree: in}, lists)
		}
	})
}

// TestLabelFiles compares the labels that files give the machine.
func TestLabelFiles(t *testing.T) {
	dir := t.TempDir()
	file := &conform.File{Name: "labelfiles"}
	writeFile(t, filepath.Join(dir, "pmns"), "root { n 60:0:32 }\n")
	dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "linux", "pmda_linux.so")
	for i, text := range []string{
		`{"A":1,"_B":2,"3C":3}`, `{"ok":3,"a-b":4}`, `{"s":{"a-b":1,"c":2},"d":3}`, `{"s-t":{"a":1},"d":3}`, `{"s":{"b-":2},"t":1}`,
		`{"x-":{"y":{"z":1}},"t":{"u-":{"v":1},"w":1}}`, `{"9.8":1,"z":0}`, `{"a":1,"a":2}`, `{"a-b":bad,"d":1}`, `{"a-b":1}`, `{"a.b":1,"c":2}`,
	} {
		etc := fmt.Sprintf("etc%d", i)
		if err := os.MkdirAll(filepath.Join(dir, etc, "labels"), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(dir, etc, "labels", "f"), text+"\n")
		addLine(file, "PCP_DERIVED_CONFIG= PCP_SYSCONF_DIR="+filepath.Join(dir, etc),
			fmt.Sprintf("pminfo -n pmns -L -K clear -K add,60,%s,linux_init -l n", dso))
	}
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		compare(t, conform.Options{Dir: dir, Tree: in}, file)
	})
}

// changingLabels has a record each second, and new label sets now and then:
// those before with a label changed, a set more or less, or none of it.
func changingLabels(seed uint64, start time.Time) *archivetest.History {
	rng := rand.New(rand.NewPCG(seed, 30))
	metric := numbered(1, 1, "c1.i1")
	h := thingHistory(2+int(seed/2%2), metric)
	h.Start = start
	for v := range h.Domains[0].Versions {
		h.Domains[0].Versions[v].From = start
	}
	h.Domains[0].Versions = h.Domains[0].Versions[:1]
	for i, r := range h.Records {
		r.Time = start.Add(time.Duration(i) * time.Second)
	}
	things := h.Domains[0].Versions[0].Instances
	for _, id := range []libpcp.LabelID{
		{Class: libpcp.LabelInstances, Ident: uint32(metric.InDom)},
		{Class: libpcp.LabelItem, Ident: uint32(metric.PMID)},
		{Class: libpcp.LabelContext},
	} {
		values := []int{0, 0, 0}
		for i := range 5 {
			if i > 0 && rng.IntN(2) == 0 {
				values[rng.IntN(3)]++
			}
			var sets []libpcp.LabelSet
			for n, inst := range things {
				if id.Class != libpcp.LabelInstances && n > 0 || i > 0 && rng.IntN(4) == 0 && len(sets) > 0 {
					continue
				}
				set := libpcp.LabelSet{Inst: inst.ID, Labels: []libpcp.Label{
					{Name: "name", Value: fmt.Sprintf(`"%s"`, inst.Name)}, {Name: "value", Value: fmt.Sprint(values[n])},
				}}
				if id.Class != libpcp.LabelInstances {
					set.Inst = libpcp.NullInst
				}
				sets = append(sets, set)
			}
			h.Labels = append(h.Labels, archivetest.Labels{From: start.Add(time.Duration(i) * time.Second), ID: id, Sets: sets})
		}
	}
	return h
}
