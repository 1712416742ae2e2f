package mmv_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
	"pcptools/libpcp"
	"pcptools/libpcp/mmv"
)

// fullDisk says, in the environment, where a small file system is.
const fullDisk = "PCPTOOLS_TEST_DISK"

// TestCampaignDisk creates files on a disk that has room for some of them. What
// does not fit is an error, and leaves what was there; what fits can be written
// to for ever, also when the disk is full.
func TestCampaignDisk(t *testing.T) {
	if dir := os.Getenv(fullDisk); dir != "" {
		fillDisk(t, dir)
		return
	}
	need.Namespaces(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const script = `mount -t tmpfs -o size=256k none "$0" && exec "$@"`
	cmd := exec.Command("unshare", "--mount", "/bin/sh", "-c", script, dir, self, "-test.run=^TestCampaignDisk$", "-test.v")
	cmd.Env = append(os.Environ(), fullDisk+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Logf("%s", out)
	}
}

func fillDisk(t *testing.T, dir string) {
	r := campaign.Rand(t)
	created, refused := 0, 0
	for range 30 * campaign.Scale(t) {
		ballast := filepath.Join(dir, "ballast")
		err := os.WriteFile(ballast, make([]byte, 4096*r.IntN(64)), 0o644)
		if err != nil && !errors.Is(err, syscall.ENOSPC) { // files that were replaced go when they are collected
			t.Fatal(err)
		}
		f := &mmv.File{Name: filepath.Join(dir, "file"), Cluster: 1}
		for i := range 1 + r.IntN(1000) {
			f.Metrics = append(f.Metrics, mmv.Metric{Name: fmt.Sprint("m", i), Item: uint32(i), Type: mmv.TypeString, Sem: libpcp.SemInstant})
		}
		w, err := mmv.Create(f)
		switch {
		case err == nil:
			created++
			fill(t, ballast)
			for _, m := range f.Metrics {
				if s, err := w.Text(m.Name, ""); err != nil {
					t.Fatal(err)
				} else {
					s.Set("a text that was not there before")
				}
			}
		case errors.Is(err, syscall.ENOSPC):
			refused++
		default:
			t.Fatal(err)
		}
		files, err := os.ReadDir(dir)
		if err != nil || len(files) > 2 {
			t.Errorf("%v, %v", files, err)
		}
		os.Remove(ballast)
		runtime.GC()
	}
	t.Logf("%d files, and %d for which there was no room", created, refused)
	if created == 0 || refused == 0 {
		t.Error("the disk is of the wrong size")
	}
}

// fill makes a file as long as there is room.
func fill(t *testing.T, path string) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
