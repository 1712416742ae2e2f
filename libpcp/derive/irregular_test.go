//go:build unix

package derive

import (
	"bytes"
	"path/filepath"
	"syscall"
	"testing"
)

// Opening a pipe would wait for a writer.
func TestLoadIrregular(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	defs := New(&out)
	for _, path := range []string{pipe, filepath.Dir(pipe), "/dev/null"} {
		if err := defs.Load(path); err != nil || len(defs.list) != 2 || out.Len() > 0 {
			t.Errorf("%s: %v, %d definitions, reported %q", path, err, len(defs.list), out.String())
		}
	}
}
