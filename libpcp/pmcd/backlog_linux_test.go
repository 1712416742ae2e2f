package pmcd_test

import (
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/pmcd"
)

// TestBacklog opens more connections at once over a unix socket than may wait to be
// accepted.
func TestBacklog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	raw, err := l.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	raw.Control(func(fd uintptr) { err = syscall.Listen(int(fd), 0) })
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			time.Sleep(5 * time.Millisecond)
			nc, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer nc.Close()
				c := pmcdtest.NewConn(nc)
				c.Greet(pmcdtest.AllFeatures)
				c.Wait()
			}()
		}
	}()
	var g errgroup.Group
	for range 30 {
		g.Go(func() error {
			c, err := pmcd.Dial(t.Context(), "unix:"+path)
			if err == nil {
				c.Close()
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}
