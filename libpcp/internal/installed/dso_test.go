package installed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoadError has dlopen(3)'s words for files that are no DSOs.
func TestLoadError(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"short": "x", "header": "\x7fELF", "text": strings.Repeat("text ", 20), "elf": "\x7fELF" + strings.Repeat("\x00", 100),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		".": "cannot read file data: Is a directory", "short": "file too short", "header": "file too short",
		"text": "invalid ELF header", "elf": "", "nosuch": "cannot open shared object file: No such file or directory",
	} {
		if got := LoadError(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := LoadError(os.DevNull); got != "file too short" {
		t.Errorf("%s: %q", os.DevNull, got)
	}
}
