package pmcdtest

import (
	"bufio"
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"pcptools/internal/need"
)

// World runs a pmcd of PCP until the test ends, with the test agents, and
// sets the environment of the test so that "local:" and "localhost" lead to
// it. The flags are flags of tests/cmd/world. Without PCP the test is skipped: see
// package need.
func World(t testing.TB, flags ...string) {
	t.Helper()
	need.PCP(t)
	for _, setting := range startWorld(t, flags) {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
}

// startWorld starts a world that lasts until its standard input is closed,
// and returns its environment.
func startWorld(t testing.TB, flags []string) (settings []string) {
	t.Helper()
	const command = `env | grep -E "^(PCP|PMCD)_"; echo ready; read stay`
	args := append([]string{"run", "pcptools/tests/cmd/world"}, flags...)
	cmd := exec.Command("go", append(args, "--", "sh", "-c", command)...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		cmd.Wait()
	})
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if lines.Text() == "ready" {
			return settings
		}
		settings = append(settings, lines.Text())
	}
	cmd.Wait()
	t.Fatal(problem.String())
	return nil
}
