package derive

import (
	_ "embed"
	"strings"
	"testing"
)

// patterns holds expressions, subjects and what regcomp(3) and regexec(3) of the GNU
// C library make of them: 1 for a match, 0 for none, or the message.
//
//go:embed testdata/patterns.txt
var patterns string

// TestPatterns has expressions that both accept match the same.
func TestPatterns(t *testing.T) {
	verdicts := 0
	for line := range strings.Lines(patterns) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		expression, subject, want := unquote(t, fields[0]), unquote(t, fields[1]), fields[2]
		re, err := compilePattern(expression)
		if err != nil || want != "0" && want != "1" {
			continue
		}
		verdicts++
		if got := re.MatchString(subject); got != (want == "1") {
			t.Errorf("%q on %q: %v, want %s", expression, subject, got, want)
		}
	}
	if verdicts < 200 {
		t.Errorf("%d expressions were accepted", verdicts)
	}
}

func TestPatternErrors(t *testing.T) {
	for expression, want := range map[string]string{
		"*a":       "Invalid preceding regular expression",
		"(?i)a":    "Invalid preceding regular expression",
		"(a":       `Unmatched ( or \(`,
		"a{2":      `Unmatched \{`,
		"a{3,2}":   `Invalid content of \{\}`,
		"a*{2}":    "invalid nested repetition operator: *{2}",
		"a[":       "Invalid regular expression",
		"[a":       "Unmatched [, [^, [:, [., or [=",
		"[[.a.]b]": "collating elements are not supported: [[.a.]",
		"[[:no:]]": "Invalid character class name",
		"[z-a]":    "Invalid range end",
		`(a)\1`:    `invalid escape sequence: \1`,
		`a\`:       "Trailing backslash",
		"a{1001}":  `Invalid content of \{\}`,
	} {
		if _, err := compilePattern(expression); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", expression, err, want)
		}
	}
}

func FuzzPattern(f *testing.F) {
	f.Add(`^(a|[[:digit:]x-z]){1,2}\w+$`, "a1x")
	f.Add(`[]-a]|[^-]`, "")
	f.Fuzz(func(t *testing.T, expression, subject string) {
		re, err := compilePattern(expression)
		if err == nil {
			re.MatchString(subject)
		}
	})
}
