package derive

import (
	"fmt"

	"pcptools/libpcp"
)

// report prints a semantic error.
func (d *Definitions) report(name, problem string) {
	fmt.Fprintf(d.messages, "Semantic error: derived metric %s: %s\n", name, problem)
}

// rules is what binding depends on besides the source.
type rules struct {
	language
	equal  func() []indomList // gives indoms, once
	indoms []indomList
}

// noMetadata describes what has no metadata of its own.
var noMetadata = libpcp.Desc{Type: libpcp.Type32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}

// check gives the term and those below it their descriptors. It returns what
// is wrong with one of them, or "".
func (t *term) check(r *rules) string {
	if o, ok := t.op.(*ternaryOp); ok && !r.NoNovalue {
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

// numericOperand returns what is wrong if the operand of a function is none.
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

// check describes a ternary of which both alternatives are known.
func (*ternaryOp) check(t *term, _ *rules) string {
	a, b := t.right, t.third
	t.desc = a.desc
	if a.desc.InDom == libpcp.NullInDom {
		t.desc.InDom = b.desc.InDom
	}
	if problem := alternatives(a.desc, b.desc); problem != "" {
		return a.show() + " : " + b.show() + ": " + problem
	}
	return t.checkGuard()
}

func (t *term) checkGuard() string {
	show := t.left.show() + " ? " + t.right.show() + " : " + t.third.show() + ": "
	switch {
	case !t.left.desc.Type.Numeric():
		return show + "Non-arithmetic operand for ternary guard"
	case t.left.desc.InDom != libpcp.NullInDom && t.right.desc.InDom == libpcp.NullInDom && t.third.desc.InDom == libpcp.NullInDom:
		return show + "Non-scalar ternary guard with scalar expressions"
	}
	return ""
}

// alternatives compares the descriptors of what stands on both sides of a
// colon.
func alternatives(a, b libpcp.Desc) string {
	au, bu := a.Units.Dimensions(), b.Units.Dimensions()
	switch {
	case a.Type != b.Type:
		return "Different types for ternary operands"
	case a.InDom != b.InDom && a.InDom != libpcp.NullInDom && b.InDom != libpcp.NullInDom:
		return "Different instance domains for ternary operands"
	case a.Sem != b.Sem:
		return "Different semantics for ternary operands"
	case au.DimSpace != bu.DimSpace || au.ScaleSpace != bu.ScaleSpace:
		return "Different units or scale (space) for ternary operands"
	case au.DimTime != bu.DimTime || au.ScaleTime != bu.ScaleTime:
		return "Different units or scale (time) for ternary operands"
	case au.DimCount != bu.DimCount || au.ScaleCount != bu.ScaleCount:
		return "Different units or scale (count) for ternary operands"
	case au.Extra != bu.Extra || au.ScaleExtra != bu.ScaleExtra:
		return "Different units or scale (extra) for ternary operands"
	}
	return ""
}
