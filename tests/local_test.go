//go:build local

package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestLocal waits for its issue: go test -tags local ./tests -run TestLocal
func TestLocal(t *testing.T) {
	need.PCP(t)
	conformance(t, "local", conform.Options{Live: true})
}
