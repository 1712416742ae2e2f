package libpcp_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// recordedArray is one line of testdata/events.txt.
type recordedArray struct {
	name    string
	block   libpcp.Block
	status  int
	records []recordedEvent
}

type recordedEvent struct {
	Sec, Frac int64
	NumPMID   int
	Sets      []struct {
		PMID   string
		ValFmt libpcp.Format
		Inst   int32
		Word   uint32
		VType  libpcp.Type
		VLen   int
		Data   string
	}
}

func recordedArrays(t testing.TB) []recordedArray {
	text, err := os.ReadFile("testdata/events.txt")
	if err != nil {
		t.Fatal(err)
	}
	var arrays []recordedArray
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), " | ")
		a := recordedArray{name: f[0]}
		typ, err1 := strconv.Atoi(f[1])
		data, err2 := hex.DecodeString(strings.Trim(f[2], "-"))
		status, err3 := strconv.Atoi(f[3])
		err4 := json.Unmarshal([]byte(f[4]), &a.records)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Fatalf("%s: %v", f[0], err)
		}
		a.block, a.status = libpcp.Block{Type: libpcp.Type(typ), Data: data}, status
		arrays = append(arrays, a)
	}
	return arrays
}

// overruns are the arrays for which libpcp (C) reads past a
// parameter that is too short for its type, or has a length below four: those
// are malformed here.
var overruns = []string{
	"type 0 len 4 of 0", "type 1 len 4 of 0", "type 2 len 8 of 4", "type 2 len 4 of 0",
	"type 3 len 8 of 4", "type 4 len 4 of 0", "type 5 len 8 of 4", "type 6 len 3 of 0",
	"type 6 len 0 of 0", "type 1 len 3 of 0", "type 1 len 3 of 4", "type 6 len 3 of 4",
	"type 7 len 1 of 0",
}

func TestUnpackEventsAsRecorded(t *testing.T) {
	for _, a := range recordedArrays(t) {
		t.Run(a.name, func(t *testing.T) {
			records, err := libpcp.UnpackEvents(a.block)
			if slices.Contains(overruns, a.name) {
				if !errors.Is(err, libpcp.ErrTooBig) {
					t.Fatalf("error %v, want %v", err, libpcp.ErrTooBig)
				}
				return
			}
			status := len(records)
			if err != nil {
				status = int(libpcp.Code(err))
			}
			if status != a.status {
				t.Fatalf("status %d (%v), want %d", status, err, a.status)
			}
			for i := range records {
				compareEvent(t, &records[i], a.records[i], a.block.Type)
			}
		})
	}
}

func compareEvent(t *testing.T, got *libpcp.EventRecord, want recordedEvent, typ libpcp.Type) {
	t.Helper()
	if typ == libpcp.TypeEvent {
		want.Frac *= 1000
	}
	at := got.Time.Unix()*1e9 + int64(got.Time.Nanosecond())
	if wantAt := want.Sec*1e9 + want.Frac; at != wantAt {
		t.Errorf("time %d, want %d", at, wantAt)
	}
	// libpcp (C) has flags and missed count as metrics in front.
	count := int(got.Count)
	sets := want.Sets
	if got.Flags != 0 {
		count++
		if len(sets) > 0 {
			if sets[0].PMID != "511.0.1" || sets[0].Word != uint32(got.Flags) {
				t.Errorf("flags %#x, want %v", uint32(got.Flags), sets[0])
			}
			sets = sets[1:]
		}
	}
	if got.Flags == libpcp.EventMissed {
		count++
		if sets[0].PMID != "511.0.2" || int32(sets[0].Word) != got.Missed {
			t.Errorf("missed %d, want %v", got.Missed, sets[0])
		}
		sets = sets[1:]
	}
	if count != want.NumPMID || len(got.Params) != len(sets) {
		t.Fatalf("%d value sets, %d parameters, want %d, %d", count, len(got.Params), want.NumPMID, len(sets))
	}
	for i, s := range got.Params {
		w := sets[i]
		if s.PMID.String() != w.PMID && w.PMID != "null" || s.Format != w.ValFmt || s.Values[0].Inst != w.Inst {
			t.Errorf("parameter %+v, want %+v", s, w)
		}
		compareParam(t, s.Values[0], w.ValFmt, w.Word, w.VType, w.Data)
	}
}

// compareParam compares a value with one recorded on a little-endian machine.
func compareParam(t *testing.T, got libpcp.Value, format libpcp.Format, word uint32, typ libpcp.Type, data string) {
	t.Helper()
	if format == libpcp.InSitu {
		if got.Word != word {
			t.Errorf("word %#x, want %#x", got.Word, word)
		}
		return
	}
	want, err := hex.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	if typ.Numeric() {
		slices.Reverse(want)
	}
	if got.Block().Type != typ || !bytes.Equal(got.Block().Data, want) {
		t.Errorf("block %v %x, want %v %x", got.Block().Type, got.Block().Data, typ, want)
	}
}

func TestEventFlagsString(t *testing.T) {
	for flags, want := range map[libpcp.EventFlags]string{ // pmEventFlagsStr(3)
		0: "", 1: "point", 3: "point,start", 0x1f: "point,start,end,id,parent", 0x20: "", 0x101: "point",
		0x80000000: "missed", 0x8000001f: "missed", 0x7fffffe0: "", 0xffffffff: "missed",
	} {
		if got := flags.String(); got != want {
			t.Errorf("%#x: %q, want %q", uint32(flags), got, want)
		}
	}
}

func FuzzUnpackEvents(f *testing.F) {
	for _, a := range recordedArrays(f) {
		f.Add(a.block.Type == libpcp.TypeHighResEvent, a.block.Data)
	}
	f.Fuzz(func(t *testing.T, highRes bool, data []byte) {
		b := libpcp.Block{Type: libpcp.TypeEvent, Data: data}
		if highRes {
			b.Type = libpcp.TypeHighResEvent
		}
		equalEvents(t, b)
		records, err := libpcp.UnpackEvents(b)
		if err != nil {
			switch libpcp.Code(err) {
			case libpcp.ErrTooSmall, libpcp.ErrTooBig, libpcp.ErrConv, libpcp.ErrType:
			default:
				t.Fatalf("unexpected %v", err)
			}
		}
		size := 4
		for _, r := range records {
			size += 16
			for _, p := range r.Params {
				size += 8 + len(p.Values[0].Block().Data)
			}
		}
		if size > len(data)+4 {
			t.Errorf("%d bytes of records from %d", size, len(data))
		}
	})
}

func BenchmarkUnpackEvents(b *testing.B) {
	for _, a := range recordedArrays(b) {
		if a.name != "two params flags" {
			continue
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := libpcp.UnpackEvents(a.block); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// equalEvents compares what Events yields with what UnpackEvents returns.
func equalEvents(t *testing.T, b libpcp.Block) {
	t.Helper()
	want, wantErr := libpcp.UnpackEvents(b)
	n, records, err := libpcp.Events(b)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() || n != len(want) {
		t.Fatalf("%d records, %v; want %d, %v", n, err, len(want), wantErr)
	}
	if err != nil {
		return
	}
	for pass := range 2 { // the second leaves parameters out
		i := 0
		for r, params := range records {
			j := 0
			for p := range params {
				w := want[i].Params[j]
				if p.PMID != w.PMID || p.Format != w.Format || !slices.EqualFunc(p.Values, w.Values, libpcp.Value.Equal) {
					t.Fatalf("record %d, parameter %d: %+v, want %+v", i, j, p, w)
				}
				if j++; pass == 1 {
					break
				}
			}
			if !r.Time.Equal(want[i].Time) || r.Flags != want[i].Flags || r.Missed != want[i].Missed || r.Count != want[i].Count || pass == 0 && j != len(want[i].Params) {
				t.Fatalf("record %d: %+v with %d parameters, want %+v", i, r, j, want[i])
			}
			i++
		}
		if i != len(want) {
			t.Fatalf("%d records, want %d", i, len(want))
		}
	}
}
