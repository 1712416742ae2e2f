package pmcdtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Tools returns the directory of our tools: that in $PCPTOOLS_BIN, or one that
// lasts as long as t, for which they are built.
func Tools(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("PCPTOOLS_BIN"); dir != "" {
		if dir, err := filepath.Abs(dir); err == nil {
			return dir
		}
	}
	dir := t.TempDir()
	if err := Build(dir, "pcptools/cmd/..."); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Build builds programs into a directory.
func Build(dir string, packages ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-trimpath", "-o", dir + "/"}, packages...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return nil
}
