package derive

import (
	"slices"

	"pcptools/internal/traced"
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
	if o, ok := t.op.(remembering); ok {
		s.before[t.left] = o.remembered()
	}
	result := t.op.eval(e, t)
	s.results[t] = result
	return result
}

func tracedValues(values []value) []traced.InstanceValue {
	shown := make([]traced.InstanceValue, len(values))
	for i, v := range values {
		shown[i] = traced.InstanceValue{Inst: v.inst, Atom: v.atom}
	}
	return shown
}

// reviewed traces how many of the instances of a matchinst were forgotten.
func (s *steps) reviewed(address any, scanned, left int) {
	if s != nil && scanned > 0 {
		s.event(traced.Reviewed{Address: address, Scanned: scanned, Culled: scanned - left})
	}
}

func (s *steps) nameless(t *term, inst int32, err error) {
	if s != nil {
		s.event(traced.InstanceNameless{Address: t, InDom: t.desc.InDom, Inst: inst, Err: err})
	}
}

func (s *steps) missing(t *term, err error) {
	if s != nil {
		s.event(traced.InstanceMissing{Address: t, InDom: t.left.desc.InDom, Name: t.text, Err: err})
	}
}

// paired traces the instances of the two operands of t that are not in the same
// order, where libpcp (C) has to search.
func (s *steps) paired(t *term, left, right []value) {
	if s != nil && len(right) > 0 && !t.left.filters() && !t.right.filters() {
		p := pairing{steps: s, op: t.traceType(), side: "right", right: right}
		p.compare(left)
	}
}

// changed is paired for an operand's values and what it had before.
func (s *steps) changed(t *term, now, last []value) {
	if s != nil && len(last) > 0 {
		p := pairing{steps: s, op: t.traceType(), side: "last", right: last, parallel: true}
		p.compare(now)
	}
}

// filters reports whether t selects instances; where it does, the other
// operand is searched without a word.
func (t *term) filters() bool { return t.op.traceType() == "FILTERINST" }

type pairing struct {
	*steps
	op, side string
	right    []value
	parallel bool // the right list is looked at where the left one is
}

// compare goes through the left list. In the right one it begins anew after an
// instance that is not there.
func (p *pairing) compare(left []value) {
	pairs, next := 0, 0
	for i, l := range left {
		if p.parallel {
			next = i
		}
		if next >= len(p.right) {
			next = 0
		}
		if r := p.right[next]; r.inst != l.inst {
			p.event(traced.Mispaired{Type: p.op, Side: p.side, Pairs: pairs, Left: i, Right: next, LeftInst: l.inst, RightInst: r.inst})
			next = slices.IndexFunc(p.right, func(v value) bool { return v.inst == l.inst })
			if next < 0 {
				next = 0
				continue
			}
			p.event(traced.Recovered{Side: p.side, Right: next, Inst: l.inst})
		}
		next++
		pairs++
	}
}
