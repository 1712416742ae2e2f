package derive

import (
	"context"
	"slices"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// An operation computes a node of an expression. Each kind is a type, with the
// fields that it alone needs.
type operation interface {
	// begin returns the operation of a term that is being bound, with nothing
	// remembered.
	begin() operation
	// check describes the term's result from its operands, which have been
	// described, and returns the problem with them, or "".
	check(t *term, r *rules) string
	// eval computes the term and its operands.
	eval(e *evaluation, t *term) series
	// traceType is the type of the node in libpcp (C).
	traceType() string
}

// guarded is an operation whose check includes the check of its operands.
type guarded interface {
	checkGuarded(t *term, r *rules) string
}

// remembering is an operation that keeps the values its operand had at the last
// fetch.
type remembering interface {
	remembered() []value
}

// node is one operation of an expression. It is not changed after parsing.
type node struct {
	op                 operation
	text               string // of a metric or number; the instance, pattern or units of an operation
	left, right, third *node
	desc               libpcp.Desc // of a number; its Units of a rescaling
	tags               *tags       // of mkconst and novalue, or nil
}

// is reports whether an operation is of a kind.
func is[T operation](op operation) bool {
	_, ok := op.(T)
	return ok
}

// names calls f with each name of a metric in the expression.
func (n *node) names(f func(string)) {
	switch {
	case is[metricOp](n.op):
		f(n.text)
	case n.tags != nil && n.tags.meta != "":
		f(n.tags.meta)
	}
	for _, child := range [...]*node{n.left, n.right, n.third} {
		if child != nil {
			child.names(f)
		}
	}
}

// traceType is the type of a node in C's tree.
func (n *node) traceType() string {
	if is[*numberOp](n.op) && !whole(n.text) {
		return "DOUBLE"
	}
	return n.op.traceType()
}

// term is a node of an expression bound to a source, with what it remembers
// from one evaluation to the next.
type term struct {
	*node
	op                 operation   // with what it remembers
	desc               libpcp.Desc // PMID only of a metric
	left, right, third *term
	unknown            string  // the name that does not exist, of a metric or in tags
	memory             []value // of its values, from one evaluation to the next
}

// room returns memory for n values of the term. They are valid until its next evaluation.
func (t *term) room(n int) []value {
	t.memory = slices.Grow(t.memory[:0], n)
	return t.memory[:n]
}

// one is a series of one value.
func (t *term) one(inst int32, a libpcp.Atom) series {
	values := t.room(1)
	values[0] = value{inst, a}
	return series{values: values}
}

// operands appends the metrics to fetch.
func (t *term) operands(dst []libpcp.PMID) []libpcp.PMID {
	switch {
	case t.unknown != "":
		return dst
	case is[metricOp](t.op):
		return append(dst, t.desc.PMID)
	}
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child != nil {
			dst = child.operands(dst)
		}
	}
	return dst
}

// check gives the term and those below it their descriptors. It returns the
// problem with one of them, or "".
func (t *term) check(r *rules) string {
	if o, ok := t.op.(guarded); ok && r.Has(release.DerivedNovalue) {
		return o.checkGuarded(t, r)
	}
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child == nil {
			continue
		}
		if problem := child.check(r); problem != "" {
			return problem
		}
	}
	return t.op.check(t, r)
}

// show is the text of a metric or number, for messages.
func (t *term) show() string {
	if is[metricOp](t.op) || is[*numberOp](t.op) {
		return t.text
	}
	return "<expr>"
}

// numericOperand returns the problem if the operand of a function is not numeric.
func (t *term) numericOperand() string {
	if !t.left.desc.Type.Numeric() {
		return t.call() + ": Non-arithmetic operand for function"
	}
	return ""
}

// call shows a function with its argument.
func (t *term) call() string {
	argument := t.left.text
	if !is[metricOp](t.left.op) && !is[*numberOp](t.left.op) {
		argument = "(null)"
	}
	return t.op.traceType() + "(" + argument + ")"
}

// upstream is the source that derived metrics are computed from.
type upstream struct {
	inner   libpcp.Source
	archive bool // inner is one
	rules   *rules
}

// evaluation is the computing of derived metrics from one result.
type evaluation struct {
	*upstream
	ctx      context.Context
	time     time.Time
	profile  *libpcp.Profile // nil for all instances
	operands map[libpcp.PMID]*operand
	names    map[libpcp.InDom]instanceNames // of instances, as far as wanted
	steps    *steps                         // records each step; or nil
	encoder  libpcp.Encoder
}

// operand is a metric of the result, with its values once a term has wanted them.
type operand struct {
	set    *libpcp.ValueSet
	values series
	known  bool        // they have been extracted …
	of     libpcp.Type // … as values of this type
}

// eval computes a term. All operands are always evaluated, from left to
// right, so that each remembers its values.
func (e *evaluation) eval(t *term) series {
	if e.steps != nil {
		return e.steps.eval(e, t)
	}
	return t.op.eval(e, t)
}

// operand computes the operand of a term. If it has failed, so has the term.
func (e *evaluation) operand(t *term) (operand series, ok bool) {
	operand = e.eval(t.left)
	if operand.err != nil {
		return series{err: operand.err}, false
	}
	return operand, true
}

// instanceNames are the names of the instances of a domain.
type instanceNames struct {
	byID    map[int32]string
	missing error // of others
}

// The operations without operands.
type (
	metricOp  struct{}              // a metric's values; the text is its name
	numberOp  struct{ value value } // a number as written, or mkconst
	anonOp    struct{}              // anon(PM_TYPE_*): a metric without values
	novalueOp struct{}              // novalue(…): an alternative without values
	definedOp struct{ exists bool } // whether the metric that the operand names exists
)
