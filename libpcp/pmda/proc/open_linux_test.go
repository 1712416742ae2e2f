package proc

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestPipe has a client's control group whose list is a pipe that nobody writes to.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "container"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(filepath.Join(dir, "container/cgroup.procs"), 0o644); err != nil {
		t.Fatal(err)
	}
	listed := make(chan []int32, 1)
	go func() { listed <- new(host).inGroup(dir, false) }()
	select {
	case pids := <-listed:
		if len(pids) > 0 {
			t.Errorf("got %d", pids)
		}
	case <-time.After(time.Minute):
		t.Fatal("it is waited for")
	}
}
