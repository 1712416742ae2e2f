// Package tests holds the black-box tests: command lines compared with PCP's
// tools, and scripts.
package tests

import (
	"os"
	"path/filepath"
	"testing"

	"pcptools/internal/bare"
	"pcptools/internal/need"
	"pcptools/internal/peak"
	"pcptools/internal/programs"
	"pcptools/libpcp/pmda"
)

// testAgents are agents that this program is under another name, for a pmcd to run.
var testAgents = map[string]func() *pmda.Agent{"pmdatest": newEventsAgent, "pmdachange": newChangeAgent}

func TestMain(m *testing.M) {
	peak.Main()
	if agent, ok := testAgents[filepath.Base(os.Args[0])]; ok {
		os.Exit(pmda.Main(agent()))
	}
	programs.Main(m)
}

// environ is the environment of our tools in other processes: a bare one, except in
// make verify, where they find the PCP that they are compared with.
func environ(settings ...string) []string {
	if need.Verifying() {
		return bare.Merge(append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=" + bare.Nowhere, programs.AtOnce}, settings...))
	}
	return bare.Environ(settings...)
}

// scratch is a directory for programs that start others: those may still write
// there while it is removed, for which t.TempDir would fail the test.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "scratch")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
