package events

import (
	"testing"

	"pcptools/libpcp"
)

// FuzzAppendDump looks for event arrays that cannot be reported, or take much
// more text than they have bytes.
func FuzzAppendDump(f *testing.F) {
	record := []byte("\x00\x00\x00\x01" + // one record
		"\x00\x00\x00\x01\x00\x00\x00\x02" + "\x00\x00\x00\x01" + // its time, flags
		"\x00\x00\x00\x01" + "\x00\x00\x00\x07" + "\x00\x00\x00\x08" + "\x00\x00\x00\x2a") // a parameter
	for _, t := range []libpcp.Type{libpcp.TypeEvent, libpcp.TypeHighResEvent} {
		f.Add(uint8(t), record)
		f.Add(uint8(t), record[:len(record)-4])
	}
	names := func(libpcp.PMID) []string { return []string{"a.name"} }
	f.Fuzz(func(t *testing.T, typ uint8, data []byte) {
		b := libpcp.Block{Type: libpcp.Type(typ), Data: data}
		set := libpcp.ValueSet{Format: libpcp.PointerDynamic, Values: []libpcp.Value{libpcp.BlockValue(0, b)}}
		text := appendDump(nil, &set, 0, names)
		if limit := 1024 + 400*len(data); len(text) > limit {
			t.Errorf("%d bytes of text for %d of data", len(text), len(data))
		}
	})
}
