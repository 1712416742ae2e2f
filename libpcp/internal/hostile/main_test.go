package hostile

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

func TestMain(m *testing.M) {
	peak.Main()
	programs.Main(m)
}

// tool runs one of our tools, which is to end within a minute.
func tool(t *testing.T, env []string, name string, args ...string) *peak.Run {
	t.Helper()
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.Command(filepath.Join(bin, name), args...)
	cmd.Env = append([]string{"LC_ALL=C", "TZ=UTC", "PCP_CONF=/dev/null", "PCP_DERIVED_CONFIG=", "PMCD_REQUEST_TIMEOUT=2"}, env...)
	return peak.Do(ctx, t, cmd)
}
