//go:build derived

package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestDerived waits for its issue: go test -tags derived ./tests -run TestDerived
func TestDerived(t *testing.T) {
	need.PCP(t)
	conformance(t, "derived", conform.Options{Live: true})
}
