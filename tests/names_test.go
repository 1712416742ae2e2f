package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestNames compares the tools on name-space files.
func TestNames(t *testing.T) {
	need.PCP(t)
	need.Archives(t)
	conformance(t, "names", conform.Options{Live: true})
}
