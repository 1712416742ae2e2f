package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
)

// listText is a counter that is no number.
var listText = libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 3), Type: libpcp.TypeString, InDom: libpcp.NewInDom(70, 1), Sem: libpcp.SemCounter}

// writeSketch writes an archive of records, a word each: its second, and c and s with
// the instances of listCounter and listText that have values, d for listDiscrete;
// without any it is a mark. Behind | is another volume.
func writeSketch(t *testing.T, base, sketch string) {
	t.Helper()
	words := strings.Fields(sketch)
	at := func(word string) (time.Time, string) {
		var s int
		_, err := fmt.Sscanf(word, "%d", &s)
		must(t, err)
		return time.Unix(1e9+int64(s), 0), strings.TrimLeft(word, "0123456789")
	}
	start, _ := at(words[0])
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: start}, IndexSize: 100})
	must(t, err)
	list := []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: "two"}, {ID: 3, Name: "three"}}
	must(t, w.AddDesc(listCounter, "counter"), w.AddDesc(listDiscrete, "discrete"), w.AddDesc(listText, "text"), w.AddInstances(start, listCounter.InDom, list))
	for _, word := range words {
		if word == "|" {
			w.NewVolume()
			continue
		}
		at, sets := at(word)
		r := &libpcp.Result{Time: at}
		second := uint32(at.Unix() - 1e9)
		for _, c := range sets {
			switch c {
			case 'c':
				r.Sets = append(r.Sets, libpcp.ValueSet{PMID: listCounter.PMID})
			case 's':
				r.Sets = append(r.Sets, libpcp.ValueSet{PMID: listText.PMID, Format: libpcp.PointerDynamic})
			case 'd':
				r.Sets = append(r.Sets, libpcp.ValueSet{PMID: listDiscrete.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: second}}})
			default:
				set, inst := &r.Sets[len(r.Sets)-1], c-'0'
				v := libpcp.Value{Inst: inst, Word: uint32(1000*inst) + second}
				if set.PMID == listText.PMID {
					v = libpcp.BlockValue(inst, libpcp.Block{Type: libpcp.TypeString, Data: fmt.Appendf(nil, "s%d\x00", second)})
				}
				set.Values = append(set.Values, v)
			}
		}
		must(t, w.Append(r))
	}
	must(t, w.Close())
}

// TestOddities has calls whose answers only the oddities of libpcp (C) explain that are
// kept for them, each by its name here.
func TestOddities(t *testing.T) {
	oracle := buildOracle(t)
	for _, test := range []struct {
		name, sketch string
		damage       func(base string) error
		gap          int // seconds, up to which marks are ignored
		calls        string
	}{
		{
			name:   "at a mark it is read to the end",
			sketch: "0c123d 2 4c23 6c123s123 8c12 10c123s123d 11c123s123d 12c23",
			damage: func(base string) error { return flip(base+".0", 455) },
			calls:  "mode 1 1000000002 0 1 0\nfetch 8 11800002",
		},
		{
			name:   "the gap between two archives is measured",
			sketch: "0c23 1c123s123 4c12s123 6 10 12c3d 13c123 14c123s23d 15c12s13 16c23s23 ; 23c123s2 25c123s23 26c13 27c1s23 28c23s123d 29c123d 31c3s23 32",
			gap:    3,
			calls:  "mode 1 1000000025 1000000 0 -500000000\nfetch 6 11800001 11800002",
		},
		{
			name:   "values of counters that are no numbers are counted",
			sketch: "0c12 2c123s13 4c123s23d 6c123s1 8c23s23 10c13s13",
			calls:  "mode 1 1000000003 0 -5 0\nfetch 3 11800003",
		},
		{
			name:   "a mark leaves the number",
			sketch: "0c123d 2c123 4c123s123 5c123d 7 9c23d 11c123d 13 14c13",
			calls:  "mode 1 1000000001 0 1 0\nfetch 7 11800002",
		},
		{
			name:   "a mark has the number of the next value",
			sketch: "0c123 1c13 3c12s2d 5c23d 6 8c123 10c123s12d 12c123s23 14 16 18 20c13d 21c13s3d 22c13",
			calls:  "mode 1 1000000013 0 1 0\nfetch 6 11800002",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var bases []string
			for i, sketch := range strings.Split(test.sketch, ";") {
				bases = append(bases, filepath.Join(t.TempDir(), fmt.Sprint("a", i)))
				writeSketch(t, bases[i], sketch)
			}
			if test.damage != nil {
				must(t, test.damage(bases[0]))
			}
			if test.gap > 0 {
				t.Setenv("PCP_IGNORE_MARK_RECORDS", fmt.Sprint(test.gap, "sec"))
				defer func(before Options) { installed = before }(installed)
				installed.IgnoreMarks = func() (time.Duration, bool) { return time.Duration(test.gap) * time.Second, true }
			}
			compare(t, oracle, "open "+strings.Join(bases, ",")+"\n"+test.calls+"\n")
		})
	}
}

// flip changes a byte of a file.
func flip(path string, at int) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	b[at] ^= 1
	return os.WriteFile(path, b, 0o644)
}

// TestDamageBehindGap has a damaged record at the far side of a gap between archives
// that is measured: whatever is left out of the set, replay ends.
func TestDamageBehindGap(t *testing.T) {
	var bases []string
	for i, sketch := range []string{"0c12 1c12 2c12", "10c12 11c12 12c12", "20c12 21c12 22c12"} {
		bases = append(bases, filepath.Join(t.TempDir(), fmt.Sprint("a", i)))
		writeSketch(t, bases[i], sketch)
	}
	info, err := os.Stat(bases[1] + ".0")
	must(t, err)
	must(t, flip(bases[1]+".0", int(info.Size())-1))
	for _, step := range []time.Duration{time.Second, -time.Second} {
		a, err := Open(t.Context(), strings.Join(bases, ","), Options{
			IgnoreMarks: func() (time.Duration, bool) { return time.Minute, true },
		})
		must(t, err)
		defer a.Close()
		c := libpcp.NewContext(a)
		for second := range 24 {
			must(t, c.SetMode(t.Context(), libpcp.ModeInterp, time.Unix(1e9+int64(23-second), 5e8), step))
			for err = nil; err == nil; {
				_, err = c.Fetch(t.Context(), []libpcp.PMID{listCounter.PMID})
			}
		}
	}
}
