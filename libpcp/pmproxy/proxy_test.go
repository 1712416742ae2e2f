package pmproxy_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
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
	port := world.FreePort(t)
	program := filepath.Join(conf.Get("PCP_BINADM_DIR"), "pmproxy")
	cmd := exec.Command(program, "-f", "-p", strconv.Itoa(port), "-i", "127.0.0.1",
		"-s", filepath.Join(dir, "socket"), "-l", filepath.Join(dir, "log"), "-U", "root")
	cmd.Env = append(os.Environ(), "PCP_RUN_DIR="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	world.AwaitPort(t, port)
	return fmt.Sprintf("http://127.0.0.1:%d?hostspec=localhost:%s", port, os.Getenv("PMCD_PORT"))
}
