package derive

import (
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// steps are the results of all terms of an evaluation, to be traced. Nil steps
// are not.
type steps struct {
	*tracer
	results map[*term]series
	before  map[*term][]value // of the operands of delta and rate, at the last fetch
}

func (t *tracer) newSteps() *steps {
	if t == nil {
		return nil
	}
	return &steps{tracer: t, results: make(map[*term]series), before: make(map[*term][]value)}
}

// failed is the text of an error in the words of the release.
func (s *steps) failed(err error) string {
	if s == nil {
		return ""
	}
	return libpcp.ErrorTexts{ArchiveLog: !s.Has(release.ArchiveTexts)}.Of(err)
}

func (s *steps) printf(format string, args ...any) {
	if s != nil {
		s.tracer.printf(format, args...)
	}
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

// count is how many values a result has, or its error code.
func (s series) count() int {
	if s.err != nil {
		return int(libpcp.Code(s.err))
	}
	return len(s.values)
}

// evaluated traces the values of the n-th metric of a fetch, and of all terms of
// its expression.
func (s *steps) evaluated(n int, root *term, id libpcp.PMID) {
	if s == nil {
		return
	}
	result := s.results[root]
	text := fmt.Appendf(nil, "__dmpostvalueset: [%d] root node %s: numval=%d", n, id, result.count())
	for i, v := range result.values {
		text = fmt.Appendf(text, " vset[%d]: inst=%d %s", i, v.inst, member(v.atom))
	}
	d := drawing{release: s.Release, steps: s}
	s.printf("%s\n%s", text, d.tree(root.node, root, id, factor{}).append(nil))
}

// member is a value by the member of a pmAtomValue that holds it.
func member(a libpcp.Atom) string {
	switch a.Type {
	case libpcp.Type32:
		return fmt.Sprintf("l=%d", a.Int64())
	case libpcp.TypeU32:
		return fmt.Sprintf("u=%d", a.Uint64())
	case libpcp.Type64:
		return fmt.Sprintf("ll=%d", a.Int64())
	case libpcp.TypeU64:
		return fmt.Sprintf("ul=%d", a.Uint64())
	case libpcp.TypeFloat:
		return fmt.Sprintf("f=%f", a.Float64())
	case libpcp.TypeDouble:
		return fmt.Sprintf("d=%f", a.Float64())
	case libpcp.TypeString:
		return fmt.Sprintf("cp=%s (len=%d)", a.Bytes(), len(a.Bytes())+1)
	}
	const header = 4 // of a value block
	return fmt.Sprintf("vbp=%p (len=%d)", a.Bytes(), header+len(a.Bytes()))
}

// paired traces the instances of the two operands of t that are not in the same
// order, where libpcp (C) has to search.
func (s *steps) paired(t *term, left, right []value) {
	if s != nil && len(right) > 0 && !t.left.filters() && !t.right.filters() {
		s.compare(t.traceType(), "right", left, right)
	}
}

// changed is paired for an operand's values and what it had before.
func (s *steps) changed(t *term, now, last []value) {
	if s != nil && len(last) > 0 {
		s.compare(t.traceType(), "last", now, last)
	}
}

// filters reports whether t selects instances; the other operand is then searched
// without a message.
func (t *term) filters() bool { return t.op.traceType() == "FILTERINST" }

// compare goes through the left list. The last values are looked at where the left
// ones are; in a right list it begins anew after an instance that is not there, and
// ends with the last pair that there can be.
func (s *steps) compare(op, side string, left, right []value) {
	pairs, next := 0, 0
	for i, l := range left {
		switch {
		case side == "last":
			next = i
		case pairs == len(right):
			return
		}
		if next >= len(right) {
			next = 0
		}
		if r := right[next]; r.inst != l.inst {
			s.printf("eval_expr: %s: inst[%d] mismatch left [%d]=%d %s [%d]=%d\n", op, pairs, i, l.inst, side, next, r.inst)
			next = slices.IndexFunc(right, func(v value) bool { return v.inst == l.inst })
			if next < 0 {
				next = 0
				continue
			}
			s.printf("eval_expr: recover @ %s [%d]=%d\n", side, next, l.inst)
		}
		next++
		pairs++
	}
}
