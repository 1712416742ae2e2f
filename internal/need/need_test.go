package need

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSkipsHere finds skips that do not go through this package: CI=true would
// leave their tests out without a word.
func TestSkipsHere(t *testing.T) {
	const root = "../.."
	skips := regexp.MustCompile(`\b([tbf]|tb|now)\.Skip(f|Now)?\(|\btesting\.Short\(`)
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path == filepath.Join(root, "internal", "need"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `"testing"`) {
			return err
		}
		files++
		for i, line := range strings.Split(string(text), "\n") {
			if m := skips.FindString(line); m != "" {
				t.Errorf("%s:%d: %s skips past internal/need", path, i+1, m)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d test files: %v", files, err)
	}
}
