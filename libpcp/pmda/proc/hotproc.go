package proc

import (
	"context"
	"slices"

	"pcptools/internal/cnum"
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// hotInDom is the instance domain of the processes of interest, which
// hotproc.control.config picks.
var hotInDom = &pmda.InDom{Serial: 39, Fresh: true, OneLine: "the processes of interest"}

// clusterHot has the metrics of hotproc that proc does not have.
const (
	clusterHot       = 60
	clusterPredicate = 61
)

// hotTotalFirst is the item of the first metric of hotproc.total.
const hotTotalFirst = 2

// hotClusters maps clusters of proc to clusters of hotproc.
var hotClusters = [...]struct{ proc, hot uint16 }{
	{clusterStat, 52}, {clusterStatm, 53}, {clusterCgroup, 54}, {clusterLabel, 55}, {clusterStatus, 56},
	{clusterSchedstat, 57}, {clusterIO, 58}, {clusterFD, 59}, {clusterOOM, 63}, {clusterSmaps, 34},
	{clusterExe, 71}, {clusterCwd, 73}, {clusterAutogroup, 75}, {clusterFDInfo, 78}, {clusterDelays, 80},
}

// appendHot appends the metrics of hotproc, in the order in which PCP names
// them.
func (a *agent) appendHot(all []pmda.Metric) []pmda.Metric {
	all = append(all, pmda.Metric{Name: "hotproc.nprocs", Cluster: 52, Item: 99, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "number of processes of interest", Fetch: a.hotCount})
	for _, r := range a.rows {
		for _, c := range hotClusters {
			if c.proc == r.cluster {
				all = append(all, pmda.Metric{
					Name: "hotproc." + r.name, Cluster: c.hot, Item: r.item, Type: r.kind, InDom: hotInDom,
					Sem: r.sem, Units: r.units, OneLine: r.oneLine + " of interest", Help: r.help,
					Encoded: func(_ context.Context, req *pmda.Request) (libpcp.Format, []libpcp.Value, error) {
						return a.hotValues(req, r)
					},
				})
			}
		}
	}
	all = append(all, pmda.Metric{Name: "hotproc.autogroup.enabled", Cluster: 75, Item: 0, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if processes are scheduled in automatic groups, or else 0", Fetch: a.autogroups})
	all = append(all, a.hot.metrics()...)
	all = append(all, a.hotTotals()...)
	return append(all, a.hotVariables()...)
}

// clusterOfHot returns the cluster of proc for a cluster of hotproc, or 0.
func clusterOfHot(hot uint16) uint16 {
	for _, c := range hotClusters {
		if c.hot == hot {
			return c.proc
		}
	}
	return 0
}

// hotValues supplies the values of a row for the processes of interest that the
// client wants.
func (a *agent) hotValues(req *pmda.Request, r *row) (libpcp.Format, []libpcp.Value, error) {
	columns, err := a.hotColumns.Get(req, func() ([]column, error) {
		pids, err := a.hotPIDs(req)
		if err != nil {
			return nil, err
		}
		a.hotTable.update(pids)
		wanted := a.hotTable.inProfile(req, hotInDom)
		if len(wanted) > 0 && !a.known(req.Client) {
			return nil, libpcp.ErrPermission
		}
		return a.readColumns(req, a.rowsOf(req, true), wanted), nil
	})
	if err != nil {
		return libpcp.InSitu, nil, err
	}
	return take(columns, r)
}

// hotTotals are sums over processes, in the order of items.
func (a *agent) hotTotals() []pmda.Metric {
	rows := [...]struct{ name, oneLine string }{
		{"cpuidle", "share of processor time that is idle"},
		{"cpuburn", "share of processor time of the processes of interest"},
		{"cpuother.transient", "processor time of processes that came and went"},
		{"cpuother.not_cpuburn", "processor time of the other processes"},
		{"cpuother.total", "processor time of all but the processes of interest"},
		{"cpuother.percent", "that time as a share of all"},
	}
	all := make([]pmda.Metric, len(rows))
	for i, r := range rows {
		all[i] = pmda.Metric{Name: "hotproc.total." + r.name, Cluster: clusterHot, Item: uint16(i + hotTotalFirst),
			Type: libpcp.TypeFloat, Sem: libpcp.SemInstant, OneLine: r.oneLine,
			Fetch: func(_ context.Context, req *pmda.Request) (libpcp.Atom, error) {
				return a.hot.monitor.total(req.Metric.Item), nil
			}}
	}
	return all
}

// hotVariables are the variables of the predicate, except variables that other
// metrics have.
func (a *agent) hotVariables() []pmda.Metric {
	rows := [...]struct {
		name    string
		item    uint16
		kind    libpcp.Type
		units   libpcp.Units
		oneLine string
	}{
		{"ctxswitch", 1, libpcp.TypeFloat, libpcp.Count | libpcp.PerSec, "context switches"},
		{"virtualsize", 2, libpcp.TypeU32, libpcp.KByte, "size of the address space"},
		{"residentsize", 3, libpcp.TypeU32, libpcp.KByte, "resident set"},
		{"iodemand", 4, libpcp.TypeFloat, libpcp.KByte | libpcp.PerSec, "data read and written"},
		{"iowait", 5, libpcp.TypeFloat, 0, "share of time waiting for devices"},
		{"schedwait", 6, libpcp.TypeFloat, 0, "share of time waiting for a processor"},
		{"cpuburn", 7, libpcp.TypeFloat, 0, "share of a processor's time"},
	}
	all := make([]pmda.Metric, len(rows))
	for i, r := range rows {
		all[i] = pmda.Metric{Name: "hotproc.predicate." + r.name, Cluster: clusterPredicate, Item: r.item, Type: r.kind,
			InDom: hotInDom, Sem: libpcp.SemInstant, Units: r.units, OneLine: r.oneLine + ", of each process of interest",
			Fetch: func(_ context.Context, req *pmda.Request) (libpcp.Atom, error) {
				n, ok := a.hot.monitor.variable(req.Inst, r.name)
				switch {
				case !ok:
					return libpcp.Atom{}, pmda.NoValue
				case r.kind == libpcp.TypeU32:
					return libpcp.Uint32Atom(uint32(cnum.Int64(n))), nil
				}
				return libpcp.FloatAtom(float32(n)), nil
			}}
	}
	return all
}

// hotList returns the processes of interest that the client may see. In a fetch
// even an unknown client gets their numbers and the values that the predicate
// uses, as with PCP.
func (a *agent) hotList(r *pmda.Request) ([]libpcp.Instance, error) {
	if !a.known(r.Client) && r.Kind != pmda.KindFetch {
		return nil, libpcp.ErrPermission
	}
	pids, err := a.hotPIDs(r)
	if err != nil {
		return nil, err
	}
	a.hotTable.update(pids)
	return a.instances(r, &a.hotTable), nil
}

func (a *agent) hotPIDs(r *pmda.Request) ([]int32, error) {
	if err := a.refresh(r); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(a.hot.monitor.pids(), func(pid int32) bool { return !a.table.has(pid) }), nil
}

func (a *agent) hotCount(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	pids, err := a.hotPIDs(r)
	return libpcp.Uint32Atom(uint32(len(pids))), err
}

// noProcess is the value of a process that has ended: none is known.
func noProcess(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Atom{}, pmda.NoValue
}
