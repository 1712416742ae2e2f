package derive

import (
	"cmp"

	"pcptools/libpcp"
)

// The operations with one operand that remember nothing.
type (
	negateOp  struct{}
	notOp     struct{}
	instantOp struct{}
	scalarOp  struct{}
	rescaleOp struct{}
)

func (o negateOp) begin() operation  { return o }
func (o notOp) begin() operation     { return o }
func (o instantOp) begin() operation { return o }
func (o scalarOp) begin() operation  { return o }
func (o rescaleOp) begin() operation { return o }

func (negateOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	if !t.desc.Type.Numeric() {
		return "- " + t.left.show() + ": Non-arithmetic operand for unary negation"
	}
	t.desc.Sem = libpcp.SemInstant
	switch t.desc.Type {
	case libpcp.TypeU32:
		t.desc.Type = libpcp.Type32
	case libpcp.TypeU64:
		t.desc.Type = libpcp.Type64
	}
	return ""
}

func (notOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	return ""
}

func (instantOp) check(t *term, _ *rules) string {
	if t.desc = t.left.desc; t.desc.Sem == libpcp.SemCounter {
		t.desc.Sem = libpcp.SemInstant
	}
	return ""
}

func (scalarOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	t.desc.InDom = libpcp.NullInDom
	return ""
}

func (rescaleOp) check(t *term, r *rules) string {
	t.desc = t.left.desc
	from, to := t.left.desc.Units.Dimensions(), t.node.desc.Units.Dimensions()
	show := t.left.show() + " RESCALE " + cmp.Or(r.notation().Text(t.node.desc.Units), "none") + ": "
	switch {
	case !t.left.desc.Type.Numeric():
		return show + "Non-arithmetic operand for function"
	case !alike(from, to) || from.Extra != to.Extra:
		return show + "Incompatible dimensions"
	}
	t.desc.Units = t.node.desc.Units
	return ""
}

func (negateOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok {
		return operand
	}
	return t.each(operand, negative)
}

func (notOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	switch {
	case !ok:
		return operand
	case !t.desc.Type.Numeric():
		return series{err: libpcp.ErrBadDerive} // libpcp (C) crashes
	}
	return t.each(operand, inverted)
}

func (instantOp) eval(e *evaluation, t *term) series {
	operand, _ := e.operand(t)
	return operand
}

func (scalarOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	switch {
	case !ok:
		return operand
	case len(operand.values) == 0:
		return series{}
	}
	return t.one(libpcp.NullInst, operand.values[0].atom)
}

func (rescaleOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok {
		return operand
	}
	scale, err := libpcp.NewScale(t.left.desc.Units, t.desc.Units)
	if err != nil {
		return series{err: err}
	}
	out := t.room(len(operand.values))
	for i, v := range operand.values {
		atom, err := scale.Convert(v.atom)
		if err != nil {
			return series{err: err}
		}
		out[i] = value{v.inst, atom}
	}
	return series{values: out}
}

func (negateOp) traceType() string { return "NEG" }

func (notOp) traceType() string { return "NOT" }

func (instantOp) traceType() string { return "INSTANT" }

func (scalarOp) traceType() string { return "SCALAR" }

func (rescaleOp) traceType() string { return "RESCALE" }
