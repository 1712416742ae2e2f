package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// ghosts are metrics that are not there until someone has stored how many
// instances are to be seen, and gone again with a number below zero.
type ghosts struct {
	visible int32
	state   int32 // fetches so far, modulo 24
	fetched bool
}

var ghostNames = [...]struct{ name, origin string }{
	{"Obambo", "Africa"},
	{"Banjhakri", "Nepal"},
	{"Mogwai", "China"},
	{"Pocong", "Indonesia"},
	{"Hitodama", "Japan"},
	{"Krahang", "Thailand"},
	{"Zmeu", "Roumania"},
	{"Duppy", "Jamaica"},
}

const (
	ghostOrigin = 1009
	ghostKarma  = 1010
	ghostState  = 1011
)

func (a *agent) ghostMetrics() []pmda.Metric {
	g := &a.ghosts
	return []pmda.Metric{{
		Name: "ghosts.visible", Item: 1008, Type: libpcp.Type32, Sem: libpcp.SemInstant, Units: libpcp.Count,
		OneLine: "how many ghosts are to be seen, below zero if even their metrics are not",
		Fetch:   get(&g.visible), Store: g.store,
	}, {
		Name: "ghosts.origin", Item: ghostOrigin, InDom: ghostDomain, Type: libpcp.TypeString, Sem: libpcp.SemDiscrete,
		OneLine: "where a ghost is feared", Hidden: g.hidden,
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.StringAtom(ghostNames[r.Inst-1].origin), nil
		},
	}, {
		Name: "ghosts.karma", Item: ghostKarma, InDom: ghostDomain, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "how long a ghost's name is", Hidden: g.hidden,
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Uint32Atom(uint32(len(ghostNames[r.Inst-1].name))), nil
		},
	}, {
		Name: "ghosts.state", Item: ghostState, InDom: ghostDomain, Type: libpcp.TypeU32, Sem: libpcp.SemInstant,
		OneLine: "0 or 1, in turns of a length that differs from ghost to ghost", Hidden: g.hidden,
		Fetch: func(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Uint32Atom(g.stateOf(r.Inst)), nil
		},
	}}
}

func (g *ghosts) list() []libpcp.Instance {
	var members []libpcp.Instance
	for i := range max(g.visible, 0) {
		members = append(members, libpcp.Instance{ID: i + 1, Name: ghostNames[i].name})
	}
	return members
}

func (g *ghosts) hidden(*pmda.Request) bool { return g.visible < 0 }

func (g *ghosts) store(_ context.Context, _ *pmda.Request, to libpcp.Atom) error {
	*g = ghosts{visible: min(int32(to.Int64()), int32(len(ghostNames)))}
	return nil
}

// step moves all states on with a fetch of any of the metrics but the first
// one.
func (g *ghosts) step(r *pmda.Request) {
	if wants(r, ghostOrigin)+wants(r, ghostKarma)+wants(r, ghostState) == 0 {
		return
	}
	if g.fetched {
		g.state = (g.state + 1) % 24
	}
	g.fetched = true
}

// stateOf is the state of an instance. Neighbours have opposite ones.
func (g *ghosts) stateOf(inst int32) uint32 {
	var up bool
	switch (inst - 1) / 2 {
	case 0:
		up = g.state%2 == 0
	case 1:
		up = g.state%4 < 2
	case 2:
		up = g.state%6 < 3
	case 3:
		up = g.state%8 < 4
	}
	if up == (inst%2 == 1) {
		return 1
	}
	return 0
}
