package proc

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// runqNames are the states that processes are counted by, in the order of
// items.
var runqNames = [...]struct{ name, oneLine string }{
	{"runnable", "processes that run or could run"},
	{"blocked", "processes that wait for a device"},
	{"sleeping", "processes that wait for anything else"},
	{"stopped", "processes that have been stopped"},
	{"swapped", "processes without memory, such as those of the kernel"},
	{"defunct", "processes that have ended and are still to be waited for"},
	{"unknown", "processes in none of the other states"},
	{"kernel", "processes of the kernel"},
}

// runq counts the processes by state.
type runq struct {
	once  pmda.PerRequest[[len(runqNames)]uint32]
	agent *agent
}

func (a *agent) runqMetrics() []pmda.Metric {
	q := &runq{agent: a}
	metrics := make([]pmda.Metric, len(runqNames))
	for i, n := range runqNames {
		metrics[i] = pmda.Metric{Name: "proc.runq." + n.name, Cluster: clusterRunq, Item: uint16(i), Type: libpcp.Type32,
			Sem: libpcp.SemInstant, Units: libpcp.Count, OneLine: n.oneLine, Fetch: q.fetch}
	}
	return metrics
}

func (q *runq) fetch(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	counts, err := q.once.Get(r, func() ([len(runqNames)]uint32, error) { return q.count(r) })
	if err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.Int32Atom(int32(counts[r.Metric.Item])), nil
}

// Positions in runqNames.
const (
	runnable = iota
	blocked
	sleeping
	stopped
	swapped
	defunct
	unknown
	ofKernel
)

func (q *runq) count(r *pmda.Request) (counts [len(runqNames)]uint32, err error) {
	a := q.agent
	if err := a.refresh(r); err != nil {
		return counts, err
	}
	p := &a.work.all[0]
	p.begin(&a.host, a.viewer(r.Client))
	defer p.end()
	for _, pid := range a.table.pids {
		p.visit(pid)
		s, err := p.stat()
		if err != nil || s.state() == 0 {
			counts[unknown]++ // it ends now
			continue
		}
		counts[stateOf(s)]++
	}
	return counts, nil
}

// stateOf is the state that a process counts as.
func stateOf(s *statFields) int {
	switch state := s.state(); {
	case state == 'Z':
		return defunct
	case s.number(22) == 0: // no memory
		return swapped
	case state == 'R':
		return runnable
	case state == 'S':
		return sleeping
	case state == 'D', state == 'P': // parked
		return blocked
	case state == 'T', state == 't': // traced
		return stopped
	}
	return unknown
}
