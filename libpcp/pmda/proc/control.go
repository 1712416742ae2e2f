package proc

import (
	"bytes"
	"cmp"
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/internal/pseudo"
)

// view is what a client has chosen to see.
type view struct {
	threads *bool  // nil for what all see
	cgroup  string // whose processes are seen, by its directory; "" for all

	container string // the control group of a container, if the client has one
}

// known reports whether it is known who a client is. Others are shown no
// processes.
func (a *agent) known(c *pmda.Client) bool {
	return a.options.Everything || c.Attr(pmda.AttrUserID) != "" && c.Attr(pmda.AttrGroupID) != ""
}

// seesThreads reports whether threads count as processes for a client.
func (a *agent) seesThreads(c *pmda.Client) bool {
	if chosen := a.views.Of(c).threads; chosen != nil {
		return *chosen
	}
	return a.options.Threads
}

// cgroupOf is the control group whose processes a client sees, "" for all.
func (a *agent) cgroupOf(c *pmda.Client) string {
	return cmp.Or(a.views.Of(c).cgroup, a.options.Cgroup)
}

// inGroup lists the processes or threads of a control group, from where PCP
// looks for them.
func (h *host) inGroup(cgroup string, threads bool) []int32 {
	file := "/container/cgroup.procs"
	if threads {
		file = "/tasks"
	}
	var pids []int32
	listed := map[int32]bool{0: true} // some may be there twice
	for field := range bytes.FieldsSeq(read(h.root+cgroup+file, pseudo.MaxFile)) {
		if pid := parsePID(string(field)); !listed[pid] {
			pids, listed[pid] = append(pids, pid), true
		}
	}
	return pids
}

// controlMetrics are the settings: of all clients, and of each.
func (a *agent) controlMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "proc.control.all.threads", Cluster: clusterControl, Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if clients see threads, unless they say otherwise",
		Fetch:   func(context.Context, *pmda.Request) (libpcp.Atom, error) { return truth(a.options.Threads), nil },
		Store: func(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
			if !a.known(r.Client) {
				return libpcp.ErrPermission
			}
			return storeTruth(&a.options.Threads, to)
		},
	}, {
		Name: "proc.control.perclient.threads", Cluster: clusterControl, Item: 2, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "1 if this client sees threads",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return truth(a.seesThreads(r.Client)), nil
		},
		Store: a.ofKnown(func(v *view, to libpcp.Atom) error {
			var threads bool
			if err := storeTruth(&threads, to); err != nil {
				return err
			}
			v.threads = &threads
			return nil
		}),
	}, {
		Name: "proc.control.perclient.cgroups", Cluster: clusterControl, Item: 3, Type: libpcp.TypeString, Sem: libpcp.SemInstant,
		OneLine: "the control group whose processes this client sees, or empty for all",
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.StringAtom(a.cgroupOf(r.Client)), nil
		},
		Store: a.ofKnown(func(v *view, to libpcp.Atom) error {
			v.cgroup = to.Text()
			return nil
		}),
	}}
}

// ofKnown stores in the view of a client, if anything is known of it.
func (a *agent) ofKnown(store func(v *view, to libpcp.Atom) error) storeFunc {
	return func(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
		if c := r.Client; c.Attr(pmda.AttrUserID) == "" && c.Attr(pmda.AttrGroupID) == "" {
			return libpcp.ErrNoContext
		}
		return store(a.views.Of(r.Client), to)
	}
}

func storeTruth(b *bool, to libpcp.Atom) error {
	if to.Uint64() > 1 {
		return libpcp.ErrBadStore
	}
	*b = to.Uint64() == 1
	return nil
}

func truth(b bool) libpcp.Atom {
	if b {
		return libpcp.Uint32Atom(1)
	}
	return libpcp.Uint32Atom(0)
}
