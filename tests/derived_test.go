package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestDerived compares the tools on derived metrics of the user's definition.
func TestDerived(t *testing.T) {
	need.PCP(t)
	conformance(t, "derived", conform.Options{Live: true})
}
