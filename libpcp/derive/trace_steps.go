package derive

import (
	"pcptools/libpcp"
)

// steps are the results of all terms of an evaluation, to be traced. Nil steps
// are not.
type steps struct {
	*tracer
	results map[*term]series
	before  map[*term][]value // of the operands of delta and rate, at the last fetch
}

func (t *tracer) newSteps() *steps {
	if t == nil || !t.values {
		return nil
	}
	return &steps{tracer: t, results: make(map[*term]series), before: make(map[*term][]value)}
}

// eval is the evaluation's eval, and keeps the result.
func (s *steps) eval(e *evaluation, t *term) series {
	if o, ok := t.op.(*changeOp); ok {
		s.before[t.left] = o.last
	}
	result := t.op.eval(e, t)
	s.results[t] = result
	return result
}

// evaluated traces the values of the n-th metric of a fetch, and those of all
// the terms of its expression.
func (s *steps) evaluated(n int, root *term, id libpcp.PMID) {
	if s == nil {
		return
	}
	result := s.results[root]
	count := len(result.values)
	if result.err != nil {
		count = int(libpcp.Code(result.err))
	}
	s.event(Evaluated{n, count, id, tracedValues(result.values), s.tree(root, id, false, factor{})})
}

func tracedValues(values []value) []TraceValue {
	traced := make([]TraceValue, len(values))
	for i, v := range values {
		traced[i] = TraceValue{v.inst, v.atom}
	}
	return traced
}

// reviewed traces how many of the instances of a matchinst were forgotten.
func (s *steps) reviewed(o *matchOp, scanned int) {
	if s != nil && scanned > 0 {
		s.event(Reviewed{&o.matched, scanned, scanned - len(o.matched)})
	}
}

func (s *steps) nameless(t *term, inst int32, err error) {
	if s != nil {
		s.event(Nameless{t, t.desc.InDom, inst, err})
	}
}

func (s *steps) missing(t *term, err error) {
	if s != nil {
		s.event(Missing{t, t.left.desc.InDom, t.text, err})
	}
}
