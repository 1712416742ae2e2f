package pmproxy_test

import (
	"fmt"
	"os"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

func TestMain(m *testing.M) { programs.Main(m) }

// startProxy runs a pmcd of PCP, and a pmproxy of PCP until the test ends,
// and returns the address under which pmproxy has the pmcd's metrics.
func startProxy(t testing.TB) string {
	t.Helper()
	need.PCP(t)
	world.Start(t).Setenv(t)
	return fmt.Sprintf("http://127.0.0.1:%d?hostspec=localhost:%s", world.Pmproxy(t), os.Getenv("PMCD_PORT"))
}
