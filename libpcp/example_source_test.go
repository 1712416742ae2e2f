package libpcp_test

import (
	"context"
	"fmt"
	"time"

	"pcptools/libpcp"
)

// clock is a source of one metric, the seconds of a time. It has no names.
type clock time.Time

func (c clock) Ask(_ context.Context, queries ...libpcp.Query) {
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			set := libpcp.ValueSet{PMID: q.IDs[0], Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: uint32(time.Time(c).Second())}}}
			q.Result = &libpcp.Result{Time: time.Time(c), Sets: []libpcp.ValueSet{set}}
		default:
			q.Decline()
		}
	}
}

func (clock) Close() error { return nil }

// named is a wrapper with a host name of its own.
type named struct {
	libpcp.Source
	name string
}

func (n named) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, n.Source, queries, func(q libpcp.Query) bool {
		host, ok := q.(*libpcp.HostNameQuery)
		if ok {
			host.Name = n.name
		}
		return ok
	})
}

// A source that answers one kind of query, and a wrapper that answers another.
func ExampleSource() {
	ctx := context.Background()
	c := libpcp.NewContext(named{clock(time.Unix(42, 0)), "tower"})
	defer c.Close()
	r, err := c.Fetch(ctx, []libpcp.PMID{libpcp.NewPMID(400, 0, 0)})
	fmt.Println(c.HostName(ctx), r.Sets[0].Values[0].Word, err)
	_, err = c.Lookup(ctx, "clock.second")
	fmt.Println(err)
	// Output:
	// tower 42 <nil>
	// clock.second: Functionality not yet implemented
}
