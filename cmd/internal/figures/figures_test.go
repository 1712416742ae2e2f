package figures

import (
	"math"
	"testing"
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
