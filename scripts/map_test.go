package scripts

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMap holds the map in ARCHITECTURE.md against the packages there are.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```\n")
	drawing, _, _ := strings.Cut(rest, "```\n")
	drawn, packages := mapped(drawing), packages(t)
	for _, dir := range packages {
		if !slices.Contains(drawn, dir) {
			t.Errorf("%s is not in the map", dir)
		}
	}
	for _, dir := range drawn {
		if _, err := os.Stat(filepath.Join("..", dir)); err != nil && dir != "cmd/<tool>" {
			t.Errorf("%s is in the map only", dir)
		}
	}
}

// mapped lists the directories of the map: a line has one, or several with
// nothing but names on it, below those on less indented lines.
func mapped(drawing string) (dirs []string) {
	var above []string
	for line := range strings.Lines(drawing) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		var names []string
		for _, word := range strings.Fields(line) {
			if !strings.HasSuffix(word, "/") {
				break
			}
			names = append(names, strings.TrimSuffix(word, "/"))
		}
		if len(names) == 0 || indent/2 > len(above) {
			continue // more about the line above
		}
		above = above[:indent/2]
		for _, name := range names {
			dirs = append(dirs, path.Join(append(slices.Clone(above), name)...))
		}
		above = append(above, names[0])
	}
	return dirs
}

// packages lists the directories with Go that others can import, but for the
// programs, of which the map has one line.
func packages(t *testing.T) (dirs []string) {
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel("..", name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(rel, ".git") || rel == "bin" || rel == "dist"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		dir := filepath.ToSlash(filepath.Dir(rel))
		text, err := os.ReadFile(name)
		if err == nil && !slices.Contains(dirs, dir) && !strings.Contains("\n"+string(text), "\npackage main\n") {
			dirs = append(dirs, dir)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}
