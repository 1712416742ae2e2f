package getopt

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// table makes options of words such as "a:archive=": letter, name, and a mark
// for one that takes an argument.
func table(text string) *Spec {
	var options []Option
	for _, word := range strings.Fields(text) {
		letter, long, _ := strings.Cut(word, ":")
		o := Option{Value: Ignore()}
		if letter != "" {
			o.Short = letter[0]
		}
		if name, ok := strings.CutSuffix(long, "="); ok {
			long, o.Arg = name, "ARG"
		}
		o.Long = long
		options = append(options, o)
	}
	return &Spec{Synopsis: "[options]", Groups: []Group{{Heading: "Options", Options: options}}}
}

// The options of three of PCP's tools.
func pminfoSpec() *Spec {
	return table("a:archive= D:debug= h:host= :container= L:local-PMDA K:spec-local= n:namespace= N:uniqnames= " +
		"O:origin= Z:timezone= z:hostzone V:version ?:help b:batch= d:desc f:fetch F:fetchall I:fullindom l:labels " +
		"m:pmid M:fullpmid s:series t:oneline T:helptext C: c:derived= x:events v:verify")
}

func pmstoreSpec() *Spec {
	s := table("D:debug= h:host= L:local-PMDA K:spec-local= n:namespace= V:version ?:help F:fetch f:force i:insts=")
	s.StopAtOperand = true
	return s
}

func pmprobeSpec() *Spec {
	s := table("a:archive= D:debug= h:host= d:version ?:help b:batch= V:verbose v:values")
	s.Groups[0].Options[3].LongOnly = true
	return s
}

// scanned is what the scanner makes of words, one line for each event and the
// operands at the end.
func scanned(spec *Spec, words []string) string {
	var lines []string
	s := scanner{words: words, options: spec.options(), stopAtOperand: spec.StopAtOperand}
	for e, ok := s.scan(); ok; e, ok = s.scan() {
		switch {
		case e.err != "":
			lines = append(lines, e.err)
		case e.option.Long != "":
			lines = append(lines, e.option.Long+" "+e.arg)
		default:
			lines = append(lines, string(rune(e.option.Short))+" "+e.arg)
		}
	}
	return strings.Join(append(lines, strings.Join(s.operands, "|")), "\n")
}

// The messages were recorded from PCP's tools.
func TestScanner(t *testing.T) {
	for _, test := range []struct {
		spec  *Spec
		words []string
		want  []string
	}{
		{pminfoSpec(), []string{"a", "-f", "b", "--", "-d", "--"}, []string{"fetch ", "a|b|-d|--"}},
		{pminfoSpec(), []string{"-fdmaARCHIVE", "-", "-aX", "-a", "-f"},
			[]string{"fetch ", "desc ", "pmid ", "archive ARCHIVE", "archive X", "archive -f", "-"}},
		{pminfoSpec(), []string{"--arch=x=y", "--arch", "z", "--archive="}, []string{"archive x=y", "archive z", "archive ", ""}},
		{pminfoSpec(), []string{"--fetch", "--fetcha", "--fu"},
			[]string{"fetch ", "fetchall ", "option '--fu' is ambiguous; possibilities: '--fullindom' '--fullpmid'", ""}},
		{pminfoSpec(), []string{"--he", "--h=1"},
			[]string{"option '--he' is ambiguous; possibilities: '--help' '--helptext'",
				"option '--h=1' is ambiguous; possibilities: '--host' '--helptext' '--help' '--hostzone'", ""}},
		{pminfoSpec(), []string{"--desc=3", "--=x", "-e\xff", "--\xffz=é", "-a"},
			[]string{"option '--desc' doesn't allow an argument", "option '--' doesn't allow an argument", "invalid option -- 'e'",
				"invalid option -- '\xff'", "unrecognized option '--\xffz=é'", "option requires an argument -- 'a'", ""}},
		{pminfoSpec(), []string{"--host"}, []string{"option '--host' requires an argument", ""}},
		{pmstoreSpec(), []string{"-f", "m", "-5"}, []string{"force ", "m|-5"}},
		{pmstoreSpec(), []string{"--", "-f", "m"}, []string{"-f|m"}},
		{pmprobeSpec(), []string{"-d", "--version"}, []string{"invalid option -- 'd'", "version ", ""}},
	} {
		want := strings.Join(test.want, "\n")
		if got := scanned(test.spec, test.words); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.words, got, want)
		}
	}
}

// TestDefaultArgument leaves the argument of an option out, and what follows is
// none.
func TestDefaultArgument(t *testing.T) {
	for words, want := range map[string]string{"--watch 5": "2", "--watch=5": "5", "--watch": "2"} {
		var got string
		spec := Spec{Extra: []Option{{Long: "watch", Arg: "N", Default: "2", Value: Func(func(arg string) error { got = arg; return nil })}}}
		if _, err := spec.Parse(&Invocation{Stderr: io.Discard}, strings.Fields(words)); err != nil || got != want {
			t.Errorf("%s: %q, %v", words, got, err)
		}
	}
}

// TestInt has a number from the least on, and a message for all else.
func TestInt(t *testing.T) {
	n := 5
	v := Int(&n, 1, "no number")
	if v.String() != "5" {
		t.Errorf("String is %q", v.String())
	}
	for arg, want := range map[string]int{"1": 1, "17": 17, "2147483647": 1<<31 - 1} {
		if err := v.Set(arg); err != nil || n != want {
			t.Errorf("%s: %d, %v", arg, n, err)
		}
	}
	n = 5
	for _, arg := range []string{"0", "-1", "x", "", "1x"} {
		if err := v.Set(arg); err == nil || err.Error() != "no number" || n != 5 {
			t.Errorf("%s: %d, %v", arg, n, err)
		}
	}
}

// TestUsage has forms and texts in columns, and leaves out what is hidden.
func TestUsage(t *testing.T) {
	spec := &Spec{Synopsis: "[options] x", Groups: []Group{{Heading: "Some", Options: []Option{
		{Short: 'a', Arg: "FILE", Text: "short", Value: Ignore()},
		{Short: 'b', Long: "both", Arg: "N", Text: "both", Value: Ignore()},
		{Long: "long-enough-for-a-line", Arg: "TEXT", Text: "below", Value: Ignore()},
		{Short: 'q', Long: "quiet", Text: "plain", Value: Ignore()},
		{Short: 'h', Hidden: true, Text: "none", Value: Ignore()},
	}}}}
	const want = `Usage: tool [options] x

Some:
  -a FILE               short
  -b N, --both=N        both
  --long-enough-for-a-line=TEXT
                        below
  -q, --quiet           plain
`
	if got := string(spec.appendUsage(nil, "tool")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestExactOption checks that an option of ours takes part in nothing but its
// own full name.
func TestExactOption(t *testing.T) {
	spec := pminfoSpec()
	spec.Extra = []Option{{Long: "build-info", Exact: true, Value: Ignore()}}
	want := "batch 1\nunrecognized option '--build'\nbuild-info \n"
	if got := scanned(spec, []string{"--b", "1", "--build", "--build-info"}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if strings.Contains(string(spec.appendUsage(nil, "pminfo")), "build") {
		t.Error("it is in the usage text")
	}
}

func FuzzGetopt(f *testing.F) {
	f.Add("-fdmaARCHIVE\n--he\n--\n-x", true)
	f.Add("--=\n-\n--archive\n\xff", false)
	f.Add("-b\n--b\n-?\n--version=", false)
	f.Fuzz(func(t *testing.T, text string, stop bool) {
		words := strings.Split(text, "\n")
		spec := pminfoSpec()
		spec.StopAtOperand = stop
		s := scanner{words: words, options: spec.options(), stopAtOperand: stop}
		events := 0
		for _, ok := s.scan(); ok; _, ok = s.scan() {
			if events++; events > len(text)+1 {
				t.Fatal("more options than bytes")
			}
		}
		for _, word := range s.operands {
			if !slices.Contains(words, word) {
				t.Fatalf("operand %q is no word", word)
			}
		}
	})
}
