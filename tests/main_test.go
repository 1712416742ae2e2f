// Package tests holds the black-box tests: command lines compared with the
// genuine tools, and scripts.
package tests

import (
	"os"
	"testing"

	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

func TestMain(m *testing.M) {
	peak.Main()
	programs.Main(m)
}

// scratch is a directory for programs that start others: those may still write
// there while it is removed, for which t.TempDir would fail the test.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
