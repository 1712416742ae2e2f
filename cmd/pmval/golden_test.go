package main

import (
	"testing"

	"pcptools/cmd/internal/agents"
	"pcptools/cmd/internal/debug"
	"pcptools/cmd/internal/tool"
	"pcptools/cmd/internal/tool/tooltest"
	"pcptools/internal/golden"
	"pcptools/libpcp/options"
)

// TestGolden compares with what PCP's tools have printed; see package
// golden.
func TestGolden(t *testing.T) {
	golden.Replay(t, "pmval", tooltest.Runner("pmval", func(p golden.Process) tool.Command {
		return &pmval{source: options.Source{Builtin: agents.Builtin, Debugging: options.Debugging{NewTracer: debug.New}, NetDial: p.NetDial},
			ownHost: func() string { return "here" }}
	}))
}
