package proc

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// controlMetrics are the settings: of all clients, and of each.
func (a *agent) controlMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "proc.control.all.threads", Cluster: clusterControl, Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if clients see threads, unless they say otherwise",
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return truth(a.threads), nil
		},
	}, {
		Name: "proc.control.perclient.threads", Cluster: clusterControl, Item: 2, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if this client sees threads",
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return truth(a.threads), nil
		},
	}, {
		Name: "proc.control.perclient.cgroups", Cluster: clusterControl, Item: 3, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
		OneLine: "the control group whose processes this client sees, or empty for all",
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return libpcp.StringAtom(""), nil
		},
	}}
}

func truth(b bool) libpcp.Atom {
	if b {
		return libpcp.Uint32Atom(1)
	}
	return libpcp.Uint32Atom(0)
}
