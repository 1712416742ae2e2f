package proc

import "testing"

// TestWithoutControls compares with what PCP 7.2.2 makes of command lines.
func TestWithoutControls(t *testing.T) {
	for text, want := range map[string]string{
		"a\x01b\tc\nd\x7fe\rg\xc3\xa9h": "a b c d e g\xc3\xa9h",
		"a\x1b[31mred\x1b[0mb":          "aredb",
		"a\x1b]0;title\ab":              "ab",
		"a\x1b":                         "a",
		"a\x1b[999xyz":                  "ayz",
		"a\x1b(Bc":                      "aBc",
		"ab\x1b\x01cd":                  "abcd",
		"x\x80y\x9bz":                   "x\x80y\x9bz",
	} {
		file := []byte(text)
		for range 2 { // two metrics of a fetch may need it
			if got := string(withoutControls(file)); got != want {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	}
}
