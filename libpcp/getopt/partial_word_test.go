package getopt

import (
	"slices"
	"strings"
	"testing"
)

// hinted is pminfoSpec with completions for one option and the operands.
func hinted() *Spec {
	s := pminfoSpec()
	for i, o := range s.Groups[0].Options {
		if o.Long == "host" {
			s.Groups[0].Options[i].Complete = Completion{Kind: Hosts}
		}
	}
	s.Complete = []Completion{{Kind: Files}, {Kind: Metrics}}
	return s
}

func TestPartialWord(t *testing.T) {
	for _, test := range []struct {
		before, word, after string
		stem                string
		kind                CompletionKind
		options             bool
		operands, given     string
	}{
		{word: "a", kind: Files},
		{before: "x", word: "a", after: "y -f", kind: Metrics, operands: "x y", given: "--fetch"},
		{before: "x y z", word: "", kind: Metrics, operands: "x y z"},
		{before: "-h", word: "a", after: "y", kind: Hosts, operands: "y"},
		{before: "-fh", word: "--", kind: Hosts, given: "--fetch"},
		{before: "--host", word: "-f", kind: Hosts},
		{before: "-h a", word: "b", kind: Files, given: "--host=a"},
		{word: "-ha", stem: "-h", kind: Hosts},
		{word: "-fha", stem: "-fh", kind: Hosts},
		{word: "-h", options: true},
		{word: "-", options: true},
		{word: "--ho", options: true},
		{word: "--host=a=b", stem: "--host=", kind: Hosts},
		{word: "--h=a"}, // ambiguous
		{word: "--desc=", stem: "--desc="},
		{before: "--", word: "-h", after: "-f", kind: Files, operands: "-f"},
		{before: "-e", word: "a", kind: Files}, // -e is no option
	} {
		u := hinted().PartialWord(&Invocation{}, strings.Fields(test.before), test.word, strings.Fields(test.after))
		if u.Stem+u.Text != test.word || u.Stem != test.stem || u.Complete.Kind != test.kind || (u.Options != nil) != test.options ||
			strings.Join(u.Operands, " ") != test.operands || strings.Join(u.Given, " ") != test.given {
			t.Errorf("%q %q %q: got %q %q, %d, options %t, %q, %q", test.before, test.word, test.after,
				u.Stem, u.Text, u.Complete.Kind, u.Options != nil, u.Operands, u.Given)
		}
	}
}

func TestPartialWordStops(t *testing.T) {
	s := pmstoreSpec()
	u := s.PartialWord(&Invocation{}, []string{"m"}, "-1", []string{"-f"})
	if u.Options != nil || !slices.Equal(u.Operands, []string{"m", "-f"}) || u.Given != nil {
		t.Errorf("got %+v", u)
	}
}

func FuzzPartialWord(f *testing.F) {
	f.Add("-fh a --host", "--ho=x", "y -a")
	f.Add("--", "-", "--a=b -")
	f.Fuzz(func(t *testing.T, before, word, after string) {
		u := hinted().PartialWord(&Invocation{}, strings.Split(before, " "), word, strings.Split(after, " "))
		if u.Stem+u.Text != word {
			t.Fatalf("%q became %q and %q", word, u.Stem, u.Text)
		}
	})
}
