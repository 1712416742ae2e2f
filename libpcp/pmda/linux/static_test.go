package linux_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestStatic requires that all tables are static data: what the package had to
// initialize would delay every start of every tool.
func TestStatic(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "init os @") {
		t.Fatalf("%v\n%s", err, out)
	}
	// Measuring coverage adds variables of its own.
	if testing.CoverMode() == "" && strings.Contains(string(out), "init pcptools/libpcp/pmda/linux @") {
		t.Error("the package has variables that are initialized when the program starts")
	}
}
