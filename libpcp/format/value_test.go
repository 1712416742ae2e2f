package format_test

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// golden calls check with each line of a table recorded from PCP's
// library: n blank-separated fields, and the rest of the line.
func golden(t *testing.T, name string, n int, check func(t *testing.T, line string, fields []string)) {
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
			check(t, line, strings.SplitN(line, " ", n+1))
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

func unquote(t *testing.T, s string) string {
	t.Helper()
	u, err := strconv.Unquote(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return u
}

func TestAppendValue(t *testing.T) {
	golden(t, "values.txt", 5, func(t *testing.T, line string, f []string) {
		valfmt, typ := libpcp.Format(number(t, f[0])), libpcp.Type(number(t, f[1]))
		data := hexBytes(t, f[4])
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.Type(number(t, f[2])), Data: data})
		if valfmt == libpcp.InSitu {
			v = libpcp.Value{Word: binary.BigEndian.Uint32(data)}
		}
		l := format.Layout{Width: number(t, f[3])}
		got := l.AppendValue([]byte("x"), valfmt, v, typ)
		if want := "x" + unquote(t, f[5]); string(got) != want {
			t.Errorf("%s\n got %q\nwant %q", line, got, want)
		}
	})
}

func BenchmarkAppendValue(b *testing.B) {
	for _, a := range []libpcp.Atom{
		libpcp.Uint32Atom(4294967295), libpcp.Uint64Atom(1 << 50), libpcp.FloatAtom(0.14),
		libpcp.DoubleAtom(3.14159), libpcp.StringAtom("hullo world!"),
	} {
		b.Run(a.Type.String(), func(b *testing.B) {
			v, f, err := libpcp.NewValue(0, a)
			if err != nil {
				b.Fatal(err)
			}
			buf := make([]byte, 0, 64)
			b.ReportAllocs()
			for b.Loop() {
				buf = format.AppendValue(buf[:0], f, v, a.Type)
			}
		})
	}
}

// FuzzAppendValue looks for panics and for text out of proportion to the
// value.
func FuzzAppendValue(f *testing.F) {
	f.Add(int32(1), int32(9), int32(9), []byte{0, 0, 0, 2, 0xff}, 0)
	f.Add(int32(1), int32(10), int32(10), []byte{0x7f, 0xff, 0xff, 0xff}, 5)
	f.Add(int32(2), int32(7), int32(5), []byte("abcdefgh"), -3)
	f.Add(int32(0), int32(3), int32(0), []byte{1, 2, 3, 4}, 20)
	f.Fuzz(func(t *testing.T, valfmt, typ, block int32, data []byte, width int) {
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: libpcp.Type(block), Data: data})
		if len(data) >= 4 {
			v.Word = binary.BigEndian.Uint32(data)
		}
		l := format.Layout{Width: width % 100, Zone: time.UTC}
		got := l.AppendValue(nil, libpcp.Format(valfmt), v, libpcp.Type(typ))
		if len(got) == 0 || len(got) > 500+3*len(data) {
			t.Errorf("%d bytes became %d", len(data), len(got))
		}
	})
}

func TestSquash(t *testing.T) {
	a := libpcp.StringAtom("a\nb\tc,  d\r\v\f\x0e\u00a0")
	for squash, want := range map[bool]string{true: "\"a b c,  d   \x0e\u00a0\"", false: "\"a\nb\tc,  d\r\v\f\x0e\u00a0\""} {
		if got := (format.Layout{Squash: squash}).AppendAtom([]byte("\n"), a); string(got) != "\n"+want {
			t.Errorf("%t: got %q", squash, got)
		}
	}
}

func TestEventSummary(t *testing.T) {
	golden(t, "events.txt", 2, func(t *testing.T, line string, f []string) {
		typ := libpcp.Type(number(t, f[0]))
		v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: typ, Data: hexBytes(t, f[1])})
		l := format.Layout{Zone: time.UTC, Width: 3}
		if got := l.AppendValue(nil, libpcp.PointerStatic, v, typ); string(got) != f[2] {
			t.Errorf("%s\n got %s", line, got)
		}
	})
}
