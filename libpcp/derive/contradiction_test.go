package derive_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/derive"
	"pcptools/libpcp/internal/sourcetest"
)

// TestContradiction has a metric that is bound as singular and then has values
// of instances, as an agent may after a restart. The first of them is not taken
// for that of all.
func TestContradiction(t *testing.T) {
	memory := sourcetest.NewMemory(0)
	defs := derive.New(io.Discard)
	for _, text := range []string{"memory.one + memory.load", "memory.load - memory.one", "memory.one * memory.one"} {
		if err := defs.Register("sum", text); err != nil {
			t.Fatal(err)
		}
		c := libpcp.NewContext(derive.Wrap(memory, defs))
		ids, err := c.Lookup(context.Background(), "sum")
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range [][]libpcp.Value{{{Inst: libpcp.NullInst, Word: 1}}, {{Inst: 1, Word: 1}, {Inst: 2, Word: 2}}} {
			memory.Metrics[1].Values.Values = values
			r, err := c.Fetch(context.Background(), ids)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := r.Sets[0].Err, len(values) > 1; errors.Is(got, libpcp.ErrConv) != want {
				t.Errorf("%s with %v: %+v", text, values, r.Sets[0])
			}
		}
		defs = derive.New(io.Discard)
	}
}
