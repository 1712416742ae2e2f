package tests

import (
	"os"
	"os/exec"
	"testing"

	"pcptools/internal/need"
)

// The example of a collector for Prometheus' own library is a module of its own, which
// go test ./... passes over. Only make verify may download what it needs.
func TestPrometheusExample(t *testing.T) {
	t.Parallel()
	run := func(args ...string) ([]byte, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = "../examples/prometheus"
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=readonly")
		if !need.Verifying() {
			cmd.Env = append(cmd.Env, "GOPROXY=off")
		}
		return cmd.CombinedOutput()
	}
	if out, err := run("list", "-deps", "-test", "."); err != nil {
		need.Skip(t, "needs Prometheus' client library (cd examples/prometheus && go mod download): "+string(out))
	}
	for _, check := range []string{"vet", "test"} {
		if out, err := run(check, "."); err != nil {
			t.Errorf("go %s: %v\n%s", check, err, out)
		}
	}
}
