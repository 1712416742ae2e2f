// Package mmv is the agent for applications that keep their metrics in
// memory-mapped files of a known directory (pmdammv(1)): setting a value costs
// them a store to memory, and reading costs them nothing. Package
// pcptools/libpcp/mmv writes such files, as does the library libpcp_mmv.
//
// A file NAME has the metrics mmv.NAME.*. Files come and go, and so do
// metrics: before each request the agent checks whether the directory or one
// of the files has changed, and if so reads the files again.
//
// Nothing in a file is trusted. The agent reads files instead of mapping them,
// so that a truncated file does no harm. It ignores references beyond the end
// of a file, takes memory in proportion to the file, and limits the size of one
// file and of all.
package mmv

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/mmvfile"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// agent holds the contents of the directory when last read.
type agent struct {
	*pmda.Agent
	root  string // of all names, and of the directory: mmv
	dir   string
	state dirState
	files []*file
	known map[uint32]*metric // by cluster and item
	count int                // of names
	debug int32
	// options take the place of debug, and metrics are counted too, as of PCP
	// 7.0.
	options     *pmda.DebugOptions
	journal     journal
	parseLabels func(text string, flags uint8) (libpcp.LabelSet, error)
	// reload has everything read again ahead of the next request: because that
	// was asked for, or because a file was being written.
	reload int32
}

// New returns the agent, as of the newest release of PCP.
func New() *pmda.Agent { return NewFor(release.Release{}) }

// NewFor returns the agent as of a release of PCP.
func NewFor(rel release.Release) *pmda.Agent { return newAgent("mmv", 70, rel) }

// NewPmproxy returns a variant of the agent for the metrics of a pmproxy(1),
// with another directory and other names.
func NewPmproxy(rel release.Release) *pmda.Agent { return newAgent("pmproxy", 4, rel) }

func newAgent(root string, domain uint32, rel release.Release) *pmda.Agent {
	later := rel.Has(release.MMVAgent72)
	a := &agent{root: root, reload: 1, journal: journal{root: root, errors: later}, parseLabels: libpcp.ParseLabels}
	if rel.Has(release.LenientLabelNames) {
		a.parseLabels = libpcp.ParseLenientLabels
	}
	if later {
		a.options = new(pmda.DebugOptions)
	}
	a.Agent = &pmda.Agent{
		Name:     root,
		Domain:   domain,
		Root:     root,
		Labels:   pmda.Labels{JSON: `{"agent":"` + root + `"}`},
		Before:   a.before,
		LabelsOf: a.labels,
		TextOf:   a.text,
		Close:    a.close,
	}
	return a.Agent
}

// before updates the tables, if they matter: instance domains have no texts.
func (a *agent) before(_ context.Context, r *pmda.Request) error {
	if r.Kind == pmda.KindProfile || r.Kind == pmda.KindText && len(r.IDs) == 0 {
		return nil
	}
	if a.dir == "" {
		a.dir = mmvfile.Dir(a.root)
	}
	if a.stale() {
		a.scan(r.Log)
		a.Replace(a.tables())
	}
	return nil
}

func (a *agent) close() error {
	for _, f := range a.files {
		f.close()
	}
	a.files = nil
	return nil
}

// Control metrics, in cluster 0.
func (a *agent) controlMetrics() []pmda.Metric {
	number := func(value func() int32) pmda.FetchFunc {
		return func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Int32Atom(value()), nil }
	}
	store := func(place *int32) func(context.Context, *pmda.Request, libpcp.Atom) error {
		return func(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
			*place = int32(v.Int64())
			return nil
		}
	}
	rows := []pmda.Metric{{
		Name: "control.reload", Item: 0, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "Control maps reloading",
		Help:    "Writing anything other then 0 to this metric will result in\nre-reading directory and re-mapping files.\n",
		Fetch:   number(func() int32 { return a.reload }), Store: store(&a.reload),
	}, {
		Name: "control.debug", Item: 1, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "Debug flag",
		Help:    "See pmdbg(1).  pmstore into this metric to change the debug value.\n",
		Fetch:   number(func() int32 { return a.debug }), Store: store(&a.debug),
	}, {
		Name: "control.files", Item: 2, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "Memory mapped file count",
		Help:    "Count of currently mapped and exported statistics files.\n",
		Fetch:   number(func() int32 { return int32(len(a.files)) }),
	}}
	if a.options == nil {
		return rows
	}
	debug := &rows[1]
	debug.Type, debug.OneLine, debug.Help = libpcp.TypeString, "Debug options", "See pmdbg(1).  pmstore into this metric to change the debug option(s)\n\n"+
		"Note that if this PMDA is installed as a DSO agent, the debug options\nare shared with pmcd(1)\n"
	debug.Fetch, debug.Store = a.options.Fetch, a.options.Store
	return append(rows, pmda.Metric{
		Name: "control.metrics", Item: 3, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "Memory mapped metric count",
		Help:    "Count of currently mapped and exported metrics.\nExcludes the mmv.control.* metrics.\n",
		Fetch:   number(func() int32 { return int32(a.count) }),
	})
}
