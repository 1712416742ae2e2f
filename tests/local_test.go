package tests

import (
	"testing"

	"pcptools/internal/need"
	"pcptools/tests/internal/conform"
)

// TestLocal compares the tools on local contexts.
func TestLocal(t *testing.T) {
	need.PCP(t)
	conformance(t, "local", conform.Options{Live: true})
}
