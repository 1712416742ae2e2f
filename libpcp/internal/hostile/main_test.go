package hostile

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pcptools/internal/peak"
	"pcptools/libpcp/internal/pmcdtest"
)

func TestMain(m *testing.M) {
	peak.Main()
	status := m.Run()
	os.RemoveAll(built)
	os.Exit(status)
}

var built string // where ours has put the tools

// ours returns the directory of our tools and agents, which are built once.
var ours = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("PCPTOOLS_BIN"); dir != "" {
		return filepath.Abs(dir)
	}
	var err error
	if built, err = os.MkdirTemp("", "hostile"); err != nil {
		return "", err
	}
	return built, pmcdtest.Build(built, "pcptools/cmd/...")
})

// tool runs one of our tools, which is to end within a minute.
func tool(t *testing.T, env []string, name string, args ...string) *peak.Run {
	t.Helper()
	bin, err := ours()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.Command(filepath.Join(bin, name), args...)
	cmd.Env = append([]string{"LC_ALL=C", "TZ=UTC", "PCP_CONF=/dev/null", "PCP_DERIVED_CONFIG=", "PMCD_REQUEST_TIMEOUT=2"}, env...)
	return peak.Do(ctx, t, cmd)
}
