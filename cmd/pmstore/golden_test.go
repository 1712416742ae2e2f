package main

import (
	"testing"

	"pcptools/cmd/internal/source"
	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/tool/tooltest"
	"pcptools/internal/golden"
)

// TestGolden compares with what PCP's tools have printed; see package
// golden.
func TestGolden(t *testing.T) {
	golden.Replay(t, "pmstore", tooltest.Runner("pmstore", func(p golden.Process) tool.Command {
		s := source.New()
		s.NetDial = p.NetDial
		return &pmstore{source: s}
	}))
}
