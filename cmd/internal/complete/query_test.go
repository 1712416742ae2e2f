package complete

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
	"pcptools/libpcp/series"
)

// engine is a source that knows time series, of which it is asked for patterns.
type engine struct {
	fake
	patterns []string
	broken   bool
}

// SeriesWords returns a client that asks the engine.
func (e *engine) SeriesWords() (getopt.SeriesWords, error) {
	return series.New("http://engine", series.WithHTTP(&http.Client{Transport: e}))
}

// RoundTrip implements [http.RoundTripper].
func (e *engine) RoundTrip(r *http.Request) (*http.Response, error) {
	if e.broken {
		return nil, errors.New("down")
	}
	query, answer := r.URL.Query(), any([]string{"hostname", "agent"})
	if r.URL.Path == "/series/metrics" {
		below := strings.TrimSuffix(query.Get("match"), "*")
		e.patterns = append(e.patterns, query.Get("match"))
		answer = []string{below + "load", below + "disk.read", below + "disk.write", below[:max(0, len(below)-1)]}
	} else if label := query.Get("names"); label != "" {
		answer = map[string][]string{label: {`"` + label + `1"`, label + "2"}}
	}
	text, err := json.Marshal(answer)
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(text))}, err
}

func (e *engine) spec() *getopt.Spec {
	return &getopt.Spec{Source: e, Groups: []getopt.Group{{Options: []getopt.Option{
		{Long: "series", Arg: "QUERY", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Query}},
		{Long: "hidden", Hidden: true, Value: getopt.Ignore()},
		{Short: 'o', Long: "only", LongOnly: true, Value: getopt.Ignore(), Text: "in one form"},
		{Long: "sort", Arg: "HOW", Text: "in order", Value: getopt.Ignore(), Complete: getopt.OneOf("up\tascending", "down\tdescending\a", "bell\a")},
		{Long: "report", Arg: "NAME", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Metrics, Words: func() []string { return []string{":disk", ":load"} }}},
	}}}}
}

func (e *engine) ask(t *testing.T, shell, word string) string {
	t.Helper()
	var out strings.Builder
	Run(t.Context(), e.spec(), &getopt.Invocation{Name: "tool", Environ: []string{Variable + "=" + shell, wordVariable + "=" + word, "XDG_CACHE_HOME=" + t.TempDir()}}, &out)
	return out.String()
}

// TestQuery completes queries of time series: names of metrics, labels, and their
// values.
func TestQuery(t *testing.T) {
	for _, test := range []struct{ word, fish, pattern string }{
		{"", "disk. load", "*"},
		{"l", "load", "*"},
		{"kernel.l", "kernel.load", "kernel.*"},
		{"rate(kernel.d", "rate(kernel.disk.", "kernel.*"},
		{"a+b", "", "*"}, {"a + l", "a + load", "*"}, {"a*l", "a*load", "*"}, {"a-l", "a-load", "*"}, {"a/l", "a/load", "*"},
		{"min(a, l", "min(a, load", "*"}, {"f(a)l", "f(a)load", "*"},
		{"a{", "a{agent== a{hostname==", ""}, {"a{h", "a{hostname==", ""}, {"a{x==1,h", "a{x==1,hostname==", ""},
		{"a{x==1 && h", "a{x==1 && hostname==", ""}, {"a{x==1||h", "a{x==1||hostname==", ""}, {"a{x h", "a{x hostname==", ""},
		{"a{h==", `a{h=="h1" a{h=="h2"`, ""}, {"a{h!=", `a{h!="h1" a{h!="h2"`, ""},
		{"a{h=~", `a{h=~"h1" a{h=~"h2"`, ""}, {"a{h!~", `a{h!~"h1" a{h!~"h2"`, ""}, {"a{h:", `a{h:"h1" a{h:"h2"`, ""},
		{"a{h==1}", "", ""}, {"a{h==1}l", "", ""},
	} {
		e := new(engine)
		var got []string
		for line := range strings.Lines(e.ask(t, "fish", "--series="+test.word)) {
			if text, _, ok := strings.Cut(line, "\t"); ok {
				got = append(got, strings.TrimPrefix(text, "--series="))
			}
		}
		if text := strings.Join(got, " "); text != test.fish || strings.Join(e.patterns, "") != test.pattern {
			t.Errorf("%q: got %q of %q, want %q of %q", test.word, text, e.patterns, test.fish, test.pattern)
		}
	}
	if got := new(engine).ask(t, "zsh", "--series=a{h"); got != "list --series=\n-a{hostname==\t\n" {
		t.Errorf("zsh: %q", got)
	}
	if got, want := new(engine).ask(t, "zsh", "--series=kernel."), "list --series=\n-kernel.disk.\t\n+kernel.load\t\n"; got != want {
		t.Errorf("zsh: %q, want %q", got, want)
	}
	if got := (&engine{broken: true}).ask(t, "fish", "--series=l"); got != "list\n" {
		t.Errorf("a broken engine: %q", got)
	}
}

// TestNotes has the descriptions of options and words, as far as they can be shown.
func TestNotes(t *testing.T) {
	for _, test := range []struct{ shell, word, want string }{
		{"fish", "--sort=", "list\n--sort=down\t\n--sort=up\tascending\n"},
		{"zsh", "--sort=", "list --sort=\n+down\t\n+up\tascending\n"},
		{"powershell", "--sort=u", "--sort=up\tup\tascending\n"},
		{"fish", "-", "list\n--only\tin one form\n--report=\t\n--series=\t\n--sort=\tin order\n"},
		{"fish", "--report=:d", "list\n--report=:disk\t\n"},
		{"zsh", "--report=:", "list --report=\n+:disk\t\n+:load\t\n"},
	} {
		if got := new(engine).ask(t, test.shell, test.word); got != test.want {
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
