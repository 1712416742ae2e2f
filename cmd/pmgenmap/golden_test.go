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
	golden.Replay(t, "pmgenmap", tooltest.Runner("pmgenmap", func(golden.Process) tool.Command { return new(pmgenmap) }))
}
