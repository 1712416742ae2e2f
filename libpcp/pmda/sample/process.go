package sample

import (
	"context"
	"os"
	"runtime"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// processMetrics are about the process that the agent is, or is part of.
func (a *agent) processMetrics() []pmda.Metric {
	return []pmda.Metric{a.controlMetric(), {
		Name: "daemon_pid", Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "the number of the agent's process", Fetch: fixed(libpcp.Uint32Atom(uint32(os.Getpid()))),
	}, {
		Name: "seconds", Item: 2, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Sec,
		OneLine: "how long the agent has been there", Fetch: a.seconds,
	}, {
		Name: "milliseconds", Item: 3, Type: libpcp.TypeDouble, Sem: libpcp.SemCounter, Units: libpcp.Millisec,
		OneLine: "how long the agent has been there, more precisely", Fetch: a.milliseconds,
	}, {
		Name: "load", Item: 4, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "always 42", Fetch: fixed(libpcp.Int32Atom(42)),
	}, {
		Name: "sysinfo", Item: 39, Type: libpcp.TypeAggregate, Sem: libpcp.SemInstant,
		OneLine: "the bytes that sysinfo(2) returns", Fetch: systemInfo,
	}, {
		Name: "datasize", Item: 91, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.KByte,
		OneLine: "memory of the agent's process for data", Fetch: dataSize,
	}}
}

func (a *agent) seconds(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint32Atom(uint32(time.Since(a.start) / time.Second)), nil
}

func (a *agent) milliseconds(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.DoubleAtom(float64(time.Since(a.start)/time.Microsecond) / 1000), nil
}

func dataSize(context.Context, *pmda.Request) (libpcp.Atom, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return libpcp.Uint32Atom(uint32(m.HeapSys / 1024)), nil
}
