// Package trivial is a minimal example of an agent: one metric, the time. Read
// it first.
package trivial

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// New returns the agent.
func New() *pmda.Agent {
	return &pmda.Agent{
		Name:    "trivial",
		Domain:  250,
		Metrics: metrics,
		Labels:  pmda.Labels{JSON: "{}"}, // not even the agent's name
	}
}

var metrics = []pmda.Metric{{
	Name:    "trivial.time",
	Type:    libpcp.TypeU64,
	Sem:     libpcp.SemCounter,
	Units:   libpcp.Sec,
	OneLine: "time in seconds since 1 Jan 1970",
	Help:    "The time in seconds since the epoch (1st of January, 1970).",
	Fetch:   now,
}}

func now(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint64Atom(uint64(time.Now().Unix())), nil
}
