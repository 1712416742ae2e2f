package ere

import (
	"strconv"
	"strings"
	"testing"

	_ "embed"
)

// ereTable holds expressions, subjects and what regcomp(3) and regexec(3) of
// the GNU C library make of them: 1 for a match, 0 for none, or the message.
//
//go:embed testdata/ere.txt
var ereTable string

func TestERE(t *testing.T) {
	for line := range strings.Lines(ereTable) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		expression, subject, want := unquote(t, fields[0]), unquote(t, fields[1]), fields[2]
		got := "0"
		if re, err := Compile(expression); err != nil {
			got = err.Error()
		} else if re.Match(subject) {
			got = "1"
		}
		if got != want {
			t.Errorf("%q on %q: %s, want %s", expression, subject, got, want)
		}
	}
}

func unquote(t *testing.T, s string) string {
	t.Helper()
	s, err := strconv.Unquote(s)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func FuzzERE(f *testing.F) {
	f.Add(`^(a|[[:digit:]x-z]){1,2}\w+$`, "a1x")
	f.Add(`[]-a]|[^-]`, "")
	f.Fuzz(func(t *testing.T, expression, subject string) {
		re, err := Compile(expression)
		if err == nil {
			re.Match(subject)
		}
	})
}
