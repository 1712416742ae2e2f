package derive

import (
	"context"
	"io"
	"testing"
	"time"

	"pcptools/libpcp"
)

// After a change of agents what is bound to other descriptors is bound again,
// and everything else goes on: a rate has its value at once.
func TestRenew(t *testing.T) {
	f := newFake()
	defs := New(io.Discard)
	for name, text := range map[string]string{"qa.next": "sample.drift + 1", "qa.rate": "rate(sample.bin)"} {
		if err := defs.Register(name, text); err != nil {
			t.Fatal(err)
		}
	}
	c := libpcp.NewContext(Wrap(f, defs))
	ctx := context.Background()
	ids, err := c.Lookup(ctx, "qa.next", "qa.rate")
	if err != nil {
		t.Fatal(err)
	}
	fetch := func(value uint32) [2]string {
		f.now = f.now.Add(time.Second)
		f.sets[bin] = libpcp.ValueSet{Values: []libpcp.Value{{Inst: 100, Word: value}}}
		r, err := c.Fetch(ctx, ids)
		if err != nil {
			t.Fatal(err)
		}
		return [2]string{dumpSet(r.Sets[0]), dumpSet(r.Sets[1])}
	}
	for i, test := range []struct {
		value   uint32
		changes libpcp.StateChange
		want    [2]string
		typ     libpcp.Type
	}{
		{10, 0, [2]string{"1 -1:000001a6", "0"}, libpcp.TypeU32},
		{20, 0, [2]string{"1 -1:000001a6", "1 100:5/4024000000000000"}, libpcp.TypeU32},
		{30, libpcp.AgentRestarted, [2]string{"1 -1:4/c0000000", "1 100:5/4024000000000000"}, libpcp.TypeFloat},
		{40, 0, [2]string{"1 -1:4/c0000000", "1 100:5/4024000000000000"}, libpcp.TypeFloat},
	} {
		if f.changes = test.changes; f.changes != 0 {
			f.descs[0].Type = libpcp.TypeFloat
			f.sets[drift] = libpcp.ValueSet{Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: 0xc0400000}}}
		}
		if got := fetch(test.value); got != test.want {
			t.Errorf("fetch %d: %q, want %q", i, got, test.want)
		}
		if d, err := c.Desc(ctx, ids[0]); err != nil || d.Type != test.typ {
			t.Errorf("fetch %d: type %v, %v", i, d.Type, err)
		}
	}
}
