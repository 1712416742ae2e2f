package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestLive compares the tools on private worlds. Package conform documents how
// to run some of the cases.
func TestLive(t *testing.T) {
	need.PCP(t)
	conformance(t, "live", conform.Options{Live: true})
}

// conformance runs the case files of a directory below testdata.
func conformance(t *testing.T, dir string, opts conform.Options) {
	files, err := conform.LoadAll("testdata/" + dir)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, opts, files...)
}

// compare runs case files.
func compare(t *testing.T, opts conform.Options, files ...*conform.File) {
	suite, err := conform.NewSuite(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		summary, err := suite.Close()
		if err != nil {
			t.Error(err)
		}
		t.Log(summary)
		if err := summary.Append(t.Name()); err != nil {
			t.Error(err)
		}
	})
	for _, file := range files {
		t.Run(file.Name, func(t *testing.T) {
			t.Parallel()
			suite.Run(t, file)
		})
	}
}

// TestIntended checks that every intended difference belongs to a case.
func TestIntended(t *testing.T) {
	lines := make(map[string]bool)
	for _, dir := range []string{"live", "archive", "derived/live", "derived/archive", "names", "local"} {
		files, err := conform.LoadAll("testdata/" + dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			for _, c := range file.Cases {
				lines[c.Line] = true
			}
		}
	}
	for line := range conform.Intended() {
		if !lines[line] {
			t.Errorf("no case for the intended difference %q", line)
		}
	}
	tests := testNames(t)
	for _, d := range conform.Elsewhere {
		if !tests[d.Test] {
			t.Errorf("no %s for the intended difference: %s", d.Test, d.Difference)
		}
	}
}

// testNames returns the names of the project's tests. It reads no directory that building
// or git changes: go test runs a test again if what it has read has changed.
func testNames(t *testing.T) map[string]bool {
	names := make(map[string]bool)
	for _, root := range []string{"cmd", "internal", "libpcp", "scripts", "tests"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range testFunc.FindAllSubmatch(text, -1) {
				names[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return names
}

var testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// TestArchive compares the tools on the archives of PCP's test suite.
func TestArchive(t *testing.T) {
	conformance(t, "archive", conform.Options{Dir: need.Archives(t)})
}

// TestLocal compares the tools on local contexts.
func TestLocal(t *testing.T) {
	need.PCP(t)
	conformance(t, "local", conform.Options{Live: true})
}
