package format_test

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// outcome spells what ParseValue returns as the golden table does.
func outcome(a libpcp.Atom, err error) string {
	if err != nil {
		return strconv.Itoa(int(libpcp.Code(err)))
	}
	switch a.Type {
	case libpcp.TypeU64:
		return strconv.FormatUint(a.Uint64(), 10)
	case libpcp.TypeFloat:
		return fmt.Sprintf("%08x", a.Uint64())
	case libpcp.TypeDouble:
		return fmt.Sprintf("%016x", a.Uint64())
	}
	return strconv.FormatInt(a.Int64(), 10)
}

// The table is that of libpcp 6.0.3. From 7.1.4 on, zero is a float; all else
// is the same.
func TestParseValue(t *testing.T) {
	old := format.ValueRules{NoFloatZero: true}
	golden(t, "parse.txt", 6, func(t *testing.T, line string, f []string) {
		text := unquote(t, f[6])
		for typ := libpcp.Type32; typ <= libpcp.TypeDouble; typ++ {
			a, err := old.Parse(text, typ)
			if got := outcome(a, err); got != f[typ] && !bothNaN(a, f[typ]) {
				t.Errorf("%s\n%v: got %s", line, typ, got)
			}
			now, err := format.ParseValue(text, typ)
			want := f[typ]
			if zero := f[libpcp.TypeDouble]; typ == libpcp.TypeFloat && strings.TrimLeft(zero[1:], "0") == "" {
				want = zero[:8]
			}
			if got := outcome(now, err); got != want && !bothNaN(now, want) {
				t.Errorf("%s\n%v: got %s, want %s", line, typ, got, want)
			}
		}
	})
}

// bothNaN makes up for a difference: a NaN's payload is not read.
func bothNaN(a libpcp.Atom, want string) bool {
	return a.Type.Numeric() && math.IsNaN(a.Float64()) && (strings.HasPrefix(want, "7f") || strings.HasPrefix(want, "ff"))
}

func TestParseValueOtherTypes(t *testing.T) {
	a, err := format.ParseValue(`a "b" \c`, libpcp.TypeString)
	if err != nil || a.Text() != `a "b" \c` {
		t.Errorf("a string: %q, %v", a.Text(), err)
	}
	for _, typ := range []libpcp.Type{libpcp.TypeNoSupport, libpcp.TypeAggregate, libpcp.TypeEvent, libpcp.TypeUnknown} {
		if _, err := format.ParseValue("1", typ); !errors.Is(err, libpcp.ErrType) {
			t.Errorf("type %v: %v", typ, err)
		}
	}
}

func TestParseValueTexts(t *testing.T) {
	for _, test := range []struct {
		text, want string
		typ        libpcp.Type
		code       error
	}{
		{"12.5", `The value "12.5" is incompatible with the data type (PM_TYPE_32)`, libpcp.Type32, libpcp.ErrType},
		{"-1", `The value "-1" is out of range for the data type (PM_TYPE_U32)`, libpcp.TypeU32, syscall.ERANGE},
		{"1e60", `The value "1e60" is out of range for the data type (PM_TYPE_FLOAT)`, libpcp.TypeFloat, syscall.ERANGE},
		{"x", `The value "x" is incompatible with the data type (PM_TYPE_NO_SUPPORT)`, libpcp.TypeNoSupport, libpcp.ErrType},
	} {
		_, err := format.ParseValue(test.text, test.typ)
		if err == nil || err.Error() != test.want || !errors.Is(err, test.code) {
			t.Errorf("%q as %v: %v", test.text, test.typ, err)
		}
	}
}

// FuzzParseValue looks for panics and for numbers that do not survive being
// printed and read again.
func FuzzParseValue(f *testing.F) {
	for _, s := range []string{"", "-0x1F", " +5", "0x1.8p1", "nan(a_1)", "1e-320", "1e-99999999", "0x.p1", "1_0", "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for typ := libpcp.Type32; typ <= libpcp.TypeU64; typ++ {
			a, err := format.ParseValue(text, typ)
			if err != nil {
				continue
			}
			printed := string(format.AppendAtom(nil, a))
			again, err := format.ParseValue(printed, typ)
			if err != nil || outcome(again, err) != outcome(a, nil) {
				t.Errorf("%q as %v printed as %s, then %v", text, typ, printed, err)
			}
		}
		if _, err := format.ParseValue(text, libpcp.TypeDouble); err != nil && !errors.As(err, new(*format.ValueError)) {
			t.Errorf("%q: %v", text, err)
		}
	})
}
