package hostile

import (
	"context"
	"strings"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
)

// doubling is a source whose first two instances have one number.
type doubling struct{ *sourcetest.Memory }

func (s doubling) Ask(ctx context.Context, queries ...libpcp.Query) {
	s.Memory.Ask(ctx, queries...)
	for _, q := range queries {
		if q, ok := q.(*libpcp.InstancesQuery); ok && len(q.Instances) > 1 {
			list := q.Instances
			q.Instances = append([]libpcp.Instance{list[0], {ID: list[0].ID, Name: "another"}}, list[2:]...)
		}
	}
}

// TestDoubledNumber has a number named as it is first in its domain, as PCP's
// tools do.
func TestDoubledNumber(t *testing.T) {
	for _, line := range []string{"pminfo -f", "pminfo -f --format=csv", "pmprobe -I", "pmprobe -I --format=jsonl", "pmval -s 1 --format=csv"} {
		address := pmcdtest.Listen(t, pmcdtest.Serve(doubling{sourcetest.NewMemory(3)}, pmcdtest.AllFeatures))
		words := strings.Fields(line)
		run := tool(t, nil, words[0], append(words[1:], "-h", address, "memory.load")...)
		if out := run.Output(); run.Status != 0 || !strings.Contains(out, "1 minute") || strings.Contains(out, "another") {
			t.Errorf("%s: status %d\n%s", line, run.Status, out)
		}
	}
}
