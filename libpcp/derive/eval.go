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
	steps *steps                            // told of, or nil
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
	return e.compute(t)
}

func (e *evaluation) compute(t *term) series {
	switch t.op {
	case opMetric:
		return e.metric(t)
	case opConstant:
		return e.constant(t)
	case opAnon, opNovalue:
		return series{}
	case opDefined:
		n := uint32(0)
		if t.exists {
			n = 1
		}
		return one(value{libpcp.NullInst, libpcp.Uint32Atom(n)})
	case opBinary:
		return e.binary(t)
	case opTernary:
		return e.ternary(t)
	}
	operand := e.eval(t.left)
	if operand.err != nil && t.op != opCount {
		return e.failed(t, operand)
	}
	return e.unary(t, operand)
}

// failed is the result of an operation on an operand without a value. Those
// that compare fetches remember it.
func (e *evaluation) failed(t *term, operand series) series {
	if t.op == opDelta || t.op == opRate {
		t.remember(e.time, operand)
	}
	return series{err: operand.err}
}

// unary computes an operation with one operand.
func (e *evaluation) unary(t *term, operand series) series {
	switch t.op {
	case opNegate:
		return operand.each(t.desc.Type, negative)
	case opNot:
		if !t.desc.Type.Numeric() {
			return series{err: libpcp.ErrBadDerive} // libpcp (C) crashes
		}
		return operand.each(t.desc.Type, inverted)
	case opDelta, opRate:
		if t.left.op == opInstance || t.left.op == opDefined {
			return series{} // their last values are not kept
		}
		e.steps.paired(t, operand.values, t.last)
		return t.difference(e.time, operand, e.src.defs.rules.WrappedRates)
	case opInstance:
		return e.instance(t, operand)
	case opMatch:
		return e.match(t, operand)
	case opRescale:
		return rescale(t, operand)
	case opScalar:
		if len(operand.values) > 0 {
			return one(value{libpcp.NullInst, operand.values[0].atom})
		}
		return series{}
	case opInstant:
		return operand
	}
	return t.aggregate(operand)
}

// constant has a value for each instance of the domain that tags give it.
func (e *evaluation) constant(t *term) series {
	if t.desc.InDom == libpcp.NullInDom {
		return one(t.value)
	}
	instances, err := e.src.inner.Instances(e.ctx, t.desc.InDom)
	if err != nil {
		return series{err: err}
	}
	values := make([]value, len(instances))
	for i, instance := range instances {
		values[i] = value{instance.ID, t.value.atom}
	}
	return series{values: values}
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

// metric takes the values of an operand out of the result.
func (e *evaluation) metric(t *term) series {
	set := e.sets[t.desc.PMID]
	if t.unknown != "" {
		return series{}
	}
	if set == nil {
		return series{err: libpcp.ErrPMID}
	}
	if set.Err != nil {
		return series{err: set.Err}
	}
	values := make([]value, len(set.Values))
	for i, v := range set.Values {
		atom, err := extract(set.Format, v, t.desc.Type)
		if err != nil {
			return series{err: err}
		}
		values[i] = value{v.Inst, atom}
	}
	return series{values: values}
}

func extract(format libpcp.Format, v libpcp.Value, t libpcp.Type) (libpcp.Atom, error) {
	if t.Event() || t == libpcp.TypeAggregateStatic {
		return libpcp.BytesAtom(t, v.Block().Data), nil
	}
	return libpcp.Extract(format, v, t, t)
}

func rescale(t *term, operand series) series {
	out := make([]value, len(operand.values))
	for i, v := range operand.values {
		atom, err := libpcp.ConvertScale(v.atom, t.left.desc.Units, t.desc.Units)
		if err != nil {
			return series{err: err}
		}
		out[i] = value{v.inst, atom}
	}
	return series{values: out}
}
