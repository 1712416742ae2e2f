package pmcd

import (
	"slices"
	"testing"
	"time"
)

// TestParsePortList has lists as libpcp (C) reads PMCD_PORT.
func TestParsePortList(t *testing.T) {
	for text, want := range map[string][]int32{
		"1,2": {1, 2}, "0x10": {16}, "010": {8}, "": {0}, "1,": {1, 0}, "1,,2": {1, 0, 2}, ",": {0, 0},
		" 7": {7}, "+7": {7}, "70000": {70000}, "99999999999": {1215752191}, "4294967297": {1}, "0": {0},
		"7,7,8": {7, 7, 8}, "-0": {0},
		"bad": nil, "1,bad": nil, "-1": nil, "1,-1": nil, "7 ": nil, "1;2": nil, "1 2": nil, "0x": nil,
		"9223372036854775808": nil, "1_000": nil, "0b1": nil, "08": nil, "- 1": nil,
	} {
		got, ok := parsePortList(text)
		if ok != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q: got %v, %t; want %v", text, got, ok, want)
		}
	}
}

func TestParseSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "1": time.Second, "0.5": time.Second / 2, " 2": 2 * time.Second, "1e1": 10 * time.Second,
		"1e300": 2147483647 * time.Second, "inf": 2147483647 * time.Second,
		"bad": -1, "-2": -1, "5x": -1, "5 ": -1, "nan": -1, "1_0": -1,
	} {
		got, ok := parseSeconds(text)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %v, %t; want %v", text, got, ok, want)
		}
	}
}
