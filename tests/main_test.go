// Package tests holds the black-box tests: command lines compared with the
// genuine tools, and scripts.
package tests

import (
	"fmt"
	"os"
	"testing"

	"pcptools/tests/internal/conform"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "measure" {
		os.Exit(measure(os.Args[2], os.Args[3:]))
	}
	status := m.Run()
	if err := conform.Clean(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = max(status, 1)
	}
	os.Exit(status)
}
