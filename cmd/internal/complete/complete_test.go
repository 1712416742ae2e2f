package complete

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// fake is the options of a source, and the source.
type fake struct {
	children  []libpcp.Child
	instances []string
	opened    int
	block     chan struct{} // if not nil, opening waits for it
	inv       *getopt.Invocation
}

func (f *fake) Begin(inv *getopt.Invocation, _ func(error)) { f.inv = inv }
func (f *fake) Settle() error                               { return nil }
func (f *fake) NamesOnly() *libpcp.Context                  { return nil }
func (f *fake) Close() error                                { return nil }

func (f *fake) Open(context.Context) (*libpcp.Context, error) {
	f.opened++
	if f.block != nil {
		<-f.block
		return nil, errors.New("gone")
	}
	return libpcp.NewContext(f), nil
}

func (f *fake) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.ChildrenQuery:
			q.Children = f.children
		case *libpcp.LookupQuery:
			q.Replies = make([]libpcp.LookupReply, len(q.Names))
		case *libpcp.DescsQuery:
			q.Replies = make([]libpcp.DescReply, len(q.IDs))
		case *libpcp.InstancesQuery:
			for _, name := range f.instances {
				q.Instances = append(q.Instances, libpcp.Instance{Name: name})
			}
		default:
			q.Decline()
		}
	}
}

// spec is the table of a tool with one option of each kind.
func (f *fake) spec() *getopt.Spec {
	return &getopt.Spec{Source: f, Complete: []getopt.Completion{{Kind: getopt.Metrics}},
		Groups: []getopt.Group{{Options: []getopt.Option{
			{Short: 'a', Long: "archive", Arg: "FILE", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Archives, List: true}},
			{Short: 'i', Long: "insts", Arg: "LIST", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Instances, List: true}},
			{Short: 'n', Long: "names", Arg: "FILE", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Files}},
			{Short: 'Z', Long: "timezone", LongOnly: true, Hidden: true, Arg: "TZ", Value: getopt.Ignore(), Complete: getopt.Completion{Kind: getopt.Zones}},
			{Short: 'f', Long: "fetch", Value: getopt.Ignore(), Text: "fetch values"},
			{Long: "watch", Arg: "INTERVAL", Default: "2", Value: getopt.Ignore()},
			{Short: 'd', Long: "version", LongOnly: true, Value: getopt.Ignore()},
			{Short: 'D', Long: "debug", Arg: "X", Hidden: true, Value: getopt.Ignore(), Complete: getopt.OneOf("pdu", "fetch")},
		}}}}
}

var source = fake{
	children: []libpcp.Child{{Name: "colour", Leaf: true}, {Name: "control"}, {Name: "x\x1b[2J", Leaf: true}, {Name: "$(id)", Leaf: true},
		{Name: "a.b", Leaf: true}, {Name: ""}},
	instances: []string{"red", "green", "1 minute", "5 minute", "15 minute", "two words", "two more", "a,b", "$(id)", "it's", "wow!",
		"bell\a", "esc\x1b]0;x\x07", "tab\tx", "line\nfeed", "\u202eright", "\xff", ""},
}

func ask(t *testing.T, f *fake, environ ...string) string {
	t.Helper()
	var out bytes.Buffer
	Run(t.Context(), f.spec(), &getopt.Invocation{Name: "tool", Environ: environ}, &out)
	return out.String()
}

// bash is what bash says of a line with the cursor at "^", of which it takes
// the end for the word.
func bash(line, word string) []string {
	line, rest, _ := strings.Cut(line, "^")
	return []string{Variable + "=bash", commandVariable + "=tool", lineVariable + "=" + line, restVariable + "=" + rest, wordVariable + "=" + word}
}

func TestBash(t *testing.T) {
	for _, test := range []struct{ line, word, want string }{
		{"tool co^", "co", "list\ncolour\ncontrol.\n"},
		{"tool cont^", "cont", "open\ncontrol.\n"},
		{"A=1 tool -f top.co^", "top.co", "list\ntop.colour\ntop.control.\n"},
		{"other; tool col^", "col", "list\ncolour\n"},
		{"tool -- x; tool --f^", "--f", "list\n--fetch\n"},
		{"tool  -i  r^ m", "r", "list\nred\n"},
		{`tool m -n 'a\' -i it^`, "it", "list\nit\\'s\n"},
		{"'tool' m -i r^", "r", "list\nred\n"},
		{"tool bad..co^", "bad..co", "list\n"},
		{"tool m -i r^", "r", "list\nred\n"},
		{"tool -i r^ m", "r", "list\nred\n"},
		{"tool -i r^ed m", "r", "list\nred\n"},
		{"tool -i red,g^ m", "red,g", "list\nred,green\n"},
		{"tool --insts=g^ m", "g", "list\ngreen\n"},
		{"tool -fig^ m", "-fig", "list\n-figreen\n"},
		{"tool -i 'g^ m", "g", "list\ngreen\n"},
		{"tool -i re^", "re", "list\n"}, // of no metric
		{"tool m -i $^", "$", "list\n\\$\\(id\\)\n"},
		{"tool m -i '$^", "$", "list\n$(id)\n"},
		{`tool m -i "$^`, "$", "list\n\\$(id)\n"},
		{"tool m -i 'it^", "it", "list\nit'\\''s\n"},
		{"tool m -i $'it^", "it", ""}, // where \' does not end the quotes
		{`tool m -n $'a\'b' -i it^`, "it", ""},
		{`tool m -i \$'it^`, "$it", "list\n"},
		{"tool m -i w^", "w", "list\nwow\\!\n"},
		{`tool m -i "w^`, "w", "list\n"}, // bash would take it for history
		{"tool m -i 1^", "1", "list\n1\n15\n"},
		{"tool m -i t^", "t", "list\n"}, // two begin like that
		{"tool -n /e^", "/e", "files \n"},
		{"tool --names=/e^", "/e", "files \n"},
		{"tool -n/e^", "-n/e", ""},
		{"tool --f^", "--f", "list\n--fetch\n"},
		{"tool --ar^", "--ar", "open\n--archive=\n"},
		{"tool --w^", "--w", "list\n--watch\n"}, // which needs no argument
		{"tool -^", "-", "list\n--archive=\n--fetch\n--insts=\n--names=\n--version\n--watch\n-a\n-f\n-i\n-n\n"},
		{"tool -- -^", "-", "list\n"},
		{"tool -D f^", "f", "list\nfetch\n"},
		{"tool^", "tool", ""},
		{"", "", ""},
	} {
		if got := ask(t, &source, bash(test.line, test.word)...); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.line, got, test.want)
		}
	}
}

func TestOtherShells(t *testing.T) {
	for _, test := range []struct{ shell, before, word, after, want string }{
		{"zsh", "-f", "co", "", "list \n+colour\t\n-control.\t\n"},
		{"zsh", "-i", "red,g", "m", "list *,\n+green\t\n"},
		{"zsh", "", "--insts=1", "m", "list --insts=\n+1\t1 minute\n+15\t15 minute\n"},
		{"zsh", "m", "-ig", "", "list ??\n+green\t\n"},
		{"zsh", "", "--names=x", "", "files --names=\n"},
		{"fish", "m\n-i", "'$", "", "list\n$(id)\t\n"},
		{"fish", "m", "--insts=g", "", "list\n--insts=green\t\n"},
		{"fish", "", "--names=x", "", "files --names=\n"},
		{"powershell", "m\n-i", "$", "", "'$(id)'\t$(id)\t\n"},
		{"powershell", "m\n-i", "it", "", "'it''s'\tit's\t\n"},
		{"powershell", "m\n-i", "r", "", "red\tred\t\n"},
		{"powershell", "-n", "", "", ""},
		{"tcsh", "", "co", "", ""},
	} {
		got := ask(t, &source, Variable+"="+test.shell, beforeVariable+"="+test.before, wordVariable+"="+test.word, afterVariable+"="+test.after)
		if got != test.want {
			t.Errorf("%s %q %q: got\n%swant\n%s", test.shell, test.before, test.word, got, test.want)
		}
	}
}

// TestSlow expects an empty answer, and soon.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &fake{block: make(chan struct{})}
		start := time.Now()
		got := ask(t, slow, bash("tool co^", "co")...)
		if took := time.Since(start); got != "" || took != limit {
			t.Errorf("got %q after %v", got, took)
		}
		close(slow.block)
		synctest.Wait()
	})
}

// TestQuiet has a source that is asked for words send messages nowhere.
func TestQuiet(t *testing.T) {
	f := new(fake)
	ask(t, f, append(bash("tool co^", "co"), "PCP_STDERR=DISPLAY", "A=1")...)
	if f.opened != 1 || f.inv.Stderr != io.Discard {
		t.Errorf("opened %d times, messages go to %v", f.opened, f.inv.Stderr)
	}
	_, display := f.inv.LookupEnv("PCP_STDERR")
	if _, other := f.inv.LookupEnv("A"); display || !other {
		t.Errorf("environment %q", f.inv.Environ)
	}
}

// TestZones completes the part of a zone behind the last slash.
func TestZones(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "Africa", "Cairo"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := ask(t, &source, Variable+"=zsh", "TZDIR="+dir, beforeVariable+"=--timezone", wordVariable+"=Africa/C")
	if want := "list */\n-Cairo/\t\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAsked(t *testing.T) {
	for environ, want := range map[string]bool{"": false, Variable + "=": false, Variable + "=bash": true} {
		if got := Asked(&getopt.Invocation{Environ: []string{environ}}); got != want {
			t.Errorf("%q: %t", environ, got)
		}
	}
}

// FuzzBash wants nothing to reach bash that could move a cursor or, unquoted,
// do anything.
func FuzzBash(f *testing.F) {
	f.Add("tool m -i '", "", "red")
	f.Add(`tool m -i "a\`, "x y", "$(id)")
	f.Add("tool m -i h:", "", "h:\x1b[2J")
	f.Add(`tool m --insts=a\ b"c`, " m", "a bcd'e")
	f.Fuzz(func(t *testing.T, line, rest, instance string) {
		environ := []string{Variable + "=bash", commandVariable + "=tool", lineVariable + "=" + line, restVariable + "=" + rest}
		var out bytes.Buffer
		s := &fake{instances: []string{instance}}
		Run(t.Context(), s.spec(), &getopt.Invocation{Name: "tool", Environ: environ}, &out)
		for text := range strings.SplitSeq(out.String(), "\n") {
			if text != "" && !printable(text) && printable(strings.ReplaceAll(line, "\n", "")) {
				t.Fatalf("%q gives %q", line, text)
			}
		}
	})
}

func FuzzQuoteBash(f *testing.F) {
	f.Add("a b'c\"d$e`f\\g!h~i")
	f.Add("#*?[]{}()<>|&;é")
	f.Fuzz(func(t *testing.T, text string) {
		if !printable(text) {
			return
		}
		for _, quote := range []byte{0, '\'', '"'} {
			quoted, ok := quoteBash(text, quote)
			if !ok {
				continue
			}
			mark := strings.Trim(string(quote), "\x00")
			words := lex("x " + mark + quoted + mark)
			if len(words) != 2 || words[1].text != text || words[1].quote != 0 {
				t.Fatalf("%q within %q: %q is read as %+v", text, mark, quoted, words)
			}
		}
	})
}
