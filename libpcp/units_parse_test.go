package libpcp

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/units.txt holds texts and what pmParseUnitsStr(3) makes of them:
// the units as a word and the multiplier, or the message.
func TestParseUnits(t *testing.T) {
	f, err := os.Open("testdata/units.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		quoted, want, _ := strings.Cut(lines.Text(), "\t")
		s, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatal(err)
		}
		if got := describeUnits(s); got != want {
			t.Errorf("ParseUnits(%q): %s, want %s", s, got, want)
		}
	}
}

func describeUnits(s string) string {
	u, multiplier, err := ParseUnits(s)
	if err != nil {
		return err.Error()
	}
	return strconv.FormatUint(uint64(u.Word()), 16) + " " + strconv.FormatFloat(multiplier, 'g', 12, 64)
}

func FuzzParseUnits(f *testing.F) {
	for _, s := range []string{"", "Kbyte / sec", "10 count x 10^-3", "0x1p-3hour^2 space-9/5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, _, err := ParseUnits(s)
		if err != nil {
			return
		}
		if back := UnitsFromWord(u.Word()); back != u {
			t.Errorf("%q gives %+v, which does not fit its word", s, u)
		}
	})
}
