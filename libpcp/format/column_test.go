package format_test

import (
	"math"
	"strconv"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

func TestColumnNumber(t *testing.T) {
	golden(t, "columns.txt", 4, func(t *testing.T, line string, f []string) {
		bits, err := strconv.ParseUint(f[3], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		c := format.Column{Width: number(t, f[0]), Precision: number(t, f[1]), Counter: f[2] == "1"}
		got := string(c.AppendNumber([]byte("|"), math.Float64frombits(bits))) + "|"
		if got != f[4] {
			t.Errorf("%s\n got %s", line, got)
		}
	})
}

func TestColumnText(t *testing.T) {
	rates := format.Column{Width: 11, Precision: -1}
	for _, test := range []struct{ got, want string }{
		{string(rates.AppendName(nil, "ec0", true)), "     ec0    "},
		{string(rates.AppendName(nil, "ec0", false)), "        ec0 "},
		{string(format.Column{Width: 11}.AppendName(nil, "ec0", true)), "        ec0 "},
		{string(format.Column{Width: 8}.AppendName(nil, "15 minute", false)), "15 minut "},
		{string(format.Column{Width: 3, Precision: -1}.AppendName(nil, "ec0", true)), "    "},
		{string(format.Column{Width: 2, Precision: -1}.AppendName(nil, "ec0", true)), "ec0    "},
		{string(rates.AppendMissing(nil)), "          ?"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestColumnWidth(t *testing.T) {
	for typ, want := range map[libpcp.Type]int{
		libpcp.TypeU32: 11, libpcp.TypeFloat: 13, libpcp.TypeString: 21, libpcp.TypeHighResEvent: 0,
	} {
		if got, ok := format.ColumnWidth(typ); got != want || !ok {
			t.Errorf("ColumnWidth(%v) = %d, %t", typ, got, ok)
		}
	}
	if _, ok := format.ColumnWidth(libpcp.TypeNoSupport); ok {
		t.Error("a type without values has a column")
	}
}
