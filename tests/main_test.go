// Package tests holds the black-box tests: command lines compared with the
// genuine tools, and scripts.
package tests

import (
	"fmt"
	"os"
	"testing"

	"pcptools/internal/peak"
	"pcptools/tests/internal/conform"
)

func TestMain(m *testing.M) {
	peak.Main()
	status := m.Run()
	if err := conform.Clean(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = max(status, 1)
	}
	os.Exit(status)
}
