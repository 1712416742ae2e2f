package pmda_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// TestEventArrayBytes builds what PCP's sample agent has sent.
func TestEventArrayBytes(t *testing.T) {
	for _, test := range []struct {
		high bool
		want string
	}{
		{false, "00000002 6b0112a3 0003a713 00000001 00000001 07400086 0600000c 6665746368202330" +
			"6b0112a3 0003a713 00000001 00000001 07400086 0600000a 62696e676f21 7e7e"},
		{true, "00000002 000000006b0112a3 000000000e44a238 00000001 00000001 07400086 0600000c 6665746368202330" +
			"000000006b0112a3 000000000e44a238 00000001 00000001 07400086 0600000a 62696e676f21 7e7e"},
	} {
		a := pmda.EventArray{HighRes: test.high}
		for _, text := range []string{"fetch #0", "bingo!"} {
			a.Add(time.Unix(1795232419, 239379e3), libpcp.EventPoint)
			a.Param(libpcp.NewPMID(29, 0, 134), libpcp.StringAtom(text))
		}
		want := strings.ReplaceAll(test.want, " ", "")
		if got := hex.EncodeToString(a.Atom().Bytes()); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestEventArrayRoundTrip(t *testing.T) {
	params := []libpcp.Atom{
		libpcp.Int32Atom(-1), libpcp.Uint32Atom(1 << 31), libpcp.Int64Atom(-1 << 40), libpcp.Uint64Atom(1 << 63),
		libpcp.FloatAtom(-0.5), libpcp.DoubleAtom(1e300), libpcp.StringAtom("x"), libpcp.StringAtom(""),
		libpcp.BytesAtom(libpcp.TypeAggregate, []byte{1, 0, 2, 3, 4}),
	}
	for _, high := range []bool{false, true} {
		a := pmda.EventArray{HighRes: high}
		if a.Add(time.Now(), libpcp.EventPoint); a.Len() != 1 {
			t.Errorf("%d records", a.Len())
		}
		a.Reset()
		stamp := time.Unix(1700000000, 123456000)
		for i, p := range params {
			a.Add(stamp, libpcp.EventStart|libpcp.EventID)
			for range i {
				if err := a.Param(libpcp.NewPMID(401, 0, uint32(i)), p); err != nil {
					t.Fatal(err)
				}
			}
		}
		a.AddMissed(stamp, 7)
		atom := a.Atom()
		records, err := libpcp.UnpackEvents(libpcp.Block{Type: atom.Type, Data: atom.Bytes()})
		if err != nil || len(records) != len(params)+1 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		for i, p := range params {
			checkRecord(t, records[i], stamp, i, p)
		}
		if last := records[len(params)]; last.Missed != 7 || last.Flags != libpcp.EventMissed {
			t.Errorf("missed record: %+v", last)
		}
	}
}

// checkRecord checks that r has p as often as given.
func checkRecord(t *testing.T, r libpcp.EventRecord, stamp time.Time, times int, p libpcp.Atom) {
	t.Helper()
	if !r.Time.Equal(stamp) || len(r.Params) != times || r.Flags != libpcp.EventStart|libpcp.EventID {
		t.Errorf("record %+v", r)
	}
	for _, set := range r.Params {
		got, err := libpcp.Extract(set.Format, set.Values[0], p.Type, p.Type)
		same := cmp.Equal(got, p, cmp.Comparer(func(a, b libpcp.Atom) bool {
			return a.Type == b.Type && a.Uint64() == b.Uint64() && string(a.Bytes()) == string(b.Bytes())
		}))
		if err != nil || !same {
			t.Errorf("parameter %+v, %v; want %+v", got, err, p)
		}
	}
}

func TestEventArrayErrors(t *testing.T) {
	var a pmda.EventArray
	now := time.Now()
	check := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", what, err, want)
		}
	}
	one := libpcp.Int32Atom(1)
	check("parameter of no record", a.Param(1, one), libpcp.ErrNoContext)
	check("missed among flags", a.Add(now, libpcp.EventMissed), libpcp.ErrConv)
	a.AddMissed(now, 1)
	check("parameter of missed record", a.Param(1, one), libpcp.ErrNoContext)
	a.Add(now, libpcp.EventPoint)
	check("event in event", a.Param(1, libpcp.BytesAtom(libpcp.TypeEvent, nil)), libpcp.ErrType)
	big := libpcp.BytesAtom(libpcp.TypeAggregate, make([]byte, 10<<20))
	check("big", a.Param(1, big), nil)
	check("too big", a.Param(1, big), libpcp.ErrTooBig)
	check("after that", a.Param(1, one), libpcp.ErrNoContext)
	if atom := a.Atom(); len(atom.Bytes()) > libpcp.MaxBlock {
		t.Errorf("%d bytes", len(atom.Bytes()))
	}
	a.Release()
	if got := hex.EncodeToString(a.Atom().Bytes()); got != "00000000" {
		t.Errorf("released: %s", got)
	}
}
