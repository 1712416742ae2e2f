package derive

import (
	"strconv"

	"pcptools/libpcp"
)

// prefetched tells which operands a fetch asks for besides what was wanted.
func (t *tracer) prefetched(added []libpcp.PMID) {
	if t == nil || !t.Values || len(added) == 0 {
		return
	}
	t.printf("derived metrics prefetch added %d metrics:", len(added))
	for _, id := range added {
		t.printf(" %s", id)
	}
	t.printf("\n")
}

// steps are the results of all terms of an evaluation, for a trace. Nil steps
// are not told of.
type steps struct {
	*tracer
	results map[*term]series
	before  map[*term][]value // of the operands of delta and rate, at the last fetch
}

func (t *tracer) newSteps() *steps {
	if t == nil || !t.Values {
		return nil
	}
	return &steps{tracer: t, results: make(map[*term]series), before: make(map[*term][]value)}
}

// eval is the evaluation's eval, and keeps the result.
func (s *steps) eval(e *evaluation, t *term) series {
	if t.op.remembers() {
		s.before[t.left] = t.last
	}
	result := e.compute(t)
	s.results[t] = result
	return result
}

// evaluated tells the values of the n-th metric of a fetch, and those of all
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
	s.printf("__dmpostvalueset: [%d] root node %s: numval=%d", n, id, count)
	for i, v := range result.values {
		s.printf(" vset[%d]: inst=%d ", i, v.inst)
		s.member(v.atom)
	}
	s.printf("\n")
	d := dumper{tracer: s.tracer, bound: true, steps: s}
	d.term(root, id, false, factor{})
}

// member prints a value by the member of a pmAtomValue that holds it.
func (s *steps) member(a libpcp.Atom) {
	switch a.Type {
	case libpcp.Type32:
		s.printf("l=%d", a.Int64())
	case libpcp.TypeU32:
		s.printf("u=%d", a.Uint64())
	case libpcp.Type64:
		s.printf("ll=%d", a.Int64())
	case libpcp.TypeU64:
		s.printf("ul=%d", a.Uint64())
	case libpcp.TypeFloat:
		s.printf("f=%f", a.Float64())
	case libpcp.TypeDouble:
		s.printf("d=%f", a.Float64())
	case libpcp.TypeString:
		s.printf("cp=%s (len=%d)", a.Bytes(), len(a.Bytes())+1)
	default:
		const header = 4 // of a value block
		s.printf("vbp=%p (len=%d)", a.Bytes(), header+len(a.Bytes()))
	}
}

// appendTraced appends a value as dumps have it.
func appendTraced(dst []byte, a libpcp.Atom) []byte {
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		return strconv.AppendInt(dst, a.Int64(), 10)
	case libpcp.TypeU32, libpcp.TypeU64:
		return strconv.AppendUint(dst, a.Uint64(), 10)
	case libpcp.TypeFloat, libpcp.TypeDouble:
		return strconv.AppendFloat(dst, a.Float64(), 'g', 6, 64)
	case libpcp.TypeString:
		return append(dst, a.Bytes()...)
	}
	return append(dst, "[blob]"...)
}

// reviewed tells how many of the instances of a matchinst were forgotten.
func (s *steps) reviewed(t *term, scanned int) {
	if s != nil && scanned > 0 {
		s.printf("regex_inst_gc(%p) %d instances scanned, %d instances culled\n", &t.matched, scanned, scanned-len(t.matched))
	}
}

// nameless tells of an instance without a name to match.
func (s *steps) nameless(t *term, inst int32, err error) {
	if s != nil {
		s.printf("eval_expr: expr node %p type=FILTERINST pmNameInDom(%s, %d, ...) failed: %s\n",
			t, t.desc.InDom, inst, s.text(err))
	}
}

// missing tells of an instance that cannot be found.
func (s *steps) missing(t *term, err error) {
	if s != nil {
		s.printf("eval_expr: expr node %p type=FILTERINST pmLookupInDom_ctx(...,%s,%s) failed: %s\n",
			t, t.left.desc.InDom, t.text, s.text(err))
	}
}
