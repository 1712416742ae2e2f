package pmcdtest

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/internal/programs"
)

// Tools returns a directory with our tools: $PCPTOOLS_BIN, or a directory into
// which it builds them, which lasts as long as t.
func Tools(t testing.TB, names ...string) string {
	t.Helper()
	if dir := os.Getenv("PCPTOOLS_BIN"); dir != "" {
		if dir, err := filepath.Abs(dir); err == nil {
			return dir
		}
	}
	var packages []string
	for _, name := range names {
		packages = append(packages, "pcptools/cmd/"+name)
	}
	dir := t.TempDir()
	if err := programs.Build(dir, packages...); err != nil {
		t.Fatal(err)
	}
	return dir
}
