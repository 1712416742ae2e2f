package sample

import (
	"context"
	"math"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// counters grow by leaps.
type counters struct {
	random     *random
	half, slow [4]uint64 // by rows of wraps
	rapid      uint32
	bytes      int32
	n32        int32 // of sample.negative, by type
	n64        int64
	nFloat     float32
	nDouble    float64
}

const negativeStart = -10000

func newCounters(r *random) counters {
	return counters{random: r, n32: negativeStart, n64: negativeStart, nFloat: negativeStart, nDouble: negativeStart}
}

// wraps are counters that overflow soon: every fourth fetch, or every
// twentieth.
var wraps = [...]struct {
	name string
	kind libpcp.Type
	half uint64
	slow uint64
}{
	{"long", libpcp.Type32, math.MaxInt32/2 - 1, math.MaxInt32/10 - 1},
	{"ulong", libpcp.TypeU32, math.MaxUint32/2 - 1, math.MaxInt32/10 - 1},
	{"longlong", libpcp.Type64, math.MaxInt64/2 - 1, math.MaxInt64/10 - 1},
	{"ulonglong", libpcp.TypeU64, math.MaxUint64/2 - 1, math.MaxInt64/10 - 1},
}

func (a *agent) counterMetrics() []pmda.Metric {
	c := &a.counters
	rows := []pmda.Metric{{
		Name: "rapid", Item: 64, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count,
		OneLine: "800,000,000 more at each fetch, in 32 bits",
		Labels:  `{"measure":"speed","units":"metres per second","unitsystem":"SI"}`,
		Fetch:   c.fetchRapid,
	}, {
		Name: "bigid", Item: 1023, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "a metric with the largest item number that there can be",
		Fetch:   fixed(libpcp.Int32Atom(1<<22 - 1)),
	}}
	for i, w := range wraps {
		rows = append(rows, pmda.Metric{
			Name: "wrap." + w.name, Item: 57 + uint16(i), Type: w.kind, Sem: libpcp.SemCounter,
			OneLine: "nearly half of what the type holds, more at each fetch",
			Fetch:   leap(&c.half[i], w.half, w.kind),
		}, pmda.Metric{
			Name: "slow_wrap." + w.name, Item: 160 + uint16(i), Type: w.kind, Sem: libpcp.SemCounter,
			OneLine: "nearly a tenth of what the signed type holds, more at each fetch",
			Fetch:   leap(&c.slow[i], w.slow, w.kind),
		})
	}
	return append(rows, a.byteMetrics()...)
}

// leap returns a fetch function that adds to v. What does not fit the type is
// lost.
func leap(v *uint64, by uint64, kind libpcp.Type) pmda.FetchFunc {
	return func(context.Context, *pmda.Request) (libpcp.Atom, error) {
		*v += by
		switch kind {
		case libpcp.Type32:
			return libpcp.Int32Atom(int32(*v)), nil
		case libpcp.TypeU32:
			return libpcp.Uint32Atom(uint32(*v)), nil
		case libpcp.Type64:
			return libpcp.Int64Atom(int64(*v)), nil
		}
		return libpcp.Uint64Atom(*v), nil
	}
}

func (c *counters) fetchRapid(context.Context, *pmda.Request) (libpcp.Atom, error) {
	c.rapid += 800000000
	return libpcp.Uint32Atom(c.rapid), nil
}

func (a *agent) byteMetrics() []pmda.Metric {
	const counter = "a counter that grows by up to 1023 at each fetch of it, or of its sister in another unit"
	const rate = "a rate from 0 to 1023"
	c := &a.counters
	return []pmda.Metric{
		{Name: "byte_ctr", Item: 81, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.Byte, OneLine: counter, Fetch: c.fetchBytes},
		{Name: "byte_rate", Item: 82, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Byte | libpcp.PerSec, OneLine: rate, Fetch: c.fetchRate},
		{Name: "kbyte_ctr", Item: 83, Type: libpcp.Type32, Sem: libpcp.SemCounter, Units: libpcp.KByte, OneLine: counter, Fetch: c.fetchBytes},
		{Name: "kbyte_rate", Item: 84, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.KByte | libpcp.PerSec, OneLine: rate, Fetch: c.fetchRate},
		{Name: "byte_rate_perhour", Item: 85, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Byte | libpcp.PerHour, OneLine: rate, Fetch: c.fetchRate},
	}
}

func (c *counters) fetchBytes(context.Context, *pmda.Request) (libpcp.Atom, error) {
	c.bytes += c.random.below(1024)
	return libpcp.Int32Atom(c.bytes), nil
}

func (c *counters) fetchRate(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(c.random.below(1024)), nil
}
