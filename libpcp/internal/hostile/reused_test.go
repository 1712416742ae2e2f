package hostile

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// reusing is a source whose load of 15 minutes is not in the third sample, and
// then is under another name.
type reusing struct {
	*sourcetest.Memory
	fetched, asked atomic.Int32 // for values, and for instances
}

func (r *reusing) Ask(ctx context.Context, queries ...libpcp.Query) {
	r.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		switch q := q.(type) {
		case *libpcp.FetchQuery:
			if r.fetched.Add(1) == 3 {
				q.Result.Sets[0].Values = q.Result.Sets[0].Values[:2]
			}
		case *libpcp.InstancesQuery:
			r.asked.Add(1)
			if r.fetched.Load() > 3 {
				q.Instances[2].Name = "other"
			}
		}
	}
}

// TestReusedNumber has pmval name an instance as it is called when its number is
// used again. While the instances are the same it asks for no names.
func TestReusedNumber(t *testing.T) {
	src := &reusing{Memory: sourcetest.NewMemory(3)}
	address := pmcdtest.Listen(t, pmcdtest.Serve(src, pmcdtest.AllFeatures))
	run := tool(t, nil, "pmval", "-h", address, "--format=csv", "--fields=instance", "-s", "6", "-t", "0.01", "memory.load")
	all, two, other := "1 minute\n5 minute\n15 minute\n", "1 minute\n5 minute\n", "1 minute\n5 minute\nother\n"
	if want := "instance\n" + all + all + two + strings.Repeat(other, 3); run.Output() != want {
		t.Errorf("got\n%swant\n%s", run.Output(), want)
	}
	if n := src.asked.Load(); n != 2 {
		t.Errorf("asked for instances %d times", n)
	}
}
