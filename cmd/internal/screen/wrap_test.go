package screen

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for columns, want := range map[int]string{
		0:  "  one two three éé fourteen",
		80: "  one two three éé fourteen",
		9:  "  one two\nthree éé\nfourteen",
		3:  "  one\ntwo\nthree\néé\nfourteen",
	} {
		if got := strings.Join(Wrap("  one two  three éé fourteen", columns), "\n"); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}
