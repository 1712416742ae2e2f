package main

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// newClock has one metric, many.value, whose value is the time in seconds.
func newClock() *sourcetest.Memory {
	id := libpcp.NewPMID(250, 0, 1)
	return &sourcetest.Memory{Now: time.Now, Metrics: []sourcetest.Metric{{
		Name: "many.value",
		Desc: libpcp.Desc{PMID: id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemInstant},
		Fetch: func() libpcp.ValueSet {
			return libpcp.ValueSet{PMID: id, Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(time.Now().Unix())}}}
		},
	}}}
}
