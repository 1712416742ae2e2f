package cnum_test

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"pcptools/internal/cnum"
)

// recorded has on each line a text, and what glibc made of it: strtod(3), then
// strtol(3) and strtoul(3) in bases 0, 8, 10 and 16, each with its value, the
// length read, and 1 without ERANGE.
//
//go:embed testdata/glibc.txt
var recorded string

func TestAgainstC(t *testing.T) {
	for line := range strings.Lines(recorded) {
		text, _, _ := strings.Cut(line, "|")
		v, size, fits := cnum.Strtod(text)
		got := fmt.Sprintf("%s|%016x %d %d|", text, math.Float64bits(v), size, digit(fits))
		for _, base := range []int{0, 8, 10, 16} {
			signed, size, fits := cnum.Strtol(text, base)
			got += fmt.Sprintf("%d %d %d|", signed, size, digit(fits))
			unsigned, size, fits := cnum.Strtoul(text, base)
			got += fmt.Sprintf("%d %d %d|", unsigned, size, digit(fits))
		}
		if want := strings.TrimSuffix(line, "\n"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func digit(fits bool) int {
	if fits {
		return 1
	}
	return 0
}
