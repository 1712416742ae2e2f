package pmda

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
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

// TestCheckHelp has what PCP's agents report of such files.
func TestCheckHelp(t *testing.T) {
	index, texts := helpOf(binary.LittleEndian)
	for name, tt := range map[string]struct {
		index, texts []byte
		want         error
	}{
		"whole":       {index, texts, nil},
		"no index":    {nil, texts, fs.ErrNotExist},
		"no texts":    {index, nil, fs.ErrNotExist},
		"empty index": {[]byte{}, texts, syscall.EINVAL},
		"short index": {index[:6], texts, syscall.EINVAL},
		"other magic": {[]byte("XXXX2100    "), texts, syscall.EINVAL},
		"empty texts": {index, []byte{}, syscall.EINVAL},
	} {
		help := filepath.Join(t.TempDir(), "help")
		for suffix, data := range map[string][]byte{".dir": tt.index, ".pag": tt.texts} {
			if data == nil {
				continue
			}
			if err := os.WriteFile(help+suffix, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := CheckHelp(help); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
		if _, err := readHelp(help); (err == nil) != (tt.want == nil) {
			t.Errorf("%s: reading it: %v", name, err)
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
