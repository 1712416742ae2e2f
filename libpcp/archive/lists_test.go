package archive

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// member is one archive of a list: records at some seconds, of a counter of three
// instances, the last of which goes at a time, and of a discrete metric.
type member struct {
	times []int
	gone  int
}

var (
	listCounter  = libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 1), Type: libpcp.TypeU32, InDom: libpcp.NewInDom(70, 1), Sem: libpcp.SemCounter}
	listDiscrete = libpcp.Desc{PMID: libpcp.NewPMID(70, 0, 2), Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
)

// write writes the archive.
func (p member) write(t *testing.T, base string) {
	t.Helper()
	at := func(s int) time.Time { return time.Unix(1e9+int64(s), 0) }
	w, err := Create(base, WriterOptions{Label: libpcp.LogLabel{Host: "h", PID: 1, Start: at(p.times[0])}})
	if err != nil {
		t.Fatal(err)
	}
	list := []libpcp.Instance{{ID: 1, Name: "one"}, {ID: 2, Name: "two"}, {ID: 3, Name: "three"}}
	help := libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(listCounter.PMID)}
	must(t, w.AddDesc(listCounter, "counter"), w.AddDesc(listDiscrete, "discrete"), w.AddText(help, "help"),
		w.AddInstances(at(p.times[0]), listCounter.InDom, list))
	for i, s := range p.times {
		n := len(list)
		if s >= p.gone {
			n--
			must(t, w.AddInstances(at(s), listCounter.InDom, list[:n]))
		}
		set := libpcp.ValueSet{PMID: listCounter.PMID}
		for _, inst := range list[:n] {
			set.Values = append(set.Values, libpcp.Value{Inst: inst.ID, Word: uint32(1000*inst.ID) + uint32(s)})
		}
		sets := []libpcp.ValueSet{set}
		if i%3 == 0 {
			sets = append(sets, libpcp.ValueSet{PMID: listDiscrete.PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(s)}}})
		}
		must(t, w.Append(&libpcp.Result{Time: at(s), Sets: sets}))
	}
	must(t, w.Close())
}

// every is the seconds from one to another, in steps.
func every(from, to, step int) (times []int) {
	for s := from; s <= to; s += step {
		times = append(times, s)
	}
	return times
}

// lists are lists of archives one after another, with one that begins where
// another ends, and that overlap.
var lists = map[string][]member{
	"consecutive": {{every(0, 9, 1), 4}, {every(20, 29, 1), 99}, {every(31, 39, 2), 35}},
	"adjoining":   {{every(0, 9, 1), 4}, {every(9, 29, 1), 99}},
	"overlapping": {{every(0, 12, 1), 4}, {every(9, 29, 1), 99}},
	"within":      {{every(0, 30, 1), 4}, {every(9, 15, 2), 99}},
	"three":       {{every(0, 12, 1), 4}, {every(9, 15, 2), 99}, {every(11, 30, 3), 15}},
	"apart":       {{every(0, 12, 1), 40}, {every(19, 25, 2), 99}},
	"single":      {{every(0, 0, 1), 40}, {every(9, 29, 1), 99}},
}

// writeList writes a list, and returns what names it.
func writeList(t *testing.T, dir string, parts []member) string {
	var bases []string
	for i, p := range parts {
		base := filepath.Join(dir, fmt.Sprint("a", i))
		p.write(t, base)
		bases = append(bases, base)
	}
	return strings.Join(bases, ",")
}

// TestLists replays lists of archives as libpcp (C) does: forwards and backwards,
// across the ends of archives, with values that end before.
func TestLists(t *testing.T) {
	oracle := buildOracle(t)
	for name, parts := range lists {
		t.Run(name, func(t *testing.T) {
			open := "open " + writeList(t, t.TempDir(), parts) + "\n"
			last := parts[len(parts)-1].times
			for _, mode := range []string{"mode 2 1000000000 0 0 0", fmt.Sprintf("mode 3 %d 0 0 0", 1000000000+last[len(last)-1])} {
				single := strings.Repeat("record 1\n", 60)
				compare(t, oracle, open+mode+"\n"+single)
				compare(t, oracle, open+mode+fmt.Sprintf("\nfetch 80 %08x\n", uint32(listDiscrete.PMID)))
			}
			for _, step := range []string{"1 0", "0 700000000", "3 0", "7 500000000"} {
				for _, ids := range []string{"%08[1]x", "%08[2]x", "%08[1]x %08[2]x"} {
					ids = fmt.Sprintf(ids, uint32(listCounter.PMID), uint32(listDiscrete.PMID))
					forth := fmt.Sprintf("mode 1 1000000000 0 %s\nfetch 60 %s\n", step, ids)
					back := fmt.Sprintf("mode 1 %d 0 -%s\nfetch 60 %s\n", 1e9+last[len(last)-1], strings.Replace(step, " ", " -", 1), ids)
					compare(t, oracle, open+forth)
					compare(t, oracle, open+back)
				}
			}
		})
	}
}

// TestListsMark has a replay that begins with the last record of an archive: the
// mark behind it is read while looking for an instance that is gone, and ends the
// values of the others all the same.
func TestListsMark(t *testing.T) {
	oracle, dir := buildOracle(t), t.TempDir()
	first, second := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	member{every(0, 12, 1), 4}.write(t, first)
	member{every(19, 25, 2), 99}.write(t, second)
	compare(t, oracle, fmt.Sprintf("open %s,%s\nmode 1 1000000012 0 0 423522490\nfetch 1 %08[3]x\nfetch 5 %08[3]x\n",
		first, second, uint32(listCounter.PMID)))
}

// TestListsHistory has calls whose answers depend on those before, by the mark
// between two archives that was read last, and by what is where archives overlap.
func TestListsHistory(t *testing.T) {
	oracle := buildOracle(t)
	for _, test := range []struct{ list, calls string }{
		// the mark before the start of an archive is read again forwards, or not
		{"adjoining", "mode 1 1000000009 871135409 1 450000000\nfetch 1 11800001"},
		{"adjoining", "mode 1 1000000011 0 0 644444444\nfetch 1 11800002\nmode 1 1000000016 0 1 0\nmode 1 1000000029 700000 4 833333333\nfetch 1 11800002"},
		{"apart", "mode 1 1000000007 0 60 0\nfetch 1 11800001\nmode 1 1000000019 700000 1 308219169\nfetch 1 11800001"},
		{"apart", "mode 1 1000000020 0 1 0\nfetch 1 11800001\nmode 1 1000000004 0 1 308219169\nmode 1 1000000019 700000 1 308219169\nfetch 1 11800001"},
		{"apart", "mode 1 1000000006 0 0 -1\nfetch 1 11800001\nmode 1 1000000006 0 -1 -86956521\nfetch 2 11800001"},
		{"consecutive", "mode 1 1000000002 0 -3 -418508895\nfetch 1 11800001\nmode 1 1000000033 0 0 829787234\nmode 1 1000000028 999000000 0 -866666666\nfetch 1 11800001"},
		{"within", "mode 1 1000000001 555351392 -6 0\nfetch 1 11800002\nmode 2 1000000000 0 18 0\nfetch 1 11800002"},
		// that after its end, backwards, while another instance has none
		{"within", "mode 1 1000000008 0 0 -441176470\nfetch 1 11800002\nfetch 3 11800001"},
		{"apart", "mode 1 1000000007 1000000 -3 -571428571\nfetch 1 11800001\nmode 1 1000000011 1 0 0\nfetch 1 11800001\nmode 1 1000000020 0 0 609756097\nfetch 1 11800001"},
		// a mark takes the place of a value
		{"within", "mode 1 1000000011 776042596 1 0\nmode 1 -1 0 0 405405405\nfetch 1 11800002 11800001\nfetch 1 11800002"},
		// a mark read ahead remains the last thing read: its time is the
		// archive's end
		{"single", "mode 1 1000000000 0 1 0\nfetch 3 11800002"},
		// an instance without values up to the time is not looked for again
		{"overlapping", "mode 1 1000000007 0 0 0\nfetch 1 11800001\nmode 1 1000000009 1000 6 0\nmode 1 1000000009 1000 0 617021276\nfetch 3 11800001"},
		// there is nothing before, seen from the other archive
		{"three", "mode 1 1000000010 999999999 0 -659090909\nfetch 1 11800002\nfetch 1 11800001"},
		{"three", "mode 1 1000000012 999999 -6 0\nfetch 2 11800002\nmode 1 1000000007 1000000 0 630434782\nfetch 1 11800002"},
		{"overlapping", "mode 1 1000000005 0 0 0\nfetch 1 11800002 11800001\nmode 1 -1 0 0 659090909\nfetch 1 11800001"},
		{"overlapping", "mode 1 1000000006 0 -1 0\nfetch 1 11800001 11800002\nmode 1 1000000005 1000000 9 294919205\nfetch 1 11800002 11800001"},
		{"overlapping", "mode 1 1000000007 1000000 0 -127733865\nfetch 1 11800001\nmode 1 1000000013 0 -2 -774797130\n" +
			"mode 1 1000000008 999000000 3 479280312\nfetch 1 11800002 11800001\nfetch 2 11800001"},
		// at the time of a mark it is read once more after a turn, at each fetch
		{"within", "mode 1 1000000015 0 0 0\nfetch 1 11800002\nmode 1 1000000008 999000000 0 0\nfetch 1 11800001\nfetch 1 11800001 11800002"},
		// also where the mark was passed on the way to the time
		{"consecutive", "mode 1 1000000009 1000000 4 875000000\nfetch 1 11800002 11800001\nfetch 1 11800001\nfetch 2 11800002"},
		// that there is nothing else is not known then
		{"consecutive", "mode 1 1000000009 1000000 60 0\nfetch 1 11800002\nmode 1 1000000000 0 7 800000000\nfetch 2 11800001\nfetch 1 11800002"},
		// what there is not after a time is not looked for before it, backwards
		{"within", "mode 1 1000000002 1000000 0 468750000\nfetch 1 11800001\nmode 1 1000000023 999999999 -2 -142857142\nfetch 1 11800001\n" +
			"fetch 1 11800002\nfetch 1 11800001 11800002\nmode 1 1000000000 700000 20 0\nfetch 2 11800001"},
		// from a value at just the time, before a mark, it is looked behind at once
		{"apart", "mode 1 1000000020 0 -5 0\nfetch 2 11800001\nmode 1 1000000012 0 1 0\nfetch 2 11800001"},
		{"apart", "mode 1 1000000020 0 -5 0\nfetch 2 11800001\nmode 1 1000000012 0 1 0\nfetch 2 11800002 11800001"},
		{"consecutive", "mode 1 1000000023 0 -5 0\nprofile - 11800001 1 2 3\nprofile + 11800001 1 2\nfetch 3 11800001\n" +
			"mode 1 1000000009 0 1 0\nprofile + 11800001\nfetch 1 11800001\nfetch 1 11800002 11800001"},
		{"single", "mode 1 1000000016 0 -5 -201319052\nfetch 2 11800001\nfetch 1 11800002 11800001\nmode 1 1000000000 0 1 0\n" +
			"fetch 1 11800001\nmode 1 1000000017 999999000 1 611111111\nfetch 1 11800001"},
	} {
		compare(t, oracle, "open "+writeList(t, t.TempDir(), lists[test.list])+"\n"+test.calls+"\n")
	}
}

// TestSameArchive lists an archive several times.
func TestSameArchive(t *testing.T) {
	base := filepath.Join(t.TempDir(), "a")
	member{every(0, 9, 1), 4}.write(t, base)
	for n := 1; n < 5; n++ {
		a, err := Open(context.Background(), strings.Repeat(base+",", n), Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		text, err := sourcetest.Direct(a).Text(background, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(listCounter.PMID)})
		if list, err := sourcetest.Direct(a).AllInstances(context.Background(), listCounter.InDom); err != nil || len(list) != 3 {
			t.Errorf("%d times: %v, %v", n, list, err)
		}
		if err != nil || text != "help" {
			t.Errorf("%d times: %q, %v", n, text, err)
		}
	}
}
