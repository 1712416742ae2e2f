package golden

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

const sample = `# Notes, and empty lines,

# stay.
$ TZ=EST5EDT pmval -s 1 'a b'
1|metric
\ no newline at the end
2|` + "\xff\r" + `
err|a file
= 1
$ pmprobe -v sample.bin
: 12 13 + 15
1|7.2.2
= 0
@ 6.0.3
1|6.0.3
= 0
@ 6.3.8
$ pminfo all alike but one
= 0
@ 6.0.3 6.3.8
1|older
= 0
$ pminfo of the oldest alone
= 0
@ 6.3.8 7.2.2
$ pminfo not yet recorded
`

func TestParse(t *testing.T) {
	records, err := Parse("x.txt", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(Format(records)); got != sample {
		t.Errorf("formatted again:\n%s", got)
	}
	want := Record{At: "x.txt:10", Line: "pmprobe -v sample.bin", Exchanges: []int{12, 13}, Ahead: []int{15},
		Want: map[string]string{"6.0.3": "1|6.0.3\n= 0\n", "7.2.2": "1|7.2.2\n= 0\n"}}
	if !reflect.DeepEqual(records[1], want) {
		t.Errorf("got %+v", records[1])
	}
	if records[0].Note != "# Notes, and empty lines,\n\n# stay.\n" {
		t.Errorf("note %q", records[0].Note)
	}
	if w := records[0].Want; len(w) != 3 || w["6.0.3"] != w["7.2.2"] || !strings.Contains(w["6.3.8"], "2|\xff\r\n") {
		t.Errorf("got %q", w)
	}
	if len(records[4].Want) != 0 {
		t.Errorf("got %q", records[4].Want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1|x\n":                      `x.txt:1: no command line for "1|x"`,
		"$ a\n1|x\n":                 "x.txt: a block without a status",
		"$ a\n= 0\n1|x\n":            `x.txt:3: "1|x" after the end of a block`,
		"$ a\n= 0\n@ 1.0\n":          `x.txt:3: unexpected release "1.0"`,
		"$ a\n= 0\n@ 6.0.3 6.0.3\n":  `x.txt:3: unexpected release "6.0.3"`,
		"$ a\n1|x\n# n\n= 0\n":       `x.txt:4: no command line for "= 0"`,
		"$ a\n= 0\n# n\n":            "x.txt: ends with a note about nothing",
		"$ a\n: 1 b\n= 0\n":          `x.txt:2: strconv.Atoi: parsing "b": invalid syntax`,
		"$ a\n= 0":                   "x.txt:2: a line without end",
		"$ a\n@ 6.0.3\n1|x\n$ b\n":   "x.txt:4: a block without a status",
		"$ a\n1|x\n@ 6.0.3\n= 0\n\n": "x.txt:3: a block without a status",
	} {
		if _, err := Parse("x.txt", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzParse: what is read is written so that it is read alike.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	f.Fuzz(func(t *testing.T, b []byte) {
		records, err := Parse("x", b)
		if err != nil {
			return
		}
		for i := range records {
			records[i].At = ""
		}
		again, err := Parse("x", Format(records))
		for i := range again {
			again[i].At = ""
		}
		if err != nil || !reflect.DeepEqual(records, again) {
			t.Errorf("%v\n%+v\n%+v", err, records, again)
		}
	})
}

func TestParseCommand(t *testing.T) {
	c, err := ParseCommand(`A= B_2='x y'  pminfo A=1 "a'b"c\ d '' ` + "\xff\u00a0")
	want := Command{Environ: []string{"A=", "B_2=x y"}, Tool: "pminfo", Args: []string{"A=1", "a'bc d", "", "\xff\u00a0"}}
	if err != nil || !reflect.DeepEqual(c, want) {
		t.Errorf("%q, %v", c, err)
	}
	for _, line := range []string{"", "A=1", "pminfo 'x", `pminfo \`} {
		if c, err := ParseCommand(line); err == nil {
			t.Errorf("%q: %q", line, c)
		}
	}
}

func TestEnviron(t *testing.T) {
	got := Environ("TZ=X", "Y=1", "TZ=Z")
	if !slices.Contains(got, "TZ=Z") || slices.Contains(got, "TZ=UTC") || slices.Contains(got, "TZ=X") || !slices.Contains(got, "Y=1") {
		t.Error(got)
	}
}

func TestUsages(t *testing.T) {
	help := map[string]string{"7.2.2": "2|Usage: x\n2|\n2|  -a\n= 1\n"}
	u := UsagesOf([]Record{{Line: "x --help", Want: help}})
	text := "2|x: wrong\n2|Usage: x\n2|\n2|  -a\n= 1\n"
	short := u.Shorten("x -z", "x", "7.2.2", text)
	if short != "2|x: wrong\n2|(usage)\n= 1\n" {
		t.Error(short)
	}
	if got := u.Expand("x", "7.2.2", short); got != text {
		t.Error(got)
	}
	if got := u.Shorten("x --help", "x", "7.2.2", help["7.2.2"]); got != help["7.2.2"] {
		t.Error(got)
	}
}
