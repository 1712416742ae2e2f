package derive

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoadLimits has lists of files that are too long, in all and each, read
// as far as the limits go, and reported once.
func TestLoadLimits(t *testing.T) {
	many := t.TempDir()
	empty := write(t, "")
	for i := range maxEntries + 1 {
		if err := os.Link(empty, filepath.Join(many, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	large := t.TempDir()
	half := strings.Repeat("#"+strings.Repeat("x", 1022)+"\n", maxText/2048+1)
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(large, name), []byte(half), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	own := write(t, "qa.a = 1\n")
	for _, test := range []struct{ paths, report string }{
		{many, many + ": more than 10000 files"},
		{large, "more than 4 MiB of definitions"},
		{filepath.Join(large, "a") + ":" + filepath.Join(large, "b"), filepath.Join(large, "b") + ": more than 4 MiB of definitions"},
	} {
		var out bytes.Buffer
		defs := New(&out)
		if err := defs.Load(test.paths); err != errLimit {
			t.Errorf("%s: %v", test.paths, err)
		}
		// Nothing behind the limit counts, even where failures are skipped.
		defs.loadOnWrap(own + ":" + test.paths + ":" + write(t, "qa.b = 1\n"))
		Wrap(newFake(), defs)
		if defs.byName("qa.a") < 0 || defs.byName("qa.b") >= 0 {
			t.Errorf("%s: definitions before and behind it: %v", test.paths, defs.list)
		}
		if strings.Count(out.String(), test.report) != 2 || strings.Count(out.String(), "\n") != 2 {
			t.Errorf("%s: reported %q", test.paths, out.String())
		}
	}
}
