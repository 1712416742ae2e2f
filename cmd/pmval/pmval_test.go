package main

import (
	"slices"
	"strings"
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
	}{
		{libpcp.NoUnits, "/ sec"},
		{libpcp.Count, "count / sec"},
		{libpcp.Millisec, "time utilization"},
		{libpcp.Dimensions{DimTime: 2, ScaleTime: libpcp.TimeMin}.Units(), "min"},
		{libpcp.Byte | libpcp.PerHour, "byte / hour^2"},
	} {
		if got := rateUnits(test.units, libpcp.UnitsNotation{}); got != test.want {
			t.Errorf("%v: got %q, want %q", test.units, got, test.want)
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

// TestAdvice tells a user what to type instead.
func TestAdvice(t *testing.T) {
	for names, want := range map[string]string{"1 minute": `-i '"1 minute"'`, "nosuch": ""} {
		e := &noInstanceError{name: "minute", names: appendInstances(nil, names)}
		if got := e.Advice(); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %s", names, got)
		}
	}
	p := &pmval{request: new(request)}
	if err := p.countOperands([]string{"a", "b"}); err == nil || !strings.Contains(p.Advice(), "--format") {
		t.Errorf("%v: %s", err, p.Advice())
	}
}
