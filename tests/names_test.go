//go:build names

package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestNames waits for its issue: go test -tags names ./tests -run TestNames
func TestNames(t *testing.T) {
	need.PCP(t)
	conformance(t, "names", conform.Options{Live: true})
}
