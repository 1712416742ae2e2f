package proc

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// hotInDom is the instance domain of the processes of interest, those that
// hotproc.control.config picks. Without a configuration, as here, there are
// none.
const hotInDom = pmda.Serial0 + 39

// clusterHot has the metrics of hotproc that proc does not have.
const (
	clusterHot       = 60
	clusterPredicate = 61
)

// hotClusters are the clusters of hotproc by those of proc.
var hotClusters = [...]struct{ proc, hot uint16 }{
	{clusterStat, 52}, {clusterStatm, 53}, {clusterCgroup, 54}, {clusterLabel, 55}, {clusterStatus, 56},
	{clusterSchedstat, 57}, {clusterIO, 58}, {clusterFD, 59}, {clusterOOM, 63}, {clusterSmaps, 34},
	{clusterExe, 71}, {clusterCwd, 73}, {clusterAutogroup, 75}, {clusterFDInfo, 78}, {clusterDelays, 80},
}

// hotRefresh is how often, in seconds, processes would be picked.
const hotRefresh = 10

// hotMetrics are those of hotproc, in the order in which PCP names them.
func (a *agent) hotMetrics(rel release.Release) []pmda.Metric {
	all := []pmda.Metric{singular("hotproc.nprocs", 52, 99, libpcp.TypeU32, "number of processes of interest", libpcp.Uint32Atom(0))}
	for i := range rows {
		r := &rows[i]
		for _, c := range hotClusters {
			if c.proc == r.cluster && rel.Has(r.with) {
				all = append(all, pmda.Metric{
					Name: "hotproc." + r.name, Cluster: c.hot, Item: r.item, Type: r.kind, InDom: hotInDom,
					Sem: r.sem, Units: r.units, OneLine: r.oneLine + " of interest", Fetch: noProcess,
				})
			}
		}
	}
	enabled := singular("hotproc.autogroup.enabled", 75, 0, libpcp.TypeU32, "1 if processes are scheduled in automatic groups, or else 0", libpcp.Atom{})
	enabled.Fetch = a.autogroups
	all = append(all, enabled,
		singular("hotproc.control.refresh", clusterHot, 1, libpcp.TypeU32, "seconds after which processes are picked again", libpcp.Uint32Atom(hotRefresh)),
		singular("hotproc.control.config", clusterHot, 8, libpcp.TypeString, "the predicate that processes are picked by", libpcp.StringAtom("")),
		singular("hotproc.control.config_gen", clusterHot, 9, libpcp.TypeU32, "how often the predicate has changed", libpcp.Uint32Atom(0)),
		singular("hotproc.control.reload_config", clusterHot, 10, libpcp.TypeU32, "reads the configuration again when 1 is stored", libpcp.Uint32Atom(0)))
	for _, m := range [...]struct {
		name    string
		item    uint16
		oneLine string
	}{
		{"cpuidle", 2, "share of processor time that is idle"},
		{"cpuburn", 3, "share of processor time of the processes of interest"},
		{"cpuother.transient", 4, "processor time of processes that came and went"},
		{"cpuother.not_cpuburn", 5, "processor time of the other processes"},
		{"cpuother.total", 6, "processor time of all but the processes of interest"},
		{"cpuother.percent", 7, "that time as a share of all"},
	} {
		all = append(all, singular("hotproc.total."+m.name, clusterHot, m.item, libpcp.TypeFloat, m.oneLine, libpcp.FloatAtom(0)))
	}
	for _, m := range [...]struct {
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
	} {
		all = append(all, pmda.Metric{Name: "hotproc.predicate." + m.name, Cluster: clusterPredicate, Item: m.item, Type: m.kind,
			InDom: hotInDom, Sem: libpcp.SemInstant, Units: m.units, OneLine: m.oneLine + ", of each process of interest", Fetch: noProcess})
	}
	return all
}

// noProcess is the value of a process of interest: there is none.
func noProcess(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Atom{}, pmda.NoValue
}

// singular is a metric with one value, which is always the same.
func singular(name string, cluster, item uint16, kind libpcp.Type, oneLine string, v libpcp.Atom) pmda.Metric {
	return pmda.Metric{Name: name, Cluster: cluster, Item: item, Type: kind, Sem: libpcp.SemInstant, OneLine: oneLine,
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return v, nil }}
}
