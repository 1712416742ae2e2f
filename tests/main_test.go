// Package tests holds the black-box tests: command lines compared with the
// genuine tools, and scripts.
package tests

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"pcptools/internal/peak"
	"pcptools/internal/programs"
)

func TestMain(m *testing.M) {
	peak.Main()
	defaultSignals()
	programs.Main(m)
}

// defaultSignals lets the programs that tests start end by signals, also where
// those are ignored around here, as by nohup(1) and in the background.
func defaultSignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
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
