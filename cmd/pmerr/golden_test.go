package main

import (
	"testing"

	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/tool/tooltest"
	"pcptools/internal/golden"
)

// TestGolden compares with what PCP's tools have printed; see package
// golden.
func TestGolden(t *testing.T) {
	golden.Replay(t, "pmerr", tooltest.Runner("pmerr", func(golden.Process) tool.Command { return new(pmerr) }))
}
