package pdu

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"
)

// What a stand-in program and PCP's pmdatrace exchanged.
func TestTraceCaptured(t *testing.T) {
	for text, want := range map[string]Message{
		"0000001c0000705100000000010301803fd0000000000000" + "7478007e":         &TraceData{Kind: TraceTransact, Ack: true, Value: 0.25, Tag: "tx"},
		"0000001c000070510000000001030280bff0000000000000" + "7074007e":         &TraceData{Kind: TracePoint, Ack: true, Value: -1, Tag: "pt"},
		"00000020000070510000000001060200bff0000000000000" + "6173796e63007e7e": &TraceData{Kind: TracePoint, Value: -1, Tag: "async"},
		"00000010000070500000000000000002":                                      &TraceAck{Code: 2},
	} {
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		got := newMessage(parseHeader(b).Type)
		if err := got.Decode(b); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		equal(t, got, want)
		if out := hex.EncodeToString(want.Append(nil)); out != text {
			t.Errorf("appended %s, not %s", out, text)
		}
	}
}

func TestTraceMalformed(t *testing.T) {
	good := (&TraceData{Kind: TracePoint, Tag: "point", Value: math.NaN()}).Append(nil)
	for offset, value := range map[int]byte{12: 2, 13: 5, 14: 9, 24: 0} {
		b := append([]byte(nil), good...)
		b[offset] = value
		if err := new(TraceData).Decode(b); err == nil {
			t.Errorf("byte %d as %d: no error", offset, value)
		}
	}
	long := TraceData{Kind: TracePoint, Tag: strings.Repeat("x", 300)}
	if err := new(TraceData).Decode(long.Append(nil)); err != nil {
		t.Error(err)
	}
}
