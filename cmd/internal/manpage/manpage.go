// Package manpage holds the manual page of a tool against its option table,
// in the tests of the tools.
package manpage

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/libpcp/getopt"
)

// Check checks that the page man/TOOL.1 describes the options of spec, the
// options of every tool, and the options also, which no table contains: each
// once, in all its forms, with an argument if it takes one; and no other
// options. The synopsis must contain one form of each. Extra options must be Exact.
// Shells must complete arguments by what they are, and options must take the words.
// Tests call it in the directory of their tool.
func Check(t testing.TB, tool string, spec *getopt.Spec, also ...getopt.Option) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "man", tool+".1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range spec.Extra { // others would change what PCP's options can be shortened to
		if !o.Exact {
			t.Errorf("%s is Extra, and not Exact", forms(o))
		}
	}
	page := string(text)
	table := append(slices.Clone(also), spec.Extra...)
	for _, g := range spec.Groups {
		table = append(table, g.Options...)
	}
	table = append(table, getopt.Option{Long: "build-info"}, getopt.Option{Long: "help-all"})

	checkDescriptions(t, tool, section(page, "OPTIONS"), table)
	checkSynopsis(t, tool, mentioned(section(page, "SYNOPSIS")), table)
	if strings.Contains(spec.Synopsis, "metric") && (len(spec.Complete) == 0 || spec.Complete[0].Kind != getopt.Metrics) {
		t.Errorf("metrics are not completed: %s", spec.Synopsis)
	}
	if spec.Source != nil {
		spec.Source.Begin(&getopt.Invocation{Name: tool}, func(error) {})
	}
	checkWords(t, table)
}

// completions are the kinds of what shells complete, by the names of arguments.
var completions = map[string][]getopt.CompletionKind{
	"FILE": {getopt.Files, getopt.Archives}, "FILES": {getopt.Archives}, "TZ": {getopt.Zones},
	"HOST": {getopt.Hosts}, "HOSTS": {getopt.Hosts}, "INST": {getopt.Instances}, "INSTS": {getopt.Instances},
	"QUERY": {getopt.Query}, "FORMAT": {getopt.Words}, "UNITS": {getopt.Words}, "DBG": {getopt.Words},
}

func checkWords(t testing.TB, table []getopt.Option) {
	t.Helper()
	for _, o := range table {
		if o.Text == "" && !o.Hidden && o.Value != nil {
			t.Errorf("%s: the usage does not say what it does", forms(o))
		}
		if kinds, ok := completions[o.Arg]; ok && !slices.Contains(kinds, o.Complete.Kind) {
			t.Errorf("%s: %s is not completed", forms(o), o.Arg)
		}
		if o.Complete.Words == nil || o.Value == nil {
			continue
		}
		for _, word := range o.Complete.Words() {
			word, _, _ = strings.Cut(word, "\t")
			if err := o.Value.Set(word); err != nil {
				t.Errorf("%s does not take %s: %v", forms(o), word, err)
			}
		}
	}
}

func checkDescriptions(t testing.TB, tool string, options []string, table []getopt.Option) {
	t.Helper()
	want := make(map[string]bool)
	for _, o := range table {
		want[forms(o)] = true
	}
	got := make(map[string]bool)
	for _, line := range options {
		if item, ok := strings.CutPrefix(line, ".It Fl "); ok {
			o := described(item)
			if got[o] {
				t.Errorf("%s.1 describes %s twice", tool, o)
			}
			got[o] = true
			if !want[o] {
				t.Errorf("%s.1 describes %s, which is not in the table", tool, o)
			}
		}
	}
	for o := range want {
		if !got[o] {
			t.Errorf("%s.1 does not describe %s", tool, o)
		}
	}
}

func checkSynopsis(t testing.TB, tool string, synopsis map[string]bool, table []getopt.Option) {
	t.Helper()
	known := make(map[string]bool)
	for _, o := range table {
		short, long := names(o)
		known[short], known[long] = true, true
		if !synopsis[short] && !synopsis[long] {
			t.Errorf("the synopsis of %s.1 lacks %s", tool, forms(o))
		}
	}
	for name := range synopsis {
		if !known[name] {
			t.Errorf("the synopsis of %s.1 has %s, which is not in the table", tool, name)
		}
	}
}

// names returns the short and the long form; an option that lacks one has it
// like the other.
func names(o getopt.Option) (short, long string) {
	if o.Long != "" {
		long = "--" + o.Long
	}
	if o.Short == 0 || o.LongOnly {
		return long, long
	}
	if short = "-" + string(rune(o.Short)); long == "" {
		long = short
	}
	return short, long
}

// forms are the spellings of an option: "-a --archive ARG".
func forms(o getopt.Option) string {
	short, long := names(o)
	text := short
	if long != short {
		text += " " + long
	}
	if o.Arg != "" {
		text += " ARG"
	}
	return text
}

// section returns the lines of a section of a page.
func section(page, name string) []string {
	_, rest, _ := strings.Cut(page, "\n.Sh "+name+"\n")
	text, _, _ := strings.Cut(rest, "\n.Sh ")
	return strings.Split(text, "\n")
}

// described makes of an item such as "a , -archive Ns = Ns Ar file" what forms
// does of its option.
func described(item string) string {
	flags, _, argument := strings.Cut(item, " Ns = Ns Ar ")
	var all []string
	for flag := range strings.SplitSeq(flags, " , ") {
		all = append(all, "-"+strings.TrimPrefix(flag, `\&`))
	}
	text := strings.Join(all, " ")
	if argument {
		text += " ARG"
	}
	return text
}

// mentioned returns the options that follow Fl in lines of a synopsis.
func mentioned(lines []string) map[string]bool {
	all := make(map[string]bool)
	for _, line := range lines {
		flags := false
		for word := range strings.FieldsSeq(line) {
			switch {
			case strings.TrimPrefix(word, ".") == "Fl":
				flags = true
			case word == "Ns" || word == "Ar":
				flags = false
			case word == "|" || !flags:
			case word[0] == '-':
				all["-"+word] = true
			default:
				for _, letter := range strings.TrimPrefix(word, `\&`) {
					all["-"+string(letter)] = true
				}
			}
		}
	}
	return all
}
