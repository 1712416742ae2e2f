//go:build unix

package access

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReadFile reads files of all kinds, without waiting and within a limit.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"short": "text", "empty": "", "long": "too long a text"} {
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"deserted", "fifo"} {
		if err := syscall.Mkfifo(path(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// A writer that has the FIFO open both ways needs no reader.
	writer, err := os.OpenFile(path("fifo"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.WriteString("too long a text"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, want string
		err        error
	}{
		{path("short"), "text", nil},
		{path("empty"), "", nil},
		{path("fifo"), "", syscall.EFBIG},
		{os.DevNull, "", nil},
		{path("long"), "", syscall.EFBIG},
		{"/dev/zero", "", syscall.EFBIG},
		{path("deserted"), "", syscall.ENXIO},
		{path("nosuch"), "", syscall.ENOENT},
		{dir, "", syscall.EISDIR},
	} {
		text, err := ReadFile(test.path, 8)
		if string(text) != test.want || !errors.Is(err, test.err) || (err == nil) != (test.err == nil) {
			t.Errorf("%s: %q, %v; want %q, %v", test.path, text, err, test.want, test.err)
		}
	}
}
