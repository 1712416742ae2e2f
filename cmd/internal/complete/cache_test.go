package complete

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/getopt"
)

// cacheIn is a completer with a cache directory below dir.
func cacheIn(dir string) *completer {
	return &completer{inv: &getopt.Invocation{Environ: []string{"XDG_CACHE_HOME=" + dir}}}
}

// counted asks the cache a question with an answer of its own each time.
func counted(c *completer, question string) string {
	items := c.cached(question, func() ([]item, error) {
		asked++
		return []item{{text: fmt.Sprint("answer", asked), note: "note", open: true}}, nil
	})
	if len(items) != 1 || items[0].note != "note" || !items[0].open {
		return fmt.Sprint(items)
	}
	return items[0].text
}

var asked int

func TestCache(t *testing.T) {
	dir, began := t.TempDir(), time.Now()
	c := cacheIn(dir)
	first := counted(c, "q")
	if again := counted(c, "q"); again != first && time.Since(began) < cacheTime {
		t.Errorf("asked again: %s, %s", first, again)
	}
	if other := counted(c, "r"); other == first {
		t.Errorf("one answer to two questions: %s", other)
	}
	c.u.Given = []string{"--host=other"}
	if other := counted(c, "q"); other == first {
		t.Errorf("one answer of two sources: %s", other)
	}
	c.u.Given = nil
	for _, file := range cacheContents(t, dir) {
		old := time.Now().Add(-cacheTime)
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if late := counted(c, "q"); late == first {
		t.Errorf("a stale answer: %s", late)
	}
	if files := cacheContents(t, dir); len(files) != 1 {
		t.Errorf("stale files are kept: %v", files)
	}
}

func TestCacheBounded(t *testing.T) {
	dir, began := t.TempDir(), time.Now()
	c := cacheIn(dir)
	for i := range cacheFiles + 10 {
		counted(c, fmt.Sprint(i))
	}
	c.cached("large", func() ([]item, error) {
		return []item{{text: "x", note: strings.Repeat("x", cacheSize)}}, nil
	})
	files, fresh := cacheContents(t, dir), time.Since(began) < cacheTime
	if len(files) > cacheFiles || fresh && len(files) < cacheFiles {
		t.Errorf("%d files", len(files))
	}
}

// TestCacheKeepsOthers wants files that the cache has not made left alone,
// however old they are and however many.
func TestCacheKeepsOthers(t *testing.T) {
	dir := t.TempDir()
	c := cacheIn(dir)
	counted(c, "q")
	key := filepath.Base(cacheContents(t, dir)[0])
	others := []string{"README.md", "notes", key[1:], key + ".", key + ".txt", key + ".1.2", "." + key}
	old := time.Now().Add(-time.Hour)
	for _, name := range append(others, key+".4711") {
		file := filepath.Join(dir, "pcptools", name)
		if err := os.WriteFile(file, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for i := range cacheFiles + 10 {
		counted(c, fmt.Sprint(i))
	}
	for _, name := range others {
		if text, err := os.ReadFile(filepath.Join(dir, "pcptools", name)); string(text) != name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "pcptools", key+".4711")); err == nil {
		t.Error("what a process that died was writing is kept")
	}
}

// TestCacheHostile wants what the cache holds treated like what a source says.
func TestCacheHostile(t *testing.T) {
	dir := t.TempDir()
	environ := append(bash("tool co^", "co"), "XDG_CACHE_HOME="+dir)
	var out strings.Builder
	s := &fake{children: []libpcp.Child{{Name: "colour", Leaf: true}}}
	invocation := &getopt.Invocation{Environ: environ}
	Run(t.Context(), s.spec(), invocation, &out)
	file := cacheContents(t, dir)[0]
	if err := os.WriteFile(file, []byte("+co\x1b[2J\n+co$(id)\n\n-\n+\xff\nco"), 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	Run(t.Context(), s.spec(), invocation, &out)
	if got, want := out.String(), "list\nco\\$\\(id\\)\n"; got != want || s.opened != 1 {
		t.Errorf("got %q after %d", got, s.opened)
	}
}

func cacheContents(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "pcptools", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func FuzzCache(f *testing.F) {
	f.Add([]byte("+red\tnote\n-sample.\t\n"))
	f.Add([]byte("\n\n+\n\t"))
	f.Fuzz(func(t *testing.T, text []byte) {
		items := decode(text)
		var kept []item
		for _, i := range items {
			if printable(i.text) {
				kept = append(kept, i)
			}
		}
		if again := decode(encode(items)); len(again) != len(kept) {
			t.Fatalf("%q: %d items, then %d", text, len(kept), len(again))
		}
	})
}
