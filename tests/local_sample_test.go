//go:build local

package tests

import (
	"testing"

	"pcptools/tests/internal/conform"
	"pcptools/tests/internal/need"
)

// TestLocalSample waits for the sample agent:
//
//	go test -tags local ./tests -run TestLocalSample
func TestLocalSample(t *testing.T) {
	need.PCP(t)
	conformance(t, "local-sample", conform.Options{Live: true})
}
