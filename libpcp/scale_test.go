package libpcp_test

import (
	"encoding/binary"
	"strconv"
	"testing"

	"pcptools/libpcp"
)

// atom reads a number as the golden tables spell it: its bits in hex.
func atom(t *testing.T, typ libpcp.Type, bits string) libpcp.Atom {
	t.Helper()
	data := hexBytes(t, bits)
	v, format := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: typ, Data: data}), libpcp.PointerDynamic
	if typ == libpcp.Type32 || typ == libpcp.TypeU32 {
		v, format = libpcp.Value{Word: binary.BigEndian.Uint32(data)}, libpcp.InSitu
	}
	a, err := libpcp.Extract(format, v, typ, typ)
	if err != nil {
		return libpcp.BytesAtom(typ, data)
	}
	return a
}

func units(t *testing.T, s string) libpcp.Units {
	t.Helper()
	w, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	return libpcp.Units(w)
}

func TestConvertScale(t *testing.T) {
	convertScale(t, "scale.txt")
	convertScale(t, "scale-extra.txt")
}

func convertScale(t *testing.T, file string) {
	golden(t, file, func(t *testing.T, line string, f []string) {
		a := atom(t, libpcp.Type(number(t, f[0])), f[3])
		got := outcome(libpcp.ConvertScale(a, units(t, f[1]), units(t, f[2])))
		if got != f[4] {
			t.Errorf("%s: got %s", line, got)
		}
	})
}

func BenchmarkScale(b *testing.B) {
	scale, err := libpcp.NewScale(libpcp.KByte, libpcp.MByte)
	if err != nil {
		b.Fatal(err)
	}
	for _, v := range []libpcp.Atom{libpcp.Uint64Atom(1 << 40), libpcp.DoubleAtom(1 << 40)} {
		b.Run(v.Type.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := scale.Convert(v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestZeroScale(t *testing.T) {
	if _, err := new(libpcp.Scale).Convert(libpcp.Int32Atom(1)); err != libpcp.ErrConv {
		t.Error(err)
	}
}
