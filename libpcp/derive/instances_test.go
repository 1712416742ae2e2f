package derive

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/sourcetest"
)

// replayed is a fake archive whose current time is past that of its values.
type replayed struct{ recorded }

func (r *replayed) Ask(ctx context.Context, queries ...libpcp.Query) {
	libpcp.AskExcept(ctx, &r.recorded, queries, func(q libpcp.Query) bool {
		at, ok := q.(*libpcp.InstancesAtQuery)
		if ok && at.At.Equal(r.now) {
			at.Instances = []libpcp.Instance{{ID: 1, Name: "then"}}
		}
		return ok
	})
}

// matchinst names instances as of the values' time, and does so once.
func TestMatchNames(t *testing.T) {
	f := &replayed{recorded{fake: *newFake()}}
	f.now = time.Unix(1000, 0)
	f.insts = map[libpcp.InDom][]libpcp.Instance{libpcp.NewInDom(29, 2): {{ID: 1, Name: "now"}, {ID: 2, Name: "then"}}}
	f.sets[bin] = libpcp.ValueSet{Values: []libpcp.Value{{Inst: 1, Word: 10}, {Inst: 2, Word: 20}}}
	defs := New(io.Discard)
	if err := errors.Join(defs.Register("qa.x", "matchinst(/then/, sample.bin)"), defs.Register("qa.y", "matchinst(!/now/, sample.bin)")); err != nil {
		t.Fatal(err)
	}
	s := Wrap(f, defs)
	for range 2 {
		r, err := sourcetest.Direct(s).Fetch(context.Background(), []libpcp.PMID{libpcp.NewPMID(511, 0, 3), libpcp.NewPMID(511, 0, 4)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range r.Sets {
			if len(set.Values) != 1 || set.Values[0].Inst != 1 {
				t.Errorf("%v has %+v, want instance 1 alone", set.PMID, set.Values)
			}
		}
		f.now = f.now.Add(time.Second) // the names are known
	}
}
