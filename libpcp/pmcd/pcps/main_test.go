package pcps_test

import (
	"os"
	"strings"
	"testing"
)

// TestMain drops the settings of whoever runs the tests.
func TestMain(m *testing.M) {
	for _, setting := range os.Environ() {
		name, _, _ := strings.Cut(setting, "=")
		for _, prefix := range []string{"PCP_", "PMCD_", "PMPROXY_"} {
			if strings.HasPrefix(name, prefix) {
				os.Unsetenv(name)
			}
		}
	}
	os.Exit(m.Run())
}
