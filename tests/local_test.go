package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestLocal compares the tools on local contexts.
func TestLocal(t *testing.T) {
	need.PCP(t)
	conformance(t, "local", conform.Options{Live: true})
}
