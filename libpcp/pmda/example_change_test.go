package pmda_test

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// An agent over the releases of what it measures, and over the time that it
// takes to find that: a metric that is no longer supported keeps its number
// and name, so that archives stay readable, and gets no values; one that is
// new has another number. While the agent is not ready clients get
// libpcp.ErrAgain.
func ExampleNotReady() {
	found := make(chan struct{})
	agent := &pmda.Agent{
		Name: "queue", Domain: 402,
		Metrics: []pmda.Metric{{
			Name: "queue.length", Item: 0, Type: libpcp.TypeNoSupport,
			Help: "Release 1 had one queue. See queue.jobs.",
		}, {
			Name: "queue.jobs", Item: 1, Type: libpcp.TypeU32, Sem: libpcp.SemInstant, Units: libpcp.Count,
			Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) { return libpcp.Uint32Atom(7), nil },
		}},
		Before: func(context.Context, *pmda.Request) error {
			select {
			case <-found:
				return nil
			default:
				return &pmda.NotReady{Done: found}
			}
		},
		Fetched: func(_ context.Context, r *pmda.Request) { fmt.Println("fetched", len(r.IDs)) },
	}
	ctx := context.Background()
	s := pmda.NewService(agent, 402, nil)
	defer s.Close()
	c := &pmda.Client{}
	ids := []libpcp.PMID{libpcp.NewPMID(402, 0, 0), libpcp.NewPMID(402, 0, 1)}
	if _, err := s.Fetch(ctx, c, ids, nil); err != nil {
		fmt.Println(err)
	}
	close(found)
	sets, err := s.Fetch(ctx, c, ids, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("length:", sets[0].Err)
	fmt.Println("jobs:", sets[1].Values[0].Word)
	// Output:
	// agent is not ready
	// fetched 2
	// length: Metric not supported by this version of monitored application
	// jobs: 7
}
