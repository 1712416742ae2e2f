package tests

import (
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestArchive compares the tools on the archives of PCP's test suite.
func TestArchive(t *testing.T) {
	conformance(t, "archive", conform.Options{Dir: need.Archives(t)})
}
