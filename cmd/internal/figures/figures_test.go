package figures

import (
	"math"
	"testing"

	"pcptools/libpcp"
)

func TestFloat(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", 2.9400001: "2.94", 557.9333333: "557.9", 9999.96: "10000", 12345.678: "12346", 1e14: "100000000000000",
		1e15: "1.000e+15", 0.90320587: "0.9032", 0.000123456: "0.0001235", 0.00001234: "1.234e-05", -3.25: "-3.25", 100: "100",
		math.Inf(1): "+inf", math.Inf(-1): "-inf",
	} {
		if got := Float(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
	if Float(math.NaN()) != "nan" || Fixed(2, 3) != "2.000" {
		t.Error(Float(math.NaN()), Fixed(2, 3))
	}
}

// TestWithin: a number that does not fit gets an exponent; no digit is cut off.
func TestWithin(t *testing.T) {
	for v, want := range map[float64]string{
		268435456: "268435456", 9999999999: "9999999999", 27410988464: "2.741e+10", -1234567890123: "-1.235e+12", 0.5: "0.5",
	} {
		n := Numbers{}
		if got := n.Form().Unaligned().Within(v, 10); got != want || len(got) > 10 {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// TestShort has numbers of bytes with the letters of units that suit them.
func TestShort(t *testing.T) {
	for _, test := range []struct {
		v     float64
		units libpcp.Units
		want  string
	}{
		{0, libpcp.KByte, "0"}, {1, libpcp.Byte, "1"}, {1023, libpcp.Byte, "1023"}, {1024, libpcp.Byte, "1.0K"}, {9.96, libpcp.KByte, "10K"},
		{1300000, libpcp.KByte, "1.2G"}, {-345, libpcp.KByte, "-345K"}, {0.5, libpcp.KByte, "512"}, {2.5, libpcp.Count, "2.5"}, {90, libpcp.Sec, "90"},
	} {
		if got := Short(test.v, test.units); got != test.want {
			t.Errorf("%v %v: %s, want %s", test.v, test.units, got, test.want)
		}
	}
}
