package libpcp_test

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// golden calls check with the blank-separated fields of each line of a table
// recorded from libpcp (C).
func golden(t *testing.T, name string, check func(t *testing.T, line string, fields []string)) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); !strings.HasPrefix(line, "#") {
			lines++
			check(t, line, strings.Fields(line))
		}
	}
	if lines == 0 {
		t.Fatalf("%s has no lines", name)
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func hexBytes(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.TrimPrefix(s, "-"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// raw spells an atom as the golden tables do.
func raw(a libpcp.Atom) string {
	switch a.Type {
	case libpcp.Type32, libpcp.TypeU32, libpcp.Type64:
		return strconv.FormatInt(a.Int64(), 10)
	case libpcp.TypeU64:
		return strconv.FormatUint(a.Uint64(), 10)
	case libpcp.TypeFloat:
		return fmt.Sprintf("%08x", uint32(a.Uint64()))
	case libpcp.TypeDouble:
		return fmt.Sprintf("%016x", a.Uint64())
	}
	return hex.EncodeToString(a.Bytes())
}

func outcome(a libpcp.Atom, err error) string {
	if err != nil {
		return strconv.Itoa(int(libpcp.Code(err)))
	}
	return raw(a)
}

func TestExtract(t *testing.T) {
	golden(t, "extract.txt", func(t *testing.T, line string, f []string) {
		format, from := libpcp.Format(number(t, f[0])), libpcp.Type(number(t, f[1]))
		data := hexBytes(t, f[3])
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.Type(number(t, f[2])), Data: data})
		if format == libpcp.InSitu {
			v = libpcp.Value{Word: binary.BigEndian.Uint32(data)}
		}
		want := make(map[libpcp.Type]string)
		for _, r := range f[4:] {
			to, result, _ := strings.Cut(r, ":")
			want[libpcp.Type(number(t, to))] = result
		}
		for _, to := range targets {
			expect, ok := want[to]
			if !ok {
				expect = outcome(libpcp.Atom{}, libpcp.ErrConv)
			}
			a, err := libpcp.Extract(format, v, from, to)
			if got := outcome(a, err); got != expect {
				t.Errorf("%s\nto %d: got %s, want %s", line, to, got, expect)
			}
			if err == nil && a.Type != to {
				t.Errorf("%s: result has type %d, want %d", line, a.Type, to)
			}
		}
	})
}

var targets = []libpcp.Type{-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 255}

func TestNewValue(t *testing.T) {
	for _, a := range []libpcp.Atom{
		libpcp.Int32Atom(-5), libpcp.Uint32Atom(math.MaxUint32), libpcp.Int64Atom(math.MinInt64),
		libpcp.Uint64Atom(math.MaxUint64), libpcp.FloatAtom(-1.5), libpcp.DoubleAtom(math.Pi),
		libpcp.StringAtom("hullo\x00world"), libpcp.BytesAtom(libpcp.TypeAggregate, []byte{1, 0, 2}),
	} {
		v, format, err := libpcp.NewValue(7, a)
		if err != nil || v.Inst != 7 {
			t.Fatalf("NewValue(%v): %v, %v", a, v, err)
		}
		if (format == libpcp.InSitu) != (a.Type == libpcp.Type32 || a.Type == libpcp.TypeU32) {
			t.Errorf("type %v has format %d", a.Type, format)
		}
		back, err := libpcp.Extract(format, v, a.Type, a.Type)
		if err != nil || raw(back) != raw(a) {
			t.Errorf("%v came back as %v, %v", a, back, err)
		}
	}
	if v, _, _ := libpcp.NewValue(0, libpcp.StringAtom("a")); string(v.Block().Data) != "a\x00" {
		t.Errorf("a stored string is %q, want its terminator too", v.Block().Data)
	}
	if _, _, err := libpcp.NewValue(0, libpcp.BytesAtom(libpcp.TypeUnknown, nil)); !errors.Is(err, libpcp.ErrType) {
		t.Errorf("a value without a type: %v", err)
	}
	huge := libpcp.BytesAtom(libpcp.TypeAggregate, make([]byte, libpcp.MaxBlock+1))
	if _, _, err := libpcp.NewValue(0, huge); !errors.Is(err, libpcp.ErrTooBig) {
		t.Errorf("an oversized aggregate: %v", err)
	}
}

func BenchmarkExtract(b *testing.B) {
	for _, to := range []libpcp.Type{libpcp.TypeU64, libpcp.TypeDouble} {
		b.Run("U64 to "+to.String(), func(b *testing.B) {
			v, format, err := libpcp.NewValue(0, libpcp.Uint64Atom(1<<40))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := libpcp.Extract(format, v, libpcp.TypeU64, to); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
