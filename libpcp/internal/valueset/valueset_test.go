package valueset

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// mixed is a captured RESULT: three floats, one value in situ and two errors.
const mixed = `00000078 00007001 00000000 6b01038d 000bb46e 00000004
	0f000800 00000003 00000001 00000001 00000018 00000005 0000001a 0000000f 0000001c
	0f000020 00000001 00000000 ffffffff 00000002 00400803 ffffcfba 08400c03 ffffcf9e
	04000008 3f5c28f6 04000008 3f2e147b 04000008 3e9eb852`

func float(b ...byte) libpcp.Block { return libpcp.Block{Type: libpcp.TypeFloat, Data: b} }

var mixedSets = []libpcp.ValueSet{
	{PMID: libpcp.NewPMID(60, 2, 0), Format: libpcp.PointerDynamic, Values: []libpcp.Value{
		libpcp.BlockValue(1, float(0x3f, 0x5c, 0x28, 0xf6)),
		libpcp.BlockValue(5, float(0x3f, 0x2e, 0x14, 0x7b)),
		libpcp.BlockValue(15, float(0x3e, 0x9e, 0xb8, 0x52))}},
	{PMID: libpcp.NewPMID(60, 0, 32), Values: []libpcp.Value{{Inst: -1, Word: 2}}},
	{PMID: libpcp.NewPMID(1, 2, 3), Err: libpcp.ErrPMID},
	{PMID: libpcp.NewPMID(33, 3, 3), Err: libpcp.ErrNoAgent},
}

func TestDecode(t *testing.T) {
	b := unhex(t, mixed)
	sets, err := Decode(b, 24, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(mixedSets, sets); d != "" {
		t.Errorf("sets differ (-want +got):\n%s", d)
	}
	if got := Append(bytes.Clone(b[:24]), sets, 0); !bytes.Equal(got, b) {
		t.Errorf("encoded as %x\nwant %x", got, b)
	}
	if &sets[0].Values[0].Block().Data[0] != &b[0x64] {
		t.Error("the data of a block do not alias the input")
	}
}

// The same in an archive: there is no PDU header, the time has three words,
// and positions count from twelve bytes before it.
func TestDecodeRecord(t *testing.T) {
	header := unhex(t, "00000000 6b01038d 000bb46e 00000004")
	payload := Append(header, mixedSets, -12)
	if word := binary.BigEndian.Uint32(payload[32:]); int(word)*4-12 != len(payload)-24 {
		t.Errorf("first block at %d", word)
	}
	sets, err := Decode(payload, 16, 4, -12)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(mixedSets, sets); d != "" {
		t.Errorf("sets differ (-want +got):\n%s", d)
	}
}

// What libpcp (C) does with results like these, from a server that
// sends anything it is told to: the value sets are at word 8 of a PDU.
func TestDecodeLikeGenuine(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int32
		input string
		ok    bool
	}{
		{"string", 1, "07400020 00000001 00000001 ffffffff 0000000d 06000007 6869007e", true},
		{"in situ", 1, "07400020 00000001 00000000 ffffffff 00000007", true},
		{"slack after in situ", 1, "07400020 00000001 00000000 ffffffff 00000007 00000009", false},
		{"slack after an error", 1, "07400020 ffffcfc7 00000000", false},
		{"slack after a block", 1, "07400020 00000001 00000001 ffffffff 0000000d 06000007 6869007e 00000001", false},
		{"gap before a block", 1, "07400020 00000001 00000001 ffffffff 0000000e 00000001 06000007 6869007e", false},
		{"shared block", 1, "07400020 00000002 00000001 00000000 0000000f 00000001 0000000f 06000007 6869007e", false},
		{"shared block beside an unused one", 1, `07400020 00000002 00000001 00000000 0000000f 00000001 0000000f
			06000007 6869007e 06000007 686f007e`, true},
		{"blocks in reverse", 1, `07400020 00000002 00000001 00000000 00000011 00000001 0000000f
			06000007 6869007e 06000007 686f007e`, true},
		{"static", 1, "07400020 00000001 00000002 ffffffff 0000000d 06000007 6869007e", true},
		{"format 3", 1, "07400020 00000001 00000003 ffffffff 0000000d 06000007 6869007e", false},
		{"format -1", 1, "07400020 00000001 ffffffff ffffffff 0000000d 06000007 6869007e", false},
		{"double of 4 bytes", 1, "07400020 00000001 00000001 ffffffff 0000000d 05000008 61626364", true},
		{"double of none", 1, "07400020 00000001 00000001 ffffffff 0000000d 05000004", true},
		{"unknown type", 1, "07400020 00000001 00000001 ffffffff 0000000d 4d000008 61626364", true},
		{"short event array", 1, "07400020 00000001 00000001 ffffffff 0000000d 09000008 00000002", true},
		{"block of 3 bytes", 1, "07400020 00000001 00000001 ffffffff 0000000d 06000003", false},
		{"block of 0 bytes", 1, "07400020 00000001 00000001 ffffffff 0000000d 06000000", false},
		{"block of 16 MB", 1, "07400020 00000001 00000001 ffffffff 0000000d 06ffffff", false},
		{"padding missing", 1, "07400020 00000001 00000001 ffffffff 0000000d 06000006 6869", false},
		{"two sets", 2, "07400020 00000000 07400021 00000000", true},
		{"one set, another behind it", 1, "07400020 00000000 07400020 00000000", false},
		{"three sets wanted, two there", 3, "07400020 00000000 07400021 00000000", false},
		{"none", 0, "", true},
		// From here on by the same rules.
		{"negative number of sets", -1, "", false},
		{"enormous number of sets", 0x7fffffff, "07400020 00000000", false},
		{"enormous number of values", 1, "07400020 7fffffff 00000000 ffffffff 00000007", false},
		{"block in front of the sets", 1, "07400020 00000001 00000001 ffffffff 00000008", false},
		{"block within the sets", 1, "07400020 00000001 00000001 ffffffff 0000000c 06000007 6869007e", false},
		{"block far behind", 1, "07400020 00000001 00000001 ffffffff ffffffff 06000007 6869007e", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := append(make([]byte, 32), unhex(t, c.input)...)
			_, err := Decode(b, 32, c.n, 0)
			if (err == nil) != c.ok {
				t.Errorf("accepted %v (%v), want %v", err == nil, err, c.ok)
			}
		})
	}
}

func TestDecodeOffsetOutside(t *testing.T) {
	if _, err := Decode(make([]byte, 8), 12, 0, 0); !errors.Is(err, wire.ErrShort) {
		t.Errorf("got %v, want %v", err, wire.ErrShort)
	}
}

// A set of a format with blocks may have a value without one.
func TestAppendNoBlock(t *testing.T) {
	sets := []libpcp.ValueSet{{Format: libpcp.PointerDynamic, Values: []libpcp.Value{
		{Inst: 1}, libpcp.BlockValue(2, libpcp.Block{Type: libpcp.TypeString, Data: []byte("after")})}}}
	got, err := Decode(Append(nil, sets, 0), 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if b := got[0].Values[0].Block(); b.Type != 0 || len(b.Data) != 0 {
		t.Errorf("%+v, want no block", b)
	}
	if s := string(got[0].Values[1].Block().Data); s != "after" {
		t.Errorf("next block %q", s)
	}
}

func FuzzValueSet(f *testing.F) {
	f.Add(int32(4), unhex(f, mixed)[24:])
	f.Add(int32(1), unhex(f, "07400020 00000001 00000001 ffffffff 0000000b 06000007 6869007e"))
	f.Add(int32(1), unhex(f, "07400020 00000002 00000001 00000000 0000000f 00000001 0000000d 06000007 6869007e 06000007 686f007e"))
	f.Fuzz(func(t *testing.T, n int32, body []byte) {
		const off = 24
		b := append(make([]byte, off), body...)
		sets, err := Decode(b, off, n, 0)
		if err != nil {
			return
		}
		if len(sets) != int(n) {
			t.Fatalf("%d sets, want %d", len(sets), n)
		}
		once := Append(make([]byte, off), sets, 0)
		if len(once) != len(b) {
			t.Fatalf("%d bytes encoded as %d", len(b), len(once))
		}
		again, err := Decode(once, off, n, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(sets, again, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("sets differ (-first +second):\n%s", d)
		}
	})
}

// What is not a code must not become a number of values.
func TestAppendError(t *testing.T) {
	for _, c := range []struct{ err, want error }{
		{nil, nil},
		{libpcp.ErrAgain, libpcp.ErrAgain},
		{libpcp.Error(2), libpcp.ErrGeneric},
		{errors.New("no code"), libpcp.ErrGeneric},
	} {
		b := Append(nil, []libpcp.ValueSet{{PMID: 1, Err: c.err}}, 0)
		sets, err := Decode(b, 0, 1, 0)
		if err != nil || sets[0].Err != c.want {
			t.Errorf("%v: %v, %v", c.err, sets, err)
		}
	}
}
