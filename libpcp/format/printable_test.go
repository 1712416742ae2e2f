package format

import (
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"plain ~":                 "plain ~",
		"größer 世界":               "größer 世界",
		"a\tb\nc":                 "a b c",
		"\x1b[2J\x1b]0;x\a\x7f":   `\x1b[2J\x1b]0;x\x07\x7f`,
		"\u009b2J\u0085":          `\x9b2J\x85`,
		"\u202ea\u2066b\u200ec":   "?a?b?c",
		"\xff\x9b2J cut \xe2\x80": `\xff\x9b2J cut \xe2\x80`,
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := PrintableLines("a\n\tb\r\n"); got != "a\n b\\x0d\n" {
		t.Errorf("lines: %q", got)
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("a\x1b[2J\r\nb\x7f\u009b\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		for got, lines := range map[string]bool{Printable(text): false, PrintableLines(text): true} {
			if strings.ContainsFunc(got, func(r rune) bool { return TerminalControl(r) && !(lines && r == '\n') }) {
				t.Errorf("%q", got)
			}
		}
	})
}
