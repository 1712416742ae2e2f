package complete

import (
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// noted is the table of a tool with options and words that have descriptions.
func noted() *getopt.Spec {
	return &getopt.Spec{Source: &source, Groups: []getopt.Group{{Options: []getopt.Option{
		{Long: "series", Arg: "QUERY", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Metrics}},
		{Long: "hidden", Hidden: true, Value: getopt.Ignore()},
		{Short: 'o', Long: "only", LongOnly: true, Value: getopt.Ignore(), Text: "in one form"},
		{Long: "sort", Arg: "HOW", Text: "in order", Value: getopt.Ignore(), Complete: getopt.OneOf("up\tascending", "down\tdescending\a", "bell\a")},
		{Long: "report", Arg: "NAME", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Metrics, Words: func() []string { return []string{":disk", ":load"} }}},
	}}}}
}

// TestNotes has the descriptions of options and words, as far as they can be shown.
func TestNotes(t *testing.T) {
	for _, test := range []struct{ shell, word, want string }{
		{"fish", "--sort=", "list\n--sort=down\t\n--sort=up\tascending\n"},
		{"zsh", "--sort=", "list --sort=\n+down\t\n+up\tascending\n"},
		{"powershell", "--sort=u", "--sort=up\tup\tascending\n"},
		{"fish", "-", "list\n--only\tin one form\n--report=\t\n--series=\t\n--sort=\tin order\n"},
		{"fish", "--series=con", "list\n--series=control.\t\n"},
		{"fish", "--report=:d", "list\n--report=:disk\t\n"},
		{"zsh", "--report=:", "list --report=\n+:disk\t\n+:load\t\n"},
	} {
		var out strings.Builder
		Run(t.Context(), noted(), &getopt.Invocation{Name: "tool", Environ: []string{Variable + "=" + test.shell, wordVariable + "=" + test.word}}, &out)
		if got := out.String(); got != test.want {
			t.Errorf("%s %q: got\n%swant\n%s", test.shell, test.word, got, test.want)
		}
	}
}

// TestSettle has items in order, each once, and none of too many.
func TestSettle(t *testing.T) {
	var a answer
	long := strings.Repeat("x", 1024)
	a.add("", item{text: "b"}, item{text: "a", note: "first"}, item{text: "a", note: "second"}, item{text: long, note: long + "x"}, item{text: long + "x"})
	a.add("c", item{text: "b"}, item{text: "cc"})
	a.settle()
	var got []string
	for _, i := range a.items {
		got = append(got, i.text+i.note)
	}
	if text := strings.Join(got, " "); text != "afirst b cc "+long {
		t.Errorf("got %q", text)
	}
	for _, more := range []int{0, 1} {
		var a answer
		for range tooMany + more {
			a.add("", item{text: "x"})
		}
		if a.settle(); len(a.items) != 1-more {
			t.Errorf("%d of %d items", len(a.items), tooMany+more)
		}
	}
}

// TestInstanceItems has names that -i takes: the first words, if they are unique.
func TestInstanceItems(t *testing.T) {
	var got []string
	for _, i := range instanceItems([]string{"a", "b one", "b two", "c d e", "f,g", " h", ""}) {
		got = append(got, i.text+"/"+i.note)
	}
	if text := strings.Join(got, " "); text != "a/ c/c d e" {
		t.Errorf("got %q", text)
	}
	for name, want := range map[string]bool{"a": true, "A.b_1": true, "a.": false, ".a": false, "1a": false, "_a": false, "a.1": false, "a-b": false, "": false,
		"zZ.aA09": true, "a[": false, "a@": false, "a`": false, "a{": false, "a/": false, "a:": false} {
		if metricName(name) != want {
			t.Errorf("%q: want %t", name, want)
		}
	}
	items := nodes("p.", []libpcp.Child{{Name: "leaf", Leaf: true}, {Name: "node"}, {Name: "x.y"}, {Name: "1"}})
	if len(items) != 2 || items[0] != (item{text: "p.leaf"}) || items[1] != (item{text: "p.node.", open: true}) {
		t.Errorf("got %+v", items)
	}
}
