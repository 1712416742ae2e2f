// Agent is a PMDA: the temperatures in a house. Install makes it known to pmcd,
// Remove undoes that:
//
//	go build -o pmdahouse ./examples/agent
//	mkdir -p /var/lib/pcp/pmdas/house
//	cp pmdahouse examples/agent/{Install,Remove,domain.h,pmns,root} /var/lib/pcp/pmdas/house
//	cd /var/lib/pcp/pmdas/house && ./Install && pminfo -f house
package main

import (
	"context"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

func main() { os.Exit(pmda.Main(newHouse())) }

// rooms is the instance domain of the temperatures.
var rooms = &pmda.InDom{
	Serial:    0,
	OneLine:   "the rooms",
	Instances: []libpcp.Instance{{ID: 0, Name: "kitchen"}, {ID: 1, Name: "hall"}},
}

// house is the state that the metrics report.
type house struct{ temperatures []float64 }

// newHouse returns the agent. No other agent of the pmcd may have its domain.
func newHouse() *pmda.Agent {
	h := &house{temperatures: []float64{21.5, 18}}
	return &pmda.Agent{
		Name:   "house",
		Domain: 401,
		Metrics: []pmda.Metric{{
			Name: "house.temperature", InDom: rooms,
			Type: libpcp.TypeDouble, Sem: libpcp.SemInstant,
			OneLine: "temperature in degrees Celsius",
			Fetch:   h.temperature, Store: h.adjust,
		}},
		InDoms: []*pmda.InDom{rooms},
	}
}

func (h *house) temperature(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.DoubleAtom(h.temperatures[r.Inst]), nil
}

// adjust stores a temperature, as pmstore(1) does.
func (h *house) adjust(_ context.Context, r *pmda.Request, v libpcp.Atom) error {
	if r.Inst < 0 || int(r.Inst) >= len(h.temperatures) {
		return libpcp.ErrInst
	}
	h.temperatures[r.Inst] = v.Float64()
	return nil
}
