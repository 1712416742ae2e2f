package programs

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestImports(t *testing.T) {
	paths, err := Imports("pcptools/cmd/pmerr")
	if err != nil || !slices.Contains(paths, "pcptools/libpcp") || !slices.Contains(paths, "os") {
		t.Errorf("%q, %v", paths, err)
	}
}

func TestMain(m *testing.M) { Main(m) }

// TestOnce builds a program once, and none that is not there.
func TestOnce(t *testing.T) {
	first, err := Once("pcptools/cmd/pmerr")
	again, err2 := Once("pcptools/cmd/pmerr")
	if err != nil || err2 != nil || first != again || !exists(filepath.Join(first, "pmerr*")) {
		t.Errorf("in %q, then %q, %v, %v", first, again, err, err2)
	}
	if dir, err := Once("pcptools/cmd/nosuch"); err == nil {
		t.Errorf("a program that is not there is in %s", dir)
	}
}

func exists(pattern string) bool {
	files, err := filepath.Glob(pattern)
	return err == nil && len(files) > 0
}
