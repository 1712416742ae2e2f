package proc

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// acctInDom is the instance domain of processes that have ended, as the
// kernel's accounting has them (acct(5)). The domain is empty: the agent does not
// turn accounting on, nor does PCP's by default.
var acctInDom = &pmda.InDom{Serial: 40, Instances: []libpcp.Instance{}, OneLine: "processes that have ended"}

const clusterAcct = 70

// acctRows are the metrics of an ended process.
var acctRows = [...]struct {
	name    string // without "acct."
	item    uint16
	kind    libpcp.Type
	sem     libpcp.Semantics
	units   libpcp.Units
	oneLine string
}{
	{"psinfo.tty", 0, libpcp.TypeU32, libpcp.SemDiscrete, 0, "number of the controlling terminal"},
	{"psinfo.exitcode", 1, libpcp.TypeU32, libpcp.SemDiscrete, 0, "exit status"},
	{"psinfo.pid", 4, libpcp.TypeU32, libpcp.SemDiscrete, 0, "number of the process"},
	{"psinfo.ppid", 5, libpcp.TypeU32, libpcp.SemDiscrete, 0, "parent"},
	{"psinfo.btime", 6, libpcp.TypeU32, libpcp.SemDiscrete, libpcp.Sec, "time of the start, since 1970"},
	{"psinfo.etime", 7, libpcp.TypeFloat, libpcp.SemCounter, libpcp.Sec, "time from start to end"},
	{"psinfo.utime", 8, libpcp.TypeFloat, libpcp.SemCounter, libpcp.Sec, "time running code of its own"},
	{"psinfo.stime", 9, libpcp.TypeFloat, libpcp.SemCounter, libpcp.Sec, "time in the kernel"},
	{"psinfo.mem", 10, libpcp.TypeU64, libpcp.SemInstant, libpcp.KByte, "memory in use, on average"},
	{"psinfo.io", 11, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, "characters transferred"},
	{"psinfo.rw", 12, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, "blocks transferred"},
	{"psinfo.minflt", 13, libpcp.TypeU64, libpcp.SemCounter, 0, "page faults that read nothing"},
	{"psinfo.majflt", 14, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, "page faults that read from a device"},
	{"psinfo.swaps", 15, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count, "times swapped"},
	{"psinfo.ttyname", 16, libpcp.TypeString, libpcp.SemDiscrete, 0, "controlling terminal"},
	{"id.uid", 2, libpcp.TypeU32, libpcp.SemDiscrete, 0, "number of the user"},
	{"id.gid", 3, libpcp.TypeU32, libpcp.SemDiscrete, 0, "number of the group"},
	{"id.uid_nm", 17, libpcp.TypeString, libpcp.SemDiscrete, 0, "name of the user"},
	{"id.gid_nm", 18, libpcp.TypeString, libpcp.SemDiscrete, 0, "name of the group"},
	{"flag.fork", 19, libpcp.TypeU32, libpcp.SemInstant, 0, "1 if the process did not start another program"},
	{"flag.su", 20, libpcp.TypeU32, libpcp.SemInstant, 0, "1 if the process had the rights of root"},
	{"flag.core", 21, libpcp.TypeU32, libpcp.SemDiscrete, 0, "1 if the process left a core file"},
	{"flag.xsig", 22, libpcp.TypeU32, libpcp.SemDiscrete, 0, "1 if a signal ended the process"},
}

// acctControls are the settings.
var acctControls = [...]struct {
	name    string
	item    uint16
	kind    libpcp.Type
	units   libpcp.Units
	oneLine string
	value   libpcp.Atom
	with    release.Behaviour
}{
	{"control.open_retry_interval", 23, libpcp.TypeU32, libpcp.Sec, "seconds after which the accounting file is tried again", libpcp.Uint32Atom(60), 0},
	{"control.check_acct_interval", 24, libpcp.TypeU32, libpcp.Sec, "seconds after which accounting is checked", libpcp.Uint32Atom(600), 0},
	{"control.file_size_threshold", 25, libpcp.TypeU64, libpcp.Byte, "size at which the accounting file begins anew", libpcp.Uint64Atom(10485760), 0},
	{"control.lifetime", 26, libpcp.TypeU32, libpcp.Sec, "seconds for which an ended process is kept", libpcp.Uint32Atom(60), 0},
	{"control.refresh", 27, libpcp.TypeU32, libpcp.Sec, "seconds after which the accounting file is read again", libpcp.Uint32Atom(600), 0},
	{"control.enable_acct", 28, libpcp.TypeU32, 0, "1 if processes are accounted", libpcp.Uint32Atom(0), 0},
	{"control.state", 29, libpcp.Type32, 0, "state of accounting: 0 for off", libpcp.Int32Atom(0), release.ProcMetrics63},
}

// appendAcct appends the metrics of accounting.
func appendAcct(all []pmda.Metric, rel release.Release) []pmda.Metric {
	for _, r := range acctRows {
		all = append(all, pmda.Metric{Name: "acct." + r.name, Cluster: clusterAcct, Item: r.item, Type: r.kind, InDom: acctInDom,
			Sem: r.sem, Units: r.units, OneLine: r.oneLine + ", of each process that has ended", Fetch: noProcess})
	}
	for _, c := range acctControls {
		if !rel.Has(c.with) {
			continue
		}
		all = append(all, pmda.Metric{Name: "acct." + c.name, Cluster: clusterAcct, Item: c.item, Type: c.kind,
			Sem: libpcp.SemDiscrete, Units: c.units, OneLine: c.oneLine,
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return c.value, nil }})
	}
	return all
}
