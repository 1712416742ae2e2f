package derive

import (
	"context"
	"time"

	"pcptools/libpcp"
)

// evaluation is the computing of derived metrics from one result.
type evaluation struct {
	ctx   context.Context
	src   *source
	time  time.Time
	sets  map[libpcp.PMID]*libpcp.ValueSet
	names map[libpcp.InDom]map[int32]string // of instances, as far as wanted
	steps *steps                            // records each step; or nil
}

// series is the values of a term: none if err is not zero.
type series struct {
	err    error
	values []value
}

func (s *source) newEvaluation(ctx context.Context, r *libpcp.Result) *evaluation {
	e := &evaluation{
		ctx: ctx, src: s, time: r.Time, sets: make(map[libpcp.PMID]*libpcp.ValueSet, len(r.Sets)),
		steps: s.defs.trace.newSteps(),
	}
	for i := range r.Sets {
		e.sets[r.Sets[i].PMID] = &r.Sets[i]
	}
	return e
}

// set computes the value set of a bound metric.
func (e *evaluation) set(id libpcp.PMID, root *term) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: id}
	s := e.eval(root)
	if set.Err = s.err; len(s.values) == 0 {
		return set
	}
	set.Values = make([]libpcp.Value, 0, len(s.values))
	for _, v := range s.values {
		stored, format, err := libpcp.NewValue(v.inst, v.atom)
		if err != nil {
			return libpcp.ValueSet{PMID: id, Err: err}
		}
		set.Format = format
		set.Values = append(set.Values, stored)
	}
	return set
}

// eval computes a term. All operands are always evaluated, from left to
// right, so that each remembers its values.
func (e *evaluation) eval(t *term) series {
	if e.steps != nil {
		return e.steps.eval(e, t)
	}
	return t.op.eval(e, t)
}

func one(v value) series { return series{values: []value{v}} }

// each applies f to all values.
func (s series) each(t libpcp.Type, f func(libpcp.Atom, libpcp.Type) libpcp.Atom) series {
	out := make([]value, len(s.values))
	for i, v := range s.values {
		out[i] = value{v.inst, f(v.atom, t)}
	}
	return series{values: out}
}
