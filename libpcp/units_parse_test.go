package libpcp

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/units.txt holds texts and what pmParseUnitsStr(3) makes of them:
// the units as a word and the multiplier, or the message. They are libpcp
// 6.0.3's, units-extra.txt those of 7.2.2.
func TestParseUnits(t *testing.T) {
	eachUnits(t, "units.txt", func(s, want string) {
		for _, notation := range []UnitsNotation{{}, {NoExtra: true}} {
			if got := describeUnits(notation, s); got != want {
				t.Errorf("%+v, %q: %s, want %s", notation, s, got, want)
			}
		}
	})
}

// Where libpcp goes on for ever behind an extra unit, there is an error.
func TestParseExtraUnits(t *testing.T) {
	eachUnits(t, "units-extra.txt", func(s, want string) {
		if want == "endless" {
			want = errUnknownUnit.Reason
		}
		if got := describeUnits(UnitsNotation{}, s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
		if !strings.Contains(s, "(") {
			return
		}
		if got := describeUnits(UnitsNotation{NoExtra: true}, s); got != errUnknownUnit.Reason {
			t.Errorf("%q before 7.2: %s", s, got)
		}
	})
}

func eachUnits(t *testing.T, file string, check func(s, want string)) {
	f, err := os.Open("testdata/" + file)
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
		check(s, want)
	}
}

func describeUnits(n UnitsNotation, s string) string {
	u, multiplier, err := n.Parse(s)
	if err != nil {
		return err.Error()
	}
	return strconv.FormatUint(uint64(uint32(u)), 16) + " " + strconv.FormatFloat(multiplier, 'g', 12, 64)
}

func FuzzParseUnits(f *testing.F) {
	for _, s := range []string{"", "Kbyte / sec", "10 count x 10^-3", "0x1p-3hour^2 space-9/5", "power (W) / sec", "2 voltage current (mA)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, _, err := UnitsNotation{}.parse(s)
		if err != nil {
			return
		}
		if back := d.Units().Dimensions(); back != d {
			t.Errorf("%q gives %+v, which does not fit its word", s, d)
		}
	})
}
