package proc

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pcptools/libpcp/pmda"
)

// TestManyDescriptors sums the graphics memory of a process with many descriptors:
// a client that has several counts once, one without a number never, and the files
// are not kept.
func TestManyDescriptors(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "proc/8/fdinfo")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for fd := range 300 {
		text := "pos:\t0\nflags:\t02\n"
		if fd%100 == 1 {
			text += fmt.Sprintf("drm-client-id:\t%d\ndrm-memory-vram:\t%d KiB\ndrm-shared-gtt:\t3 KiB\n", 1+fd/200, 4+fd/200)
		}
		writeFile(t, filepath.Join(dir, fmt.Sprint(fd)), text)
	}
	writeFile(t, filepath.Join(dir, "300"), "drm-memory-vram:\t100 KiB\n")
	writeFile(t, filepath.Join(dir, "301"), "drm-client-id:\t0\ndrm-memory-vram:\t100 KiB\n")
	h := &host{root: root}
	var p process
	p.begin(h, viewer{})
	defer p.end()
	p.visit(8)
	for key, want := range map[string]uint64{"drm-memory-vram": 4 + 5, "drm-shared-gtt": 3 + 3, "drm-memory-gtt": 0} {
		atom, err := p.graphics(&row{key: key})
		if err != nil || atom.Uint64() != want {
			t.Errorf("%s: %d, %v, want %d", key, atom.Uint64(), err, want)
		}
	}
	if len(p.files) > 1 || len(p.lines) > 10 {
		t.Errorf("%d files and %d lines kept", len(p.files), len(p.lines))
	}
}

// TestNoDescriptors wants no value of a process that has no file open.
func TestNoDescriptors(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "proc/8/fdinfo"), 0o755); err != nil {
		t.Fatal(err)
	}
	var p process
	p.begin(&host{root: root}, viewer{})
	defer p.end()
	p.visit(8)
	for range 2 {
		if atom, err := p.graphics(&row{key: "drm-memory-vram"}); err != pmda.NoValue {
			t.Error(atom, err)
		}
	}
}
