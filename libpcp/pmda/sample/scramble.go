package sample

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// scramble is some of the bins in some order, others for each fetch.
type scramble struct {
	version int64
	order   []libpcp.Instance
}

func newScramble() scramble { return scramble{order: binNames} }

func (a *agent) scrambleMetrics() []pmda.Metric {
	s := &a.scramble
	return []pmda.Metric{{
		Name: "scramble.version", Item: 120, Type: libpcp.Type64, Sem: libpcp.SemInstant,
		OneLine: "how often the instances of sample.scramble.bin have changed",
		Help:    "Storing sets it to 0, whatever is stored.",
		Fetch: func(context.Context, *pmda.Request) (libpcp.Atom, error) {
			return libpcp.Int64Atom(s.version), nil
		},
		Store: func(context.Context, *pmda.Request, libpcp.Atom) error {
			*s = newScramble()
			return nil
		},
	}, {
		Name: "scramble.bin", Item: 121, InDom: scrambled, Type: libpcp.Type32, Sem: libpcp.SemInstant,
		OneLine: "the values of sample.bin, of some instances in some order",
		Help:    "Both change with each fetch, in a sequence that starts again with the version.",
		Values:  a.scrambleValues,
	}}
}

func (a *agent) scrambleValues(context.Context, *pmda.Request) ([]pmda.Value, error) {
	a.scramble.shuffle()
	var values []pmda.Value
	for _, member := range a.scramble.order {
		values = append(values, pmda.Value{Inst: member.ID, Atom: libpcp.Int32Atom(a.bins.of(member.ID))})
	}
	return values, nil
}

// shuffle leaves out a third of the bins, and puts each of the others in a
// place at random that is free.
func (s *scramble) shuffle() {
	draw := linear(uint32(s.version*1024 + 13))
	s.version++
	places := make([]*libpcp.Instance, len(binNames))
	for i := range binNames {
		if draw.next()%100 < 33 {
			continue
		}
		at := draw.next() % uint32(len(places))
		for places[at] != nil {
			at = draw.next() % uint32(len(places))
		}
		places[at] = &binNames[i]
	}
	s.order = make([]libpcp.Instance, 0, len(places))
	for _, bin := range places {
		if bin != nil {
			s.order = append(s.order, *bin)
		}
	}
}
