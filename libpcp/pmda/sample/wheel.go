package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// wheel is a number that turns by one each time someone takes a value that
// depends on it: of sample.colour and sample.mirage, for any instance.
type wheel struct {
	position int32
	stored   pmda.PerRequest[struct{}]
}

func (w *wheel) turn() int32 {
	w.position = (w.position + 1) % 100
	return w.position
}

// store takes the first value of a request.
func (w *wheel) store(_ context.Context, r *pmda.Request, to libpcp.Atom) error {
	_, err := w.stored.Get(r, func() (none struct{}, err error) {
		w.position = int32(to.Int64())
		return none, nil
	})
	return err
}

func (a *agent) wheelMetrics() []pmda.Metric {
	return []pmda.Metric{{
		Name: "colour", Item: 5, InDom: colours, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "a hundred and some for red, two hundred for green, three for blue",
		Help: `The hundreds tell the instance. The rest is a number from 0 to 99 that counts
one up for each value taken, of whatever instance, and is shared with
sample.mirage. Storing sets that number, whichever instance is named.`,
		Fetch: a.colour, Store: a.wheel.store,
	}, {
		Name: "darkness", Item: 92, InDom: colours, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "no values, for three instances that exist", Fetch: none,
	}}
}

func (a *agent) colour(_ context.Context, r *pmda.Request) (libpcp.Atom, error) {
	return libpcp.Int32Atom(100*(r.Inst+1) + a.wheel.turn()), nil
}
