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

// TestScriptsNameTools wants each script to name every tool.
func TestScriptsNameTools(t *testing.T) {
	mains, err := filepath.Glob("../../*/main.go")
	if err != nil || len(mains) == 0 {
		t.Fatalf("no tools: %v", err)
	}
	var tools []string
	for _, file := range mains {
		tools = append(tools, filepath.Base(filepath.Dir(file)))
	}
	for name, line := range map[string]string{
		"pcptools.bash": "complete -F _pcptools " + strings.Join(tools, " "),
		"_pcptools":     "#compdef " + strings.Join(tools, " "),
		"pcptools.fish": "for tool in " + strings.Join(tools, " "),
		"pcptools.ps1":  "-CommandName '" + strings.Join(tools, "', '") + "' ",
	} {
		text, err := os.ReadFile(filepath.Join("../../../completions", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), line) {
			t.Errorf("%s has no %q", name, line)
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
