package world

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"pcptools/internal/pcpconf"
)

// Pmproxy runs a pmproxy of PCP, with further options, until the test ends, and
// returns its port.
func Pmproxy(t testing.TB, options ...string) int {
	t.Helper()
	port, _ := startPmproxy(t, options)
	return port
}

func startPmproxy(t testing.TB, options []string) (port int, end func()) {
	t.Helper()
	dir, port := t.TempDir(), FreePort(t)
	end = Daemon(t, dir, filepath.Join(pcpconf.Get("PCP_BINADM_DIR"), "pmproxy"), append([]string{"-f", "-p", strconv.Itoa(port),
		"-i", "127.0.0.1", "-s", filepath.Join(dir, "socket"), "-l", filepath.Join(dir, "log"), "-U", "root"}, options...)...)
	AwaitPort(t, port)
	return port, end
}

// Daemon runs a program until the test ends, with dir for what it keeps while it
// runs. The function that it returns ends it before.
func Daemon(t testing.TB, dir, program string, args ...string) (end func()) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "PCP_RUN_DIR="+dir)
	done, err := Tie(cmd)
	if err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		cmd.Process.Kill()
		<-done
	})
	t.Cleanup(end)
	return end
}
