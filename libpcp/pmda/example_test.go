package pmda_test

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// rooms is the instance domain of the house agent.
var rooms = &pmda.InDom{
	Serial:    0,
	Instances: []libpcp.Instance{{ID: 0, Name: "kitchen"}, {ID: 1, Name: "hall"}},
}

// house is the state behind the metrics of an agent.
type house struct {
	temperatures []float64
	litres       uint64
}

func newHouse() *pmda.Agent {
	h := &house{temperatures: []float64{21.5, 18}, litres: 1200}
	return &pmda.Agent{
		Name:   "house",
		Domain: 401,
		Metrics: []pmda.Metric{{
			Name: "house.temperature", Item: 0, InDom: rooms,
			Type: libpcp.TypeDouble, Sem: libpcp.SemInstant,
			OneLine: "temperature in degrees Celsius",
			Fetch:   h.temperature,
		}, {
			Name: "house.water", Item: 1,
			Type: libpcp.TypeU64, Sem: libpcp.SemCounter, Units: libpcp.Count,
			OneLine: "litres of water used",
			Fetch:   h.water, Store: h.setWater,
		}},
		InDoms: []*pmda.InDom{rooms},
	}
}

func (h *house) temperature(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.DoubleAtom(h.temperatures[r.Inst]), nil
}

func (h *house) water(context.Context, *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Uint64Atom(h.litres), nil
}

func (h *house) setWater(_ context.Context, _ *pmda.Request, v libpcp.Atom) error {
	if v.Uint64() < h.litres {
		return libpcp.ErrBadStore // water meters do not run backwards
	}
	h.litres = v.Uint64()
	return nil
}

// An agent with two metrics, asked directly. Package local makes a
// libpcp.Source of it, and Main a daemon.
func Example() {
	ctx := context.Background()
	s := pmda.NewService(newHouse(), 401, nil)
	client := &pmda.Client{}

	id, _ := s.Lookup(ctx, client, "house.temperature")
	sets, _ := s.Fetch(ctx, client, []libpcp.PMID{id}, nil)
	for _, v := range sets[0].Values {
		name, _ := s.InstanceName(ctx, client, libpcp.NewInDom(401, 0), v.Inst)
		t, _ := libpcp.Extract(sets[0].Format, v, libpcp.TypeDouble, libpcp.TypeDouble)
		fmt.Println(name, t.Float64())
	}
	// Output:
	// kitchen 21.5
	// hall 18
}
