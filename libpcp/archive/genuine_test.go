package archive

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pcptools/internal/need"
)

// genuine runs one of PCP's own tools, if it is there, and returns what it
// prints.
func genuine(t testing.TB, tool string, args ...string) (string, bool) {
	t.Helper()
	path := need.ToolIfAny(t, tool)
	if path == "" {
		return "", false
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "TZ=UTC", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", cmd, err, out)
	}
	return string(out), true
}

// checkGenuine has the genuine tools check an archive.
func checkGenuine(t testing.TB, base string) {
	t.Helper()
	if out, ok := genuine(t, "pmlogcheck", base); ok && out != "" {
		t.Errorf("pmlogcheck: %s", out)
	}
	out, ok := genuine(t, "pmdumplog", "-a", base)
	if ok && (!strings.Contains(out, "Temporal Index") || strings.Contains(out, "pmdumplog:")) {
		t.Errorf("pmdumplog -a: %s", out)
	}
}
