package pmda

import (
	"encoding/binary"
	"errors"
	"testing"

	"pcptools/libpcp"
)

// helpOf makes the files for one metric and one instance domain of domain 30.
func helpOf(order binary.AppendByteOrder) (index, texts []byte) {
	texts = []byte("PcPh22\n\n@ x short\x00long\x00@ y only short\x00\x00")
	for _, n := range []uint32{helpMagic, helpVersion, 2, 30 << 22, 12, 18, 1<<31 | 30<<22, 27, 38} {
		index = order.AppendUint32(index, n)
	}
	return index, texts
}

func TestHelpFile(t *testing.T) {
	const metric, indom = libpcp.TextPMID, libpcp.TextInDom
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		h, err := parseHelp(helpOf(order))
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			kind  libpcp.TextKind
			ident uint32
			want  string
			err   error
		}{
			{metric | libpcp.TextOneLine, 30 << 22, "short", nil},
			{metric | libpcp.TextHelp, 30 << 22, "long", nil},
			{indom | libpcp.TextOneLine, 30 << 22, "only short", nil},
			{indom | libpcp.TextHelp, 30 << 22, "only short", nil},
			{metric | libpcp.TextHelp, 29 << 22, "", libpcp.ErrText},
			{indom | libpcp.TextHelp, 30<<22 | 1, "", libpcp.ErrText},
		} {
			got, err := h.text(libpcp.TextID{Kind: tt.kind, Ident: tt.ident})
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%v %d: %q, %v, want %q, %v", tt.kind, tt.ident, got, err, tt.want, tt.err)
			}
		}
	}
}

func FuzzHelpFile(f *testing.F) {
	index, texts := helpOf(binary.LittleEndian)
	f.Add(index, texts)
	f.Add(index[:20], texts[:10])
	f.Fuzz(func(t *testing.T, index, texts []byte) {
		h, err := parseHelp(index, texts)
		if err != nil {
			return
		}
		for _, kind := range []libpcp.TextKind{libpcp.TextPMID | libpcp.TextHelp, libpcp.TextInDom | libpcp.TextOneLine} {
			text, err := h.text(libpcp.TextID{Kind: kind, Ident: 30 << 22})
			if err == nil && len(text) > len(texts) {
				t.Errorf("%d bytes out of %d", len(text), len(texts))
			}
		}
	})
}
