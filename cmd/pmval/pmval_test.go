package main

import (
	"slices"
	"testing"
	"time"

	"pcptools/libpcp"
)

func TestAppendInstances(t *testing.T) {
	for _, test := range []struct {
		list string
		want []string
	}{
		{"", nil},
		{",", nil},
		{"red,blue", []string{"red", "blue"}},
		{" red\tblue\n", []string{"red", "blue"}},
		{",,red", []string{"red"}},
		{"1 minute", []string{"1", "minute"}},
		{"'1 minute',15", []string{"1 minute", "15"}},
		{`"1 minute" '5,6'`, []string{"1 minute", "5,6"}},
		{"'red", []string{"red"}},
		{"''", []string{""}},
		{"red'blue'", []string{"red'blue'"}},
		{"'red'blue", []string{"red", "lue"}},
		{"'red''blue'", []string{"red", "blue'"}},
	} {
		if got := appendInstances(nil, test.list); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.list, got, test.want)
		}
	}
}

func TestSamplesIn(t *testing.T) {
	for _, test := range []struct {
		span, interval float64
		want           int
	}{
		{0, 1, 1}, {5, 2, 3}, {6, 2, 4}, {-1, 2, 1}, {-2, 2, 0}, {-30, 1, 0}, {1e300, 1e-9, 1<<31 - 1},
	} {
		if got := samplesIn(test.span, test.interval); got != test.want {
			t.Errorf("%g/%g: got %d, want %d", test.span, test.interval, got, test.want)
		}
	}
}

func TestRateUnits(t *testing.T) {
	for _, test := range []struct {
		units libpcp.Units
		want  string
		scale float64
	}{
		{libpcp.NoUnits, "/ sec", 1},
		{libpcp.Count, "count / sec", 1},
		{libpcp.Millisec, "time utilization", 1000},
		{libpcp.Dimensions{DimTime: 2, ScaleTime: libpcp.TimeMin}.Units(), "min", float64(float32(1) / 60)},
		{libpcp.Byte | libpcp.PerHour, "byte / hour^2", float64(float32(1) / 60 / 60)},
	} {
		if got := rateUnits(test.units, libpcp.UnitsNotation{}); got != test.want {
			t.Errorf("%v: got %q, want %q", test.units, got, test.want)
		}
		if got := timeScale(test.units); got != test.scale {
			t.Errorf("%v: scale %g, want %g", test.units, got, test.scale)
		}
	}
}

// TestRealSeconds has values recorded from C: (double)(sec + nsec/1e9L).
func TestRealSeconds(t *testing.T) {
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
		if got := realSeconds(test.sec, test.nsec); got != test.want {
			t.Errorf("%d.%09d: got %x, want %x", test.sec, test.nsec, got, test.want)
		}
	}
}

// TestStamp has the time that interpolation leads to one second too late.
func TestStamp(t *testing.T) {
	for detail, want := range []string{
		"00:00:00.500 00:00:00.1000 00:00:01.500",
		"Thu Jan  1 00:00:00.500000 1970 Thu Jan  1 00:00:00.1000000 1970 Thu Jan  1 00:00:01.500000 1970",
		"Thu Jan  1 00:00:00.500000000 1970 Thu Jan  1 00:00:00.1000000000 1970 Thu Jan  1 00:00:01.500000000 1970",
	} {
		shown := stamps{shown: true, detail: detail, zone: time.UTC}
		var line []byte
		for n := range 3 {
			if n > 0 {
				line = append(line, ' ')
			}
			line = shown.append(line, moment{time.Unix(0, int64(n+1)*5e8), n % 2})
		}
		if string(line) != want {
			t.Errorf("got  %s\nwant %s", line, want)
		}
	}
}
