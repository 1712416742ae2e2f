package pdu

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"pcptools/libpcp"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRead(t *testing.T) {
	want := (&DescReq{PMID: libpcp.NewPMID(60, 2, 0)}).Append(nil)
	SetFrom(want, 4242)
	r := bytes.NewReader(append(bytes.Clone(want), want...))
	for range 2 {
		h, b, err := Read(iotest.OneByteReader(r), nil, MaxLen)
		if err != nil || !bytes.Equal(b, want) || h != (Header{16, TypeDescReq, 4242}) {
			t.Fatalf("got %+v %x %v", h, b, err)
		}
	}
	if _, _, err := Read(r, nil, MaxLen); err != io.EOF {
		t.Errorf("at the end: %v, want EOF", err)
	}
}

func TestReadFailures(t *testing.T) {
	reset := errors.New("reset")
	for _, c := range []struct {
		name, input string
		want        error
	}{
		{"empty", "", io.EOF},
		{"half a header", "00000010 0000", libpcp.ErrIPC},
		{"header alone", "00000010 00007000 00000000", libpcp.ErrIPC},
		{"half a body", "00000010 00007000 00000000 0000", libpcp.ErrIPC},
		{"length 11", "0000000b 00007000 00000000 00000000", libpcp.ErrIPC},
		{"negative length", "80000000 00007000 00000000 00000000", libpcp.ErrIPC},
		{"negative type", "00000010 ffffffff 00000000 00000000", libpcp.ErrIPC},
		{"over the limit", "00000101 00007000 00000000 00000000", libpcp.ErrTooBig},
		{"enormous", "7fffffff 00007000 00000000 00000000", libpcp.ErrTooBig},
		{"longer than an ERROR", "00000015 00007000 00000000 00000000", libpcp.ErrIPC},
	} {
		_, b, err := Read(bytes.NewReader(unhex(t, c.input)), nil, 256)
		if !errors.Is(err, c.want) || b != nil {
			t.Errorf("%s: %x, %v, want %v", c.name, b, err, c.want)
		}
	}
	_, _, err := Read(io.MultiReader(bytes.NewReader(unhex(t, "00000010 00007000")), iotest.ErrReader(reset)), nil, 256)
	if !errors.Is(err, reset) || errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("failure of the connection: %v", err)
	}
}

// Memory grows with what arrives.
func TestReadDoesNotTrustLength(t *testing.T) {
	input := append(unhex(t, "04000000 00007009 00000000"), make([]byte, 100<<10)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err := Read(bytes.NewReader(input), nil, MaxLen)
	runtime.ReadMemStats(&after)
	if !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("got %v, want %v", err, libpcp.ErrIPC)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 10*uint64(len(input)) {
		t.Errorf("%d bytes allocated for %d that came", n, len(input))
	}
}

func TestReadUsesBuffer(t *testing.T) {
	want := (&DescReq{PMID: 1}).Append(nil)
	buf := make([]byte, 0, 64)
	_, b, err := Read(bytes.NewReader(want), buf, MaxLen)
	if err != nil || &b[0] != &buf[:1][0] || !bytes.Equal(b, want) {
		t.Errorf("got %x %v, not in the buffer given", b, err)
	}
}

func TestTypeString(t *testing.T) {
	for typ, want := range map[Type]string{
		TypeError: "ERROR", TypePMNSIDs: "PMNS_IDS", TypeAttr: "ATTR", TypeDescs: "DESCS",
		TypeControlReq: "CONTROL_REQ", TypeLogStatus: "LOG_STATUS",
		0x6fff: "TYPE-28671?", 0x700b: "TYPE-28683?", 0x7018: "TYPE-28696?", 0x8004: "TYPE-32772?",
	} {
		if got := typ.String(); got != want {
			t.Errorf("%#x: %q, want %q", int32(typ), got, want)
		}
	}
}

// TestReadTooLong has PDUs of all types, as long as theirs can be, and longer: these
// are refused by their header.
func TestReadTooLong(t *testing.T) {
	limits := map[Type]int32{
		TypeError: 20, TypeDesc: 32, TypeDescs: 8 * MaxRequest, TypeProfile: 64 * MaxRequest, TypeLabel: 12 << 20,
		TypePMNSNames: MaxLen, TypeInstance: MaxLen, TypeText: MaxLen, TypeResult: MaxLen, TypeHighResResult: MaxLen,
		TypeTraceAck: 16, TypeTraceData: 280, TypeLogControl: MaxLen, TypeLogStatus: MaxLen, TypeLogStatusV2: MaxLen,
	}
	kinds := []Type{TypeTraceAck, TypeTraceData, TypeLogControl, TypeLogStatusV2, TypeLogRequest, TypeLogStatus, 0, 0x7fff}
	for kind := TypeError; kind <= TypeDescs; kind++ {
		kinds = append(kinds, kind)
	}
	for _, kind := range kinds {
		most, ok := limits[kind]
		if !ok {
			most = MaxRequest
		}
		for more := range int32(2) {
			header := binary.BigEndian.AppendUint32(nil, uint32(most+more))
			header = binary.BigEndian.AppendUint32(header, uint32(kind))
			_, _, err := Read(bytes.NewReader(append(header, 0, 0, 0, 0)), nil, math.MaxInt32)
			if begun := errors.Is(err, io.ErrUnexpectedEOF); !errors.Is(err, libpcp.ErrIPC) || begun != (more == 0) {
				t.Errorf("%v of %d bytes: %v", kind, most+more, err)
			}
		}
	}
}
