package pmproxy_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/internal/pmcdtest"
)

// startProxy runs a genuine pmcd, and a genuine pmproxy until the test ends,
// and returns the address under which pmproxy has the pmcd's metrics.
func startProxy(t testing.TB) string {
	t.Helper()
	need.PCP(t)
	pmcdtest.World(t)
	dir := t.TempDir()
	port := freePort(t)
	program := filepath.Join(conf.Get("PCP_BINADM_DIR"), "pmproxy")
	cmd := exec.Command(program, "-f", "-p", port, "-i", "127.0.0.1",
		"-s", filepath.Join(dir, "socket"), "-l", filepath.Join(dir, "log"), "-U", "root")
	cmd.Env = append(os.Environ(), "PCP_RUN_DIR="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	await(t, "127.0.0.1:"+port)
	return fmt.Sprintf("http://127.0.0.1:%s?hostspec=localhost:%s", port, os.Getenv("PMCD_PORT"))
}

func freePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// await waits until somebody listens.
func await(t testing.TB, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if c, err := new(net.Dialer).DialContext(ctx, "tcp", address); err == nil {
			c.Close()
			return
		}
		if ctx.Err() != nil {
			t.Fatal("nobody listens on ", address)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
