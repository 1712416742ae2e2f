package derive

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// aggregateOp reduces all values to one: avg, count, max, min or sum.
type aggregateOp struct {
	function string
	last     []value // max, min: the result
}

func (o *aggregateOp) begin() operation { return &aggregateOp{function: o.function} }

func (o *aggregateOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	d := &t.desc
	if o.function == "count" {
		*d = libpcp.Desc{Type: libpcp.TypeU32, Sem: libpcp.SemInstant, InDom: libpcp.NullInDom, Units: libpcp.Count}
		return ""
	}
	if problem := t.numericOperand(); problem != "" {
		return problem
	}
	d.InDom = libpcp.NullInDom
	switch o.function {
	case "avg":
		d.Type, d.Sem = libpcp.TypeFloat, libpcp.SemInstant
	case "max", "min":
		d.Sem = libpcp.SemInstant
	}
	return ""
}

// eval has the count of what could not be computed too. Without values max and
// min repeat what they had before.
func (o *aggregateOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok && o.function != "count" {
		return operand
	}
	var result libpcp.Atom
	switch o.function {
	case "count":
		result = libpcp.Uint32Atom(uint32(len(operand.values)))
	case "avg":
		result = average(operand.values)
	case "sum":
		result = total(operand.values, t.desc.Type)
	default:
		result = o.extreme(operand.values, t.desc.Type)
	}
	return t.one(libpcp.NullInst, result)
}

// average adds up what each value contributes, in single precision.
func average(values []value) libpcp.Atom {
	var sum float32
	for _, v := range values {
		f := cast(v.atom, libpcp.TypeFloat)
		sum += float32(f.Float64()) / float32(len(values))
	}
	return libpcp.FloatAtom(sum)
}

func total(values []value, t libpcp.Type) libpcp.Atom {
	sum := cast(libpcp.Uint32Atom(0), t)
	for _, v := range values {
		sum = calculate(token.Plus, sum, v.atom)
	}
	return sum
}

// extreme is the largest or smallest value.
func (o *aggregateOp) extreme(values []value, typ libpcp.Type) libpcp.Atom {
	sign := token.Greater
	if o.function == "min" {
		sign = token.Less
	}
	if o.last == nil {
		o.last = []value{{libpcp.NullInst, cast(libpcp.Uint32Atom(0), typ)}}
	}
	for i, v := range values {
		if i == 0 || holds(sign, v.atom, o.last[0].atom) {
			o.last[0].atom = v.atom
		}
	}
	return o.last[0].atom
}

func (o *aggregateOp) traceType() string { return strings.ToUpper(o.function) }
