//go:build unix

package tests

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/programs"
)

// TestSeriesKilled kills a tool that asks about series: nothing stays in the
// directory for temporary files.
func TestSeriesKilled(t *testing.T) {
	need.Loopback(t)
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	asked, over := make(chan bool), make(chan bool)
	once := sync.OnceFunc(func() { close(asked) })
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		once()
		<-over
	}))
	defer proxy.Close()
	defer close(over)
	dir := t.TempDir()
	pmprobe := exec.Command(filepath.Join(bin, "pmprobe"), "--format=csv", "-h", proxy.URL, "--series=kernel.all.load")
	pmprobe.Env = append(os.Environ(), "TMPDIR="+dir)
	if err := pmprobe.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-asked:
	case <-time.After(2 * time.Minute):
		t.Error("nothing was asked for")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("before: %v", entries)
	}
	pmprobe.Process.Kill()
	pmprobe.Wait()
	var entries []os.DirEntry
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if entries, err = os.ReadDir(dir); err != nil || len(entries) == 0 {
			return
		}
	}
	t.Errorf("after: %v", entries)
}
