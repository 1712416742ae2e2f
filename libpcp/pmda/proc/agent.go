package proc

import (
	"context"
	"os"
	"slices"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmdaroot"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// Clusters of metrics of a process: one for each of its files.
const (
	clusterStat      = 8
	clusterStatm     = 9
	clusterControl   = 10
	clusterCgroup    = 11
	clusterLabel     = 12
	clusterRunq      = 13
	clusterStatus    = 24
	clusterSchedstat = 31
	clusterIO        = 32
	clusterSmaps     = 33
	clusterFD        = 51
	clusterOOM       = 62
	clusterExe       = 69
	clusterCwd       = 72
	clusterAutogroup = 74
	clusterFDInfo    = 77
	clusterDelays    = 79
	clusterNUMA      = 81
)

// processInDom is the instance domain of processes.
var processInDom = &pmda.InDom{Serial: 9, Fresh: true, OneLine: "the processes of the machine"}

// indoms are the instance domains.
var indoms = []*pmda.InDom{
	processInDom, hotInDom, acctInDom, subsysInDom, mountInDom,
	groupInDom, cpusetInDom, cpuacctInDom, schedInDom, memoryInDom, netclassInDom, blkioInDom,
	groupCPUInDom, blkioDeviceInDom, groupDeviceInDom,
}

// host is the machine, as the environment says to look at it.
type host struct {
	root     string // goes in front of /proc
	hertz    uint64 // ticks in a second
	pageSize uint64
	tidy     bool // command lines have no control characters
}

func newHost() host {
	return host{
		root:     os.Getenv("PROC_STATSPATH"),
		hertz:    environ("PROC_HERTZ", 100),
		pageSize: environ("PROC_PAGESIZE", uint64(os.Getpagesize())),
	}
}

// environ returns a number from the environment, or another without one.
func environ(name string, other uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 32); err == nil && n > 0 {
		return n
	}
	return other
}

// agent is the state behind the metrics.
type agent struct {
	host
	processes
	owners
	terminals  terminals
	groups     groups
	subsystems subsystems
	hot        *hotControl
	hotTable   pidTable
	options    *Options
	views      pmda.PerClient[view]
	containers pmdaroot.Client
	rows       []*row // of the release
	columns    pmda.PerRequest[[]column]
	hotColumns pmda.PerRequest[[]column]
	work       workers
}

// Options are defaults for clients that do not choose themselves.
type Options struct {
	// Everything shows all clients what root sees, whether or not their user
	// is known.
	Everything bool
	// Threads counts threads as processes: proc.control.all.threads, which
	// stores change.
	Threads bool
	// Cgroup is the control group whose processes are seen, by its directory;
	// "" is all of them.
	Cgroup string
}

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent { return new(Options).newAgent(rel) }

// NewWith returns the agent with options, which may be changed before its
// first request.
func NewWith(o *Options) *pmda.Agent { return o.newAgent(release.Release{}) }

func (o *Options) newAgent(rel release.Release) *pmda.Agent {
	h := newHost()
	h.tidy = rel.Has(release.TidyCommandLines)
	a := &agent{host: h, hot: newHotControl(h), options: o}
	metrics := a.metrics(rel)
	return &pmda.Agent{
		Name:      "proc",
		Domain:    3,
		Validated: true, // by TestValidate
		Metrics:   metrics,
		TextOf: func(_ context.Context, _ *pmda.Request, id libpcp.TextID) (string, error) {
			return textOfProcesses(metrics, id)
		},
		InDoms:         indoms,
		List:           a.list,
		Subtrees:       []string{"proc", "hotproc", "cgroup", "acct"},
		LabelsOf:       a.labels,
		WantAttributes: true,
		Before:         a.findContainer,
		Open: func(_ context.Context, log *pmda.Logger) error {
			a.hot.load(log)
			return nil
		},
		Close: func() error {
			a.hot.monitor.close()
			return a.containers.Close()
		},
	}
}

// textOfProcesses returns the help texts of metrics of processes: PCP has them
// in its agent, and not in the files that have all others.
func textOfProcesses(metrics []pmda.Metric, id libpcp.TextID) (string, error) {
	pmid := libpcp.PMID(id.Ident)
	if id.Kind&libpcp.TextPMID == 0 {
		return "", libpcp.ErrText
	}
	for i := range metrics {
		m := &metrics[i]
		if uint32(m.Cluster) != pmid.Cluster() || uint32(m.Item) != pmid.Item() || m.InDom != processInDom && m.InDom != hotInDom {
			continue
		}
		if id.Kind&libpcp.TextHelp != 0 && m.Help != "" {
			return m.Help, nil
		}
		return m.OneLine, nil
	}
	return "", libpcp.ErrText
}

// labels supplies the labels of processes and control groups.
func (a *agent) labels(_ context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	if id.Class != libpcp.LabelInstances {
		return pmda.Labels{}, nil
	}
	switch d := libpcp.InDom(id.Ident); d {
	case r.InDom(processInDom), r.InDom(hotInDom):
		return pmda.Labels{JSON: `{"pid":` + strconv.Itoa(int(r.Inst)) + `}`}, nil
	default:
		at := slices.IndexFunc(indoms, func(known *pmda.InDom) bool { return r.InDom(known) == d })
		return pmda.Labels{JSON: a.groupLabels(indoms[at], r.Inst)}, nil
	}
}

// list returns the members of the domains that change.
func (a *agent) list(_ context.Context, r *pmda.Request, d *pmda.InDom) ([]libpcp.Instance, error) {
	switch d {
	case processInDom:
		return a.processList(r)
	case hotInDom:
		return a.hotList(r)
	case subsysInDom:
		return a.readSubsystems(r).cache.Instances(), nil
	case mountInDom:
		return a.readPlaces(r).places.Instances(), nil
	}
	return a.groupMembers(r, d), nil
}

// metrics makes the table of metrics from the rows of all files.
func (a *agent) metrics(rel release.Release) []pmda.Metric {
	all := make([]pmda.Metric, 0, 2*len(rows)+len(acctRows)+256)
	for i := range rows {
		if r := &rows[i]; rel.Has(r.with) {
			a.rows = append(a.rows, r)
		}
	}
	for _, r := range a.rows {
		all = append(all, pmda.Metric{
			Name: "proc." + r.name, Cluster: r.cluster, Item: r.item, Type: r.kind,
			InDom: processInDom, Sem: r.sem, Units: r.units, OneLine: r.oneLine, Help: r.help,
			Encoded: func(_ context.Context, req *pmda.Request) (libpcp.Format, []libpcp.Value, error) {
				return a.values(req, r)
			},
		})
	}
	all = append(all, pmda.Metric{Name: "proc.nprocs", Cluster: clusterStat, Item: 99, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "number of processes", Fetch: a.count})
	all = append(all, pmda.Metric{Name: "proc.autogroup.enabled", Cluster: clusterAutogroup, Item: 0, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if processes are scheduled in automatic groups, or else 0", Fetch: a.autogroups})
	all = append(append(all, a.runqMetrics()...), a.controlMetrics()...)
	return appendAcct(a.appendGroups(a.appendHot(all)), rel)
}

// row is a metric of a process: where its value is in the file of its cluster.
type row struct {
	name    string // without "proc."
	cluster uint16
	item    uint16
	kind    libpcp.Type
	sem     libpcp.Semantics
	units   libpcp.Units
	key     string // of a line, in files that have lines
	oneLine string
	help    string
	with    release.Behaviour
}

// values supplies the values of a row for all processes that the client wants.
func (a *agent) values(req *pmda.Request, r *row) (libpcp.Format, []libpcp.Value, error) {
	columns, err := a.columns.Get(req, func() ([]column, error) {
		if !a.known(req.Client) {
			return nil, libpcp.ErrPermission
		}
		if err := a.refresh(req); err != nil {
			return nil, err
		}
		return a.readColumns(req, a.rowsOf(req, false), a.table.inProfile(req, processInDom)), nil
	})
	switch {
	case err != nil:
		return libpcp.InSitu, nil, err
	case r.cluster == clusterAutogroup && a.autogroupsEnabled() == 0:
		return libpcp.InSitu, nil, pmda.NoValue
	}
	return take(columns, r)
}

// valueOf supplies the value of a row for a process. It is called for several
// at the same time.
func (a *agent) valueOf(p *process, r *row) (libpcp.Atom, error) {
	switch r.cluster {
	case clusterStat:
		return a.statValue(p, r)
	case clusterStatus:
		return a.status(p, r)
	case clusterStatm:
		return a.statm(p, r)
	case clusterCgroup:
		return a.cgroup(p, r)
	case clusterLabel:
		return p.firstLine("attr/current")
	case clusterSchedstat:
		return p.field("schedstat", int(r.item))
	case clusterIO, clusterSmaps:
		return a.keyed(p, r)
	case clusterFD:
		return p.descriptors()
	case clusterOOM:
		return p.field("oom_score", 0)
	case clusterExe:
		return text(p.link("exe")), nil
	case clusterCwd:
		return text(p.link("cwd")), nil
	case clusterAutogroup:
		return p.autogroup(r)
	case clusterDelays:
		return p.delays(r)
	case clusterNUMA:
		return p.nodes(r)
	}
	return p.graphics(r)
}
