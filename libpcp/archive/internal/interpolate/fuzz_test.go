package interpolate

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
	"pcptools/libpcp/archive/internal/replay"
	"pcptools/libpcp/archive/internal/specimen"
	"pcptools/libpcp/internal/logfile"
)

// fuzzed are the metrics of a made-up archive: a counter, an instant one, a discrete one.
var fuzzed = [...]libpcp.Desc{
	{PMID: 1025, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemCounter},
	{PMID: 1026, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant},
	{PMID: 1027, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete},
}

// recorded is a value of a metric at a time.
type recorded struct {
	at    logfile.Stamp
	value uint32
}

// madeUp is an archive of as many records as script has triples: tenths of a second
// since the record before, a bit for each metric that is in it (none is a mark), and
// what is added to its values. The first is in the index, and those with odd tenths.
func madeUp(script []byte) (files specimen.Memory, values [len(fuzzed)][]recorded, marks map[logfile.Stamp]bool) {
	marks = make(map[logfile.Stamp]bool)
	l := logfile.Label{Magic: logfile.Magic | 3, PID: 7, Start: logfile.Stamp{Sec: 100}, Host: "h", Zone: "UTC"}
	volume := l.Append(nil)
	l.Volume = logfile.RoleMeta
	meta := l.Append(nil)
	l.Volume = logfile.RoleIndex
	index := l.Append(nil)
	for i := range fuzzed {
		meta = specimen.Framed(meta, logfile.AppendDesc(nil, &fuzzed[i], []string{string(rune('a' + i))}))
	}
	at, value := l.Start, uint32(math.MaxUint32-500)
	for ; len(script) >= 3; script = script[3:] {
		at = logfile.StampOf(at.Time().Add(time.Duration(script[0]) * 100 * time.Millisecond))
		value += uint32(int32(int8(script[2])))
		var sets []libpcp.ValueSet
		for i := range fuzzed {
			if script[1]>>i&1 == 1 {
				sets = append(sets, libpcp.ValueSet{PMID: fuzzed[i].PMID, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: value}}})
				values[i] = append(values[i], recorded{at, value})
			}
		}
		if len(sets) == 0 {
			marks[at] = true
		}
		if first := len(volume) == int(l.Size()); first || script[0]&1 == 1 {
			index = logfile.IndexEntry{At: at, Off: int64(len(volume))}.Append(index, 3)
		}
		volume = specimen.Framed(volume, logfile.AppendResult(nil, at, sets, 3))
	}
	return specimen.Memory{"x.meta": meta, "x.index": index, "x.0": volume}, values, marks
}

// enclosed reports whether a value lies between those recorded at the nearest times
// before and after a time, or is one of them.
func enclosed(list []recorded, at logfile.Stamp, value uint32) bool {
	var before, after logfile.Stamp
	for _, r := range list {
		if !r.at.After(at) {
			before = r.at
		}
		if !r.at.Before(at) && after.Sec == 0 {
			after = r.at
		}
	}
	least, most := uint32(math.MaxUint32), uint32(0)
	for _, r := range list {
		if r.at == before || r.at == after {
			least, most = min(least, r.value), max(most, r.value)
		}
	}
	return least <= value && value <= most
}

// counting is a context that counts how often it is asked, which readers do at each
// record.
type counting struct {
	context.Context
	asked int
}

func (c *counting) Err() error {
	c.asked++
	return nil
}

// FuzzInterpolate replays made-up archives: it reads each record a few times for a fetch,
// and has for a counter what lies between the values recorded before and after, for other
// metrics what was recorded.
func FuzzInterpolate(f *testing.F) {
	script := []byte{10, 7, 3, 11, 7, 5, 10, 0, 0, 13, 7, 200, 9, 2, 1, 10, 7, 9, 255, 7, 4, 0, 7, 6, 11, 5, 1, 7, 6, 250, 3, 7, 2}
	for _, replayed := range [][2]int16{{0, 7}, {4, 10}, {300, -13}, {20, 0}, {3, 100}, {330, -90}, {-20, 15}} {
		f.Add(script, replayed[0], replayed[1])
	}
	f.Fuzz(func(t *testing.T, script []byte, origin, delta int16) {
		script = script[:min(len(script), 300)]
		files, values, marks := madeUp(script)
		ctx := &counting{Context: context.Background()}
		set, meta, err := records.Open(ctx, files, "x", records.Policy{})
		if err != nil {
			return // there is no record
		}
		defer set.Close()
		cur := replay.New(set, nil)
		p := New(cur, set, meta, Rules{Nearest: true, NewSeries: true})
		const tenth = 100 * time.Millisecond
		cur.SetMode(ctx, libpcp.ModeInterp, set.Begin().Time().Add(time.Duration(origin)*tenth), time.Duration(delta)*tenth)
		p.Restart()
		ids := []libpcp.PMID{fuzzed[0].PMID, fuzzed[1].PMID, fuzzed[2].PMID}
		for range 100 {
			ctx.asked = 0
			at, err := p.Fetch(ctx, ids, nil)
			if most := 10 * (len(script)/3 + 10); ctx.asked > most {
				t.Fatalf("%d steps at %v, more than %d", ctx.asked, at, most)
			}
			if errors.Is(err, libpcp.ErrEOL) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var sets [len(fuzzed)]libpcp.ValueSet
			at = logfile.StampOf(at.Time()) // its seconds may not have been carried
			if p.Values(sets[:], ids); marks[at] {
				continue // where a discrete metric may be 0, as in libpcp (C)
			}
			for i, d := range fuzzed {
				for _, v := range sets[i].Values {
					same := func(r recorded) bool { return r.value == v.Word }
					if d.Sem == libpcp.SemCounter && !enclosed(values[i], at, v.Word) || d.Sem != libpcp.SemCounter && !slices.ContainsFunc(values[i], same) {
						t.Fatalf("metric %d is %d at %v of %v", i, v.Word, at, values[i])
					}
				}
			}
		}
	})
}
