package tests

import (
	"os"
	"os/exec"
	"testing"

	"pcptools/internal/need"
)

// TestThirtyTwoBits runs the tests of records on 32 bits, where words of them
// are too large for an int: TestBlockOffset above all.
func TestThirtyTwoBits(t *testing.T) {
	need.Verify(t, "compiles for another architecture")
	cmd := exec.Command("go", "test", "-vet=off", "pcptools/libpcp/internal/logfile", "pcptools/libpcp/internal/valueset")
	cmd.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
