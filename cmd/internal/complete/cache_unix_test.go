//go:build unix

package complete

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCachePrivate wants a cache that others could read or write left alone.
func TestCachePrivate(t *testing.T) {
	dir := t.TempDir()
	c := cacheIn(dir)
	first := counted(c, "q")
	own := filepath.Join(dir, "pcptools")
	file := cacheContents(t, dir)[0]
	for _, f := range []string{own, file} {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v %v", f, info.Mode(), err)
		}
	}
	os.Chmod(file, 0o666)
	if got := counted(c, "q"); got == first {
		t.Error("read a file that others could write")
	}
	os.Chmod(own, 0o777)
	if got := counted(c, "q"); got == counted(c, "q") {
		t.Error("used a directory that others could write")
	}
	os.Chmod(own, 0o700)

	outside := filepath.Join(dir, "outside")
	if err := os.WriteFile(outside, []byte("+evil\tnote\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	os.Remove(file)
	if err := os.Symlink(outside, file); err != nil {
		t.Fatal(err)
	}
	if got := counted(c, "q"); got == "evil" {
		t.Error("followed a link")
	}
	if text, err := os.ReadFile(outside); err != nil || !strings.Contains(string(text), "evil") {
		t.Errorf("wrote through a link: %q %v", text, err)
	}
	linked := t.TempDir()
	if err := os.Symlink(own, filepath.Join(linked, "pcptools")); err != nil {
		t.Fatal(err)
	}
	if root := cacheIn(linked).cacheDir(); root != nil {
		t.Error("the directory is a link")
	}
}
