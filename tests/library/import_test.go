package library

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// TestImport writes an archive in C, by libpcp_import, and in Go, which is the same
// to pmdumplog.
func TestImport(t *testing.T) {
	need.Headers(t)
	pmdumplog := need.Tool(t, "pmdumplog")
	c := build(t, nil, "import.c", "-l:libpcp_import.so.1")
	writer := regexp.MustCompile(`PID for pmlogger: .*`)
	for _, version := range []int{2, 3} {
		t.Run(strconv.Itoa(version), func(t *testing.T) {
			dir := t.TempDir()
			dump := func(name string) string {
				cmd := exec.Command(pmdumplog, "-zdehilm", filepath.Join(dir, name))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", cmd, err, out)
				}
				return writer.ReplaceAllString(string(out), "PID")
			}
			c.run(t, "", filepath.Join(dir, "genuine"), strconv.Itoa(version))
			if err := importArchive(filepath.Join(dir, "ours"), version); err != nil {
				t.Fatal(err)
			}
			same(t, dump("genuine"), dump("ours"))
		})
	}
}

// importArchive writes what testdata/import.c does.
func importArchive(base string, version int) error {
	start := time.Unix(1500000000, 0)
	w, err := archive.Create(base, archive.WriterOptions{Version: version, Label: libpcp.LogLabel{Start: start, Host: "host.example.com", Timezone: "UTC"}})
	if err != nil {
		return err
	}
	disks := libpcp.NewInDom(245, 1)
	reads := libpcp.Desc{PMID: libpcp.NewPMID(245, 0, 1), Type: libpcp.TypeU32, InDom: disks, Sem: libpcp.SemCounter, Units: libpcp.Count}
	load := libpcp.Desc{PMID: libpcp.NewPMID(245, 0, 2), Type: libpcp.TypeDouble, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant}
	state := libpcp.Desc{PMID: libpcp.NewPMID(245, 0, 3), Type: libpcp.TypeString, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	total := libpcp.Desc{PMID: libpcp.NewPMID(245, 1, 0), Type: libpcp.TypeU64, InDom: libpcp.NullInDom, Sem: libpcp.SemCounter, Units: libpcp.KByte}
	instances := []libpcp.Instance{{ID: 3, Name: "sda first disk"}, {ID: 5, Name: "sdb"}}
	text := func(kind libpcp.TextKind, id uint32, text string) error {
		return w.AddText(libpcp.TextID{Kind: kind, Ident: id}, text)
	}
	label := func(class libpcp.LabelClass, id uint32, sets ...libpcp.LabelSet) error {
		return w.AddLabels(start, libpcp.LabelID{Class: class, Ident: id}, sets)
	}
	labelled := func(inst int32, name, value string) libpcp.LabelSet {
		return libpcp.LabelSet{Inst: inst, Labels: []libpcp.Label{{Name: name, Value: value}}}
	}
	for _, err := range []error{
		w.AddDesc(reads, "imported.disk.reads"), w.AddDesc(load, "imported.load"),
		w.AddDesc(state, "imported.state"), w.AddDesc(total, "imported.total"),
		w.AddInstances(start, disks, instances),
		text(libpcp.TextPMID|libpcp.TextOneLine, uint32(reads.PMID), "reads of disks"),
		text(libpcp.TextPMID|libpcp.TextHelp, uint32(reads.PMID), "reads of disks,\nin two lines"),
		text(libpcp.TextInDom|libpcp.TextOneLine, uint32(disks), "the disks"),
		label(libpcp.LabelContext, math.MaxUint32, labelled(libpcp.NullInst, "site", `"here"`)),
		label(libpcp.LabelItem, uint32(reads.PMID), labelled(libpcp.NullInst, "kind", `"disk"`)),
		label(libpcp.LabelInstances, uint32(disks), labelled(3, "model", `"x"`), labelled(5, "model", `"17"`)),
	} {
		if err != nil {
			return err
		}
	}
	last := start
	for i := range 6 {
		at := start.Add(time.Duration(10*i)*time.Second + time.Duration(i%3)*250*time.Millisecond)
		if i == 3 {
			instances = append([]libpcp.Instance{{ID: 1, Name: "sdc"}}, instances...)
			if err := w.AddInstances(at, disks, instances); err != nil {
				return err
			}
			if err := w.Mark(last.Add(time.Millisecond)); err != nil {
				return err
			}
		}
		r := &libpcp.Result{Time: at, Sets: []libpcp.ValueSet{{PMID: reads.PMID, Values: []libpcp.Value{{Inst: 3, Word: uint32(1000 * i)}}}}}
		set := &r.Sets[0]
		if i != 1 {
			set.Values = append(set.Values, libpcp.Value{Inst: 5, Word: math.MaxUint32})
		}
		if i >= 3 {
			set.Values = append([]libpcp.Value{{Inst: 1, Word: 7}}, set.Values...)
		}
		put := func(id libpcp.PMID, a libpcp.Atom) error {
			set, err := libpcp.NewValueSet(id, libpcp.NullInst, a)
			r.Sets = append(r.Sets, set)
			return err
		}
		if i%2 == 0 {
			err = put(load.PMID, libpcp.DoubleAtom(0.25))
		}
		switch i {
		case 0:
			err = put(state.PMID, libpcp.StringAtom("up and running"))
		case 4:
			err = put(state.PMID, libpcp.StringAtom(""))
		}
		if err == nil {
			err = put(total.PMID, libpcp.Uint64Atom(math.MaxUint64))
		}
		if err == nil {
			err = w.Append(r)
		}
		if err != nil {
			return fmt.Errorf("record %d: %w", i, err)
		}
		last = at
	}
	return w.Close()
}
