package complete

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestScripts wants the scripts to speak of the variables of a request, and of
// no others. That they work is shown by the tests at terminals, for those
// shells that can be had.
func TestScripts(t *testing.T) {
	words := []string{Variable, wordVariable, beforeVariable, afterVariable}
	for name, want := range map[string][]string{
		"pcptools.bash": {Variable, wordVariable, commandVariable, lineVariable, restVariable},
		"_pcptools":     words, "pcptools.fish": words, "pcptools.ps1": words,
	} {
		text, err := os.ReadFile(filepath.Join("../../../completions", name))
		if err != nil {
			t.Fatal(err)
		}
		got := regexp.MustCompile(`PCPTOOLS_[A-Z]+`).FindAllString(string(text), -1)
		slices.Sort(got)
		slices.Sort(want)
		if got := slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s has %v, want %v", name, got, want)
		}
		if !strings.Contains(string(text), "--version") {
			t.Errorf("%s runs a tool without the words that make it harmless", name)
		}
	}
}

// TestPowerShell wants the brackets of the script to match, outside of strings
// and comments.
func TestPowerShell(t *testing.T) {
	text, err := os.ReadFile("../../../completions/pcptools.ps1")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?m)#.*$|'[^']*'|\"(`.|[^\"])*\"").ReplaceAllString(string(text), "")
	var open []byte
	for i := range len(code) {
		switch c := code[i]; c {
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			if len(open) == 0 || !strings.Contains("() [] {}", string([]byte{open[len(open)-1], c})) {
				t.Fatalf("%q closes nothing, in %q", c, code[:i+1])
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 || strings.ContainsAny(code, "'\"") {
		t.Errorf("left open: %q, of %q", open, code)
	}
}
