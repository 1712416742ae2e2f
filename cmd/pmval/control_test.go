//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"pcptools/cmd/internal/tool"
)

// TestTimeControl refuses -g where the genuine tool would start pmtime(1).
func TestTimeControl(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	var p pmval
	p.source.GUIMode = true
	if err := p.timeControl(t.Context(), tool.NewOutput(io.Discard, false), io.Discard); errors.Is(err, errTimeControl) {
		t.Error("refused though there is no pmtime")
	}
	if err := os.WriteFile(filepath.Join(dir, "pmtime"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := p.timeControl(t.Context(), tool.NewOutput(io.Discard, false), io.Discard); !errors.Is(err, errTimeControl) {
		t.Errorf("got %v", err)
	}
}
