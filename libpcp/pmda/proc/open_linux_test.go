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

// TestPipeOfProcess has one in place of a file about a process.
func TestPipeOfProcess(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "stat"), 0o644); err != nil {
		t.Fatal(err)
	}
	d := openDirectory(dir)
	defer d.close()
	read := make(chan int, 1)
	go func() {
		f, err := d.open([]byte("stat\x00"))
		if err != nil {
			t.Error(err)
		}
		defer f.Close()
		n, _ := f.Read(make([]byte, 8))
		read <- n
	}()
	select {
	case n := <-read:
		if n > 0 {
			t.Errorf("read %d bytes", n)
		}
	case <-time.After(time.Minute):
		t.Fatal("it is waited for")
	}
}
