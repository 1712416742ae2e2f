package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// indoms are the instance domains.
var indoms = []*pmda.InDom{
	colours, binDomain, mirages, family, hordes, dodgeys, dynamics, manyDomain, scrambled, eventDomain, ghostDomain, processes,
}

var (
	colours = &pmda.InDom{
		Serial:    1,
		Instances: []libpcp.Instance{{ID: 0, Name: "red"}, {ID: 1, Name: "green"}, {ID: 2, Name: "blue"}},
		Labels:    `{"model":"RGB"}`,
		OneLine:   "the colours red, green and blue",
	}
	binDomain = &pmda.InDom{Serial: 2, Instances: binNames, OneLine: "nine bins, numbered in hundreds"}
	mirages   = &pmda.InDom{Serial: 3, OneLine: "instances that come and go, but for m-00"}
	family    = &pmda.InDom{
		Serial: 4,
		Instances: []libpcp.Instance{
			{ID: 0, Name: "colleen"}, {ID: 1, Name: "terry"}, {ID: 2, Name: "emma"}, {ID: 3, Name: "cathy"},
			{ID: 4, Name: "fat bald bastard"},
		},
		Labels:  `{"clan":"mcdonell"}`,
		OneLine: "the members of a family, one of whose names has blanks",
	}
	hordes      = &pmda.InDom{Serial: 5, OneLine: "500 instances, called by their numbers"}
	dodgeys     = &pmda.InDom{Serial: 6, OneLine: "up to five instances, depending on sample.dodgey.control"}
	dynamics    = &pmda.InDom{Serial: 7, OneLine: "instances that a file has"}
	manyDomain  = &pmda.InDom{Serial: 8, OneLine: "sample.many.count instances"}
	scrambled   = &pmda.InDom{Serial: 9, OneLine: "some of the bins, in some order"}
	eventDomain = &pmda.InDom{
		Serial:    10,
		Instances: []libpcp.Instance{{ID: fungus, Name: "fungus"}, {ID: bogus, Name: "bogus"}},
		OneLine:   "two sources of events, fungus and bogus",
	}
	ghostDomain = &pmda.InDom{Serial: 11, OneLine: "as many ghosts as are to be seen"}
	processes   = &pmda.InDom{Serial: 12, OneLine: "made-up processes that come and go, but for the first four"}
)

// list returns the members of the domains that change.
func (a *agent) list(_ context.Context, r *pmda.Request, d *pmda.InDom) ([]libpcp.Instance, error) {
	switch d {
	case mirages:
		return a.mirage.list()
	case hordes:
		return numbered("", hordeSize), nil
	case dodgeys:
		return a.dodgey.members, nil
	case dynamics:
		return a.dynamic.list(r)
	case manyDomain:
		return a.many.list()
	case scrambled:
		return a.scramble.order, nil
	case ghostDomain:
		return a.ghosts.list(), nil
	case processes:
		return a.family.list(r)
	}
	return nil, nil
}
