package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestArchive compares the tools on the archives of PCP's test suite.
func TestArchive(t *testing.T) {
	conformance(t, "archive", conform.Options{Dir: need.Archives(t)})
}
