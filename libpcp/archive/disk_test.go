//go:build linux

package archive

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"pcptools/libpcp/archive/internal/specimen"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/archive/internal/records"
)

// writeSpecimen writes the specimen as an archive of three files.
func writeSpecimen(t *testing.T, base string) {
	t.Helper()
	meta, index, volume := specimen.New(2)
	for suffix, b := range map[string][]byte{".meta": meta, ".index": index, ".0": volume} {
		if err := os.WriteFile(base+suffix, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSpecialFiles has archives of which one file is something else. What
// libpcp (C) says of it is in the tests of the tools; of a FIFO it says
// nothing, but waits.
func TestSpecialFiles(t *testing.T) {
	for what, test := range map[string]struct {
		put  func(path string) error
		want libpcp.Error
	}{
		"FIFO":       {func(p string) error { return syscall.Mkfifo(p, 0o644) }, libpcp.Errno(syscall.ESPIPE)},
		"directory":  {func(p string) error { return os.Mkdir(p, 0o755) }, libpcp.Errno(syscall.EISDIR)},
		"/dev/null":  {func(p string) error { return os.Symlink("/dev/null", p) }, libpcp.ErrNoData},
		"/dev/zero":  {func(p string) error { return os.Symlink("/dev/zero", p) }, libpcp.ErrLabel},
		"loop":       {func(p string) error { return os.Symlink(filepath.Base(p), p) }, libpcp.Errno(syscall.ELOOP)},
		"5 bytes":    {func(p string) error { return os.WriteFile(p, []byte("hello"), 0o644) }, libpcp.ErrNoData},
		"empty file": {func(p string) error { return os.WriteFile(p, nil, 0o644) }, libpcp.ErrNoData},
		"socket": {func(p string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: p})
			if err == nil {
				l.SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		}, libpcp.Errno(syscall.ENXIO)},
	} {
		for _, suffix := range []string{".meta", ".index", ".0"} {
			base := filepath.Join(t.TempDir(), "a")
			writeSpecimen(t, base)
			if err := os.Remove(base + suffix); err != nil {
				t.Fatal(err)
			}
			if err := test.put(base + suffix); err != nil {
				t.Fatal(err)
			}
			a, err := Open(context.Background(), base, Options{})
			if err == nil {
				a.Close()
			}
			if got := libpcp.Code(err); got != test.want || errors.Is(err, records.ErrChanged) {
				t.Errorf("%s as %s: %v, want %v", what, suffix, err, test.want)
			}
		}
	}
}
