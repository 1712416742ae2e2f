//go:build unix

package linux

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// TestMDStatus asks a program, in place of mdadm, that ends in several ways.
func TestMDStatus(t *testing.T) {
	root, program := t.TempDir(), filepath.Join(t.TempDir(), "mdadm")
	t.Setenv("LINUX_STATSPATH", root)
	t.Setenv("LINUX_MDADM", program)
	if err := os.Mkdir(filepath.Join(root, "proc"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "proc/diskstats"), []byte("   9       7 md7 1 2 3 4 5 6 7 8 9 10 11\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := pmda.NewService(New(), 60, nil)
	defer s.Close()
	for _, test := range []struct {
		script string // "" is no program
		want   int64
	}{
		{"", -1}, {"exit 0", 0}, {"exit 1", 256}, {"exit 4", 1024}, {"kill -TERM $$", 15}, {"kill -KILL $$", 9},
		{`[ "$*" = "--test --detail /dev/md7" ]`, 0},
	} {
		if err := os.RemoveAll(program); err != nil {
			t.Fatal(err)
		}
		if test.script != "" {
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+test.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		sets, err := s.Fetch(t.Context(), &pmda.Client{}, []libpcp.PMID{libpcp.NewPMID(60, 60, 0)}, nil)
		if err != nil || len(sets[0].Values) != 1 {
			t.Fatal(sets, err)
		}
		got, err := libpcp.Extract(sets[0].Format, sets[0].Values[0], libpcp.Type32, libpcp.Type64)
		if err != nil || got.Int64() != test.want {
			t.Errorf("%q: %d, %v, want %d", test.script, got.Int64(), err, test.want)
		}
	}
	for _, want := range []int32{0, 1 << 8, 255 << 8, 9, 6 | 0x80} { // a core at last
		if got := status(syscall.WaitStatus(want)); got != want {
			t.Errorf("got %#x, want %#x", got, want)
		}
	}
	if got := waitStatus(exec.ErrNotFound); got != -1 {
		t.Errorf("without a program: %d", got)
	}
}
