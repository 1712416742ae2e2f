package pmns

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// load reads a name space from text.
func load(t testing.TB, text string, options Options) (*Tree, string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "names")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var messages strings.Builder
	options.Stderr = &messages
	tree, err := Load(file, options)
	return tree, strings.ReplaceAll(messages.String(), file, "names"), err
}

const sample = `#define D 29
root {
	b  a	1:1:1
	dyn	D:*:*
	empty
	z	1:1:1
}
/* in any order */
b.deep { x D:0:10 }
b { y D : 0 : 5
	deep }
empty {
}
`

func mustLoad(t testing.TB) *Tree {
	t.Helper()
	tree, messages, err := load(t, sample, Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	return tree
}

func TestTree(t *testing.T) {
	tree := mustLoad(t)
	traversals := map[string][]string{
		"":      {"b.y", "b.deep.x", "a", "dyn", "z"},
		"b":     {"b.y", "b.deep.x"},
		"a":     {"a"},
		"empty": nil, "nosuch": nil, "b.": nil, "a.x": nil, "root": nil,
	}
	for name, want := range traversals {
		got, err := tree.Traverse(name)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Traverse(%q): %s", name, diff)
		}
		if (err != nil) != (want == nil) {
			t.Errorf("Traverse(%q): %v", name, err)
		}
	}
	names, err := tree.Names(libpcp.NewPMID(1, 1, 1))
	if diff := cmp.Diff([]string{"z", "a"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if names, err := tree.Names(libpcp.NewPMID(511, 29, 0)); err != libpcp.ErrPMID {
		t.Errorf("a dynamic root is a metric: %v, %v", names, err)
	}
	for name, want := range map[string][]libpcp.Child{
		"b": {{Name: "y", Leaf: true}, {Name: "deep"}},
		"":  {{Name: "b"}, {Name: "a", Leaf: true}, {Name: "dyn"}, {Name: "z", Leaf: true}},
	} {
		children, err := tree.Children(name)
		if diff := cmp.Diff(want, children); diff != "" || err != nil {
			t.Errorf("Children(%q): %s %v", name, diff, err)
		}
	}
	if n := tree.Len(); n != 5 {
		t.Errorf("%d metrics", n)
	}
}

func TestLookup(t *testing.T) {
	tree := mustLoad(t)
	for name, want := range map[string]error{
		"a": nil, "b.deep.x": nil, "dyn": nil,
		"b": libpcp.ErrNonLeaf, "": libpcp.ErrName, "nosuch": libpcp.ErrName, "empty": libpcp.ErrName,
	} {
		if id, err := tree.Lookup(name); err != want || (err == nil) == (id == libpcp.NullPMID) {
			t.Errorf("%q: %v, %v, want %v", name, id, err, want)
		}
	}
}

func TestTrim(t *testing.T) {
	tree := mustLoad(t).trim(func(id libpcp.PMID) bool { return id.Domain() == 1 })
	names, err := tree.Traverse("")
	if diff := cmp.Diff([]string{"a", "z"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := tree.Children("b"); err != libpcp.ErrName {
		t.Errorf("a stem without metrics is left: %v", err)
	}
}

func TestSyntaxError(t *testing.T) {
	_, messages, err := load(t, "root {\n a 1:1:1\n b.c 1:1:2\n}\n", Options{})
	want := "[names:3] Error Parsing ASCII PMNS: Expected NAME or }\n    b.c 1:1:2\n    ^\n"
	if messages != want {
		t.Errorf("messages %q", messages)
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || !strings.HasSuffix(syntax.Place, "names:3") || !errors.Is(err, libpcp.ErrPMNS) {
		t.Errorf("error %v", err)
	}
}

// TestBroken has name spaces that do not hold together, with what PCP prints.
func TestBroken(t *testing.T) {
	for text, want := range map[string]string{
		"a {\n x 1:1:1\n}\n":                                        "No name space entry for \"root\"\n",
		"root {\n x 1:1:1\n}\nroot {\n y 1:1:2\n}\n":                "Multiple name space entries for \"root\"\n",
		"root {\n a\n}\n":                                           "Cannot find definition for non-terminal node \"a\" in name space\n",
		"root {\n a\n}\na {\n x 1:1:1\n y\n}\n":                     "Cannot find definition for non-terminal node \"a.y\" in name space\n",
		"root {\n a\n}\na {\n x 1:1:1\n}\na {\n y 1:1:2\n}\n":       "Disconnected subtree (\"a\") in name space\n",
		"a {\n x 1:1:1\n}\nroot {\n b 1:1:2\n}\nc {\n y 1:1:3\n}\n": "Disconnected subtree (\"c\") in name space\nDisconnected subtree (\"a\") in name space\n",
	} {
		_, messages, err := load(t, text, Options{})
		if want = "Error Parsing ASCII PMNS: " + strings.ReplaceAll(want, "\nD", "\nError Parsing ASCII PMNS: D"); messages != want || !errors.Is(err, libpcp.ErrPMNS) {
			t.Errorf("%q: %v, got\n%swant\n%s", text, err, messages, want)
		}
	}
}

func TestMissingFile(t *testing.T) {
	var loader Loader
	_, err := loader.Load("testdata/nosuch", Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// A name space that has been read counts, even if it does not hold together.
func TestReload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "names")
	if err := os.WriteFile(file, []byte("root {\n a\n}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var loader Loader
	if _, err := loader.Load(file, Options{}); !errors.Is(err, libpcp.ErrPMNS) {
		t.Errorf("error %v", err)
	}
	if _, err := loader.Load(file, Options{}); err != libpcp.ErrDupPMNS {
		t.Errorf("again: %v", err)
	}
}

func TestShell(t *testing.T) {
	var commands []string
	shell := func(command string, _ io.Writer) (io.ReadCloser, error) {
		commands = append(commands, command)
		return io.NopCloser(strings.NewReader("#define D 7\n")), nil
	}
	tree, messages, err := load(t, "#shell 'one'\n#ifdef D\n#else\n#shell \"two\"\n#endif\nroot {\n a D:1:1\n}\n",
		Options{Shell: shell})
	if err != nil {
		t.Fatalf("%v\n%s", err, messages)
	}
	if diff := cmp.Diff([]string{"one"}, commands); diff != "" {
		t.Error(diff)
	}
	if id, _ := tree.Lookup("a"); id != libpcp.NewPMID(7, 1, 1) {
		t.Errorf("a is %v", id)
	}
}

// A file runs no commands unless the caller has them run.
func TestNoShell(t *testing.T) {
	_, messages, err := load(t, "#shell 'echo root { }'\n", Options{})
	if err == nil || !strings.Contains(messages, "Cannot run command for #shell") {
		t.Errorf("%v\n%s", err, messages)
	}
}

// Memory stays in proportion to the file, however long macros make a line.
func TestExpansionIsBounded(t *testing.T) {
	text := "#define X " + strings.Repeat("x", 100_000) + "\n" + strings.Repeat("X ", 100_000) + "\n"
	_, messages, err := load(t, text, Options{})
	if err == nil || !strings.Contains(messages, "Absurdly long line") {
		t.Errorf("%v\n%.200s", err, messages)
	}
}

// TestUnendingLine reports the number of a line that is not read to its end.
func TestUnendingLine(t *testing.T) {
	_, messages, err := load(t, "root {\n\n"+strings.Repeat("x", maxText+5000), Options{})
	if err == nil || !strings.Contains(messages, "[3]: \npmcpp: Error: ") {
		t.Errorf("%v\n%.200s", err, messages)
	}
}

// TestOverrideDuplicates has the duplicate of a source with other names, and of one
// whose agents have names of their own, find the same.
func TestOverrideDuplicates(t *testing.T) {
	skipped := 0
	skip := &Skip{There: func(uint32) bool { return false }, Left: func(roots []string) { skipped += len(roots) }}
	tree, _, err := load(t, "root {\n a 1:1:1\n b 2:*:*\n}\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]libpcp.Source{
		"tree":  Override(again{sourcetest.NewMemory(1)}, tree),
		"local": OverrideLocal(again{sourcetest.NewMemory(1)}, func() (*Tree, error) { return tree, nil }, skip),
	} {
		twin, err := libpcp.Duplicate(t.Context(), src)
		if err != nil {
			t.Fatal(err)
		}
		skipped = 0
		first, err1 := sourcetest.Direct(src).Traverse(t.Context(), "")
		once := skipped
		second, err2 := sourcetest.Direct(twin).Traverse(t.Context(), "")
		if err1 != nil || err2 != nil || len(first) == 0 || !slices.Equal(first, second) || skipped != 2*once || name == "local" && once != 1 {
			t.Errorf("%s: %q, %v, %d left out; its duplicate %q, %v, %d", name, first, err1, once, second, err2, skipped-once)
		}
	}
	alone := Override(sourcetest.NewMemory(1), tree)
	if _, err := libpcp.Duplicate(t.Context(), alone); err == nil {
		t.Error("a source that has no duplicates has one")
	}
}

func TestOverride(t *testing.T) {
	ctx := context.Background()
	src := NamesOnly(mustLoad(t))
	want := []libpcp.LookupReply{{ID: libpcp.NewPMID(1, 1, 1)}, {ID: libpcp.NullPMID, Err: libpcp.ErrName}}
	if got := sourcetest.Direct(src).Lookup(ctx, []string{"a", "nosuch"}); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	ids := []libpcp.PMID{want[0].ID, want[1].ID}
	if _, err := sourcetest.Direct(src).Fetch(ctx, ids, nil); err != libpcp.ErrNoContext {
		t.Errorf("fetch without a context: %v", err)
	}
	traverse := &libpcp.TraverseQuery{Name: "b"}
	descs := &libpcp.DescsQuery{IDs: ids}
	src.Ask(ctx, traverse, descs)
	if traverse.Names.Len() != 2 || len(descs.Replies) != 2 || descs.Replies[0].Err != libpcp.ErrNoContext {
		t.Errorf("batch: %+v %+v", traverse, descs)
	}
}
