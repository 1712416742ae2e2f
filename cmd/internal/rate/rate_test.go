package rate

import (
	"testing"

	"pcptools/libpcp"
)

// TestScale has units of time in a second, as PCP computes them.
func TestScale(t *testing.T) {
	for _, test := range []struct {
		units libpcp.Units
		want  float64
	}{
		{libpcp.NoUnits, 1},
		{libpcp.Count, 1},
		{libpcp.Millisec, 1000},
		{libpcp.Dimensions{DimTime: 2, ScaleTime: libpcp.TimeMin}.Units(), float64(float32(1) / 60)},
		{libpcp.Byte | libpcp.PerHour, float64(float32(1) / 60 / 60)},
	} {
		if got := scale(test.units); got != test.want {
			t.Errorf("%v: scale %g, want %g", test.units, got, test.want)
		}
	}
}

// TestSeconds has values recorded from C: (double)(sec + nsec/1e9L).
func TestSeconds(t *testing.T) {
	for _, test := range []struct {
		sec, nsec int64
		want      float64
	}{
		{0, 0, 0},
		{1, 555000000, 0x1.8e147ae147ae1p+0},
		{1504214072, 317435000, 0x1.66a1f0e1450dbp+30},
		{1649004655, 401624349, 0x1.892741bd9b437p+30},
		{1504214072, 1000000000, 1504214073},
		{1<<62 - 1, 999999999, 1 << 62},
		{1<<63 - 1, 1000000000, 1 << 63},
		{-1, 500000000, -0.5},
	} {
		if got := Seconds(test.sec, test.nsec); got != test.want {
			t.Errorf("%d.%09d: got %x, want %x", test.sec, test.nsec, got, test.want)
		}
	}
}
