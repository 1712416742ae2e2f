package proc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pcptools/internal/need"
)

// TestTrees compares the PMDAs on small trees, each in an archive.
func TestTrees(t *testing.T) {
	need.PCP(t)
	files, _ := filepath.Glob("testdata/trees/*.txtar")
	if len(files) < 5 {
		t.Errorf("only %d trees", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := "cgroup"
			if strings.HasPrefix(name, "processes") {
				of = "proc"
			}
			compare(t, extract(t, file), [][]string{{"-fm", of}})
		})
	}
}

// unprintable are characters that text files cannot have. A line ends with ␀ where
// the file has no line feed.
var unprintable = strings.NewReplacer("␀\n", "\x00", "␀", "\x00", "␛", "\x1b")

// extract makes the files of an archive.
func extract(t *testing.T, file string) (dir string) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(unprintable.Replace(string(f.Data))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
