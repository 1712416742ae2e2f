package pdu

import (
	"bytes"
	"errors"
	"testing"

	"pcptools/libpcp"
)

// Whatever decodes, encodes to something that decodes to the same; nothing
// else than ErrIPC comes of the rest.
func FuzzDecode(f *testing.F) {
	for _, b := range captured(f) {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < HeaderLen {
			return
		}
		end(b, 0) // framing has seen to that
		h := parseHeader(b)
		m := newMessage(h.Type)
		if m == nil {
			return
		}
		if err := m.Decode(b); err != nil {
			if names, ok := m.(*PMNSNames); !errors.Is(err, libpcp.ErrIPC) && !(ok && names.Names == nil) {
				t.Fatalf("%v: %v", h.Type, err)
			}
			return
		}
		once := m.Append(nil)
		again := newMessage(h.Type)
		if err := again.Decode(once); err != nil {
			t.Fatalf("%v: re-encoded as %x: %v", h.Type, once, err)
		}
		if twice := again.Append(nil); !bytes.Equal(twice, once) {
			t.Fatalf("%v: %+v\nand %+v\nre-encoded as %x\nand then %x", h.Type, m, again, once, twice)
		}
		if len(once) > 2*len(b)+64 {
			t.Fatalf("%v: %d bytes re-encoded as %d", h.Type, len(b), len(once))
		}
		if !timeCut(m) {
			equal(t, again, m)
		}
	})
}

// timeCut reports whether a message holds times that its PDU has no place
// for, because their microseconds were not below a million.
func timeCut(m Message) bool {
	switch m.(type) {
	case *Result, *LogStatusV2:
		return true
	}
	return false
}
