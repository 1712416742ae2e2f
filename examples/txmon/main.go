//go:build unix

// Txmon is a PMDA for a monitor of transactions, after the example of that name in
// PCP: programs that process transactions record them in memory that they share
// with it (package segment), so that it need not ask them. Its arguments are the
// names of the types of transactions. Install asks for these, and makes it known to
// pmcd:
//
//	go build -o pmdatxmon ./examples/txmon
//	go build ./examples/txmon/txrecord
//	mkdir -p /usr/local/pmdas/txmon
//	cp pmdatxmon txrecord examples/txmon/{Install,Remove,domain.h,pmns,root} /usr/local/pmdas/txmon
//	cd /usr/local/pmdas/txmon && ./Install
//	./txrecord checkout 0.25 && pminfo -f txmon
//
// PCP's own example is in /var/lib/pcp/pmdas/txmon, and stays as it is.
package main

import (
	"context"
	"errors"
	"os"
	"time"

	"pcptools/examples/txmon/segment"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

func main() {
	m := &monitor{path: segment.Path()}
	d := pmda.Daemon{Agent: m.agent(), Operands: m.monitor}
	os.Exit(d.Main())
}

// monitor is the state that the metrics report.
type monitor struct {
	path  string
	types *pmda.InDom
	names []string

	shared *segment.Segment
	read   pmda.PerRequest[reading]
}

// reading is what the segment has at the time of a request.
type reading struct {
	level segment.Level
	stats []segment.Stats
}

// monitor takes the names of the types of transactions.
func (m *monitor) monitor(names []string) error {
	if len(names) == 0 {
		return errors.New("no type of transactions to monitor")
	}
	m.names = names
	for i, name := range names {
		m.types.Instances = append(m.types.Instances, libpcp.Instance{ID: int32(i), Name: name})
	}
	return nil
}

func (m *monitor) open(context.Context, *pmda.Logger) (err error) {
	m.shared, err = segment.Create(m.path, m.names)
	return err
}

// close leaves nothing that programs could record transactions in.
func (m *monitor) close() error {
	if m.shared == nil {
		return nil
	}
	return errors.Join(os.Remove(m.path), m.shared.Close())
}

// agent is the agent with its tables. It has the domain of PCP's example.
func (m *monitor) agent() *pmda.Agent {
	m.types = &pmda.InDom{Serial: 0, OneLine: "types of transactions"}
	count, times, always := segment.Counts, segment.Times, segment.Nothing
	return &pmda.Agent{
		Name: "txmon", Domain: 248, Root: "txmon", InDoms: []*pmda.InDom{m.types}, Open: m.open, Close: m.close,
		Metrics: []pmda.Metric{{
			Name: "count", Item: 0, Type: libpcp.TypeU32, Sem: libpcp.SemCounter, Units: libpcp.Count, InDom: m.types,
			OneLine: "transactions of each type",
			Fetch:   m.of(count, func(s segment.Stats) libpcp.Atom { return libpcp.Uint32Atom(s.Count) }),
		}, {
			Name: "ave_time", Item: 1, Type: libpcp.TypeFloat, Sem: libpcp.SemInstant, Units: libpcp.Sec | libpcp.PerCount, InDom: m.types,
			OneLine: "average time of a transaction since the last reset",
			Help:    "It is -1 if there was no transaction since.",
			Fetch:   m.of(times, func(s segment.Stats) libpcp.Atom { return seconds(average(s)) }),
		}, {
			Name: "max_time", Item: 2, Type: libpcp.TypeFloat, Sem: libpcp.SemInstant, Units: libpcp.Sec, InDom: m.types,
			OneLine: "longest time of a transaction since the last reset",
			Help:    "It is -1 if there was no transaction since.",
			Fetch:   m.of(times, func(s segment.Stats) libpcp.Atom { return seconds(s.Longest) }),
		}, {
			Name: "reset_count", Item: 3, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count, InDom: m.types,
			OneLine: "transactions of each type since the last reset",
			Fetch:   m.of(count, func(s segment.Stats) libpcp.Atom { return libpcp.Uint32Atom(s.Since) }),
		}, {
			Name: "control.level", Item: 4, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
			OneLine: "what is collected",
			Help:    "Nothing (0), counts (1), or counts and times (2). It can be stored into.",
			Fetch:   m.level, Store: m.setLevel,
		}, {
			Name: "control.reset", Item: 5, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
			OneLine: "store any value to reset the statistics",
			Help:    "All but txmon.count start anew.",
			Fetch:   m.at(always, func(reading) libpcp.Atom { return libpcp.Uint32Atom(1) }),
			Store:   func(context.Context, *pmda.Request, libpcp.Atom) error { return m.shared.Reset() },
		}},
	}
}

// at supplies a value that exists from a level on.
func (m *monitor) at(least segment.Level, value func(reading) libpcp.Atom) pmda.FetchFunc {
	return func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
		now, err := m.read.Get(r, func() (reading, error) {
			level, stats, err := m.shared.Read()
			return reading{level, stats}, err
		})
		if err == nil && now.level < least {
			err = libpcp.ErrAgain
		}
		if err != nil {
			return libpcp.Atom{}, err
		}
		return value(now), nil
	}
}

// of is a value of each type of transactions.
func (m *monitor) of(least segment.Level, value func(segment.Stats) libpcp.Atom) pmda.FetchFunc {
	return func(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
		return m.at(least, func(now reading) libpcp.Atom { return value(now.stats[r.Inst]) })(ctx, r)
	}
}

func (m *monitor) level(ctx context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return m.at(segment.Nothing, func(now reading) libpcp.Atom { return libpcp.Uint32Atom(uint32(now.level)) })(ctx, r)
}

func (m *monitor) setLevel(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	if v.Uint64() > uint64(segment.Times) {
		return libpcp.ErrBadStore
	}
	return m.shared.SetLevel(segment.Level(v.Uint64()))
}

func average(s segment.Stats) time.Duration {
	if s.Since == 0 {
		return -1
	}
	return s.Total / time.Duration(s.Since)
}

// seconds is a time in seconds, or -1 without one.
func seconds(d time.Duration) libpcp.Atom {
	if d < 0 {
		return libpcp.FloatAtom(-1)
	}
	return libpcp.FloatAtom(float32(d.Seconds()))
}
