//go:build unix

package options

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNoTLS checks that the tools do not link what costs each of their starts
// a quarter of a millisecond.
func TestNoTLS(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if slices.Contains(packages, "crypto/tls") || !slices.Contains(packages, "pcptools/libpcp/pmcd/pcptls") {
		t.Error("crypto/tls is linked, or pcptls is not")
	}
}
