package derive

import (
	"cmp"
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
	if t.op == opTernary && !r.NoNovalue {
		return t.checkGuarded(r)
	}
	for _, child := range [...]*term{t.left, t.right, t.third} {
		if child == nil {
			continue
		}
		if problem := child.check(r); problem != "" {
			return problem
		}
	}
	switch t.op {
	case opMetric, opNovalue:
		return ""
	case opConstant:
		t.value = value{libpcp.NullInst, constantAtom(t.text, t.desc.Type)}
		return ""
	case opAnon:
		t.desc = t.node.desc
		return ""
	case opDefined:
		t.desc = libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
		return ""
	case opBinary:
		return t.checkBinary(r)
	case opTernary:
		return t.checkTernary()
	}
	return t.checkUnary(r)
}

// show is the text of a metric or number, for messages.
func (t *term) show() string {
	if t.op == opMetric || t.op == opConstant {
		return t.text
	}
	return "<expr>"
}

// checkUnary describes a function or an operator of one operand.
func (t *term) checkUnary(r *rules) string {
	t.desc = t.left.desc
	switch t.op {
	case opInstance, opMatch, opScalar, opInstant, opCount, opNot:
	case opNegate:
		if !t.desc.Type.Numeric() {
			return "- " + t.left.show() + ": Non-arithmetic operand for unary negation"
		}
	case opRescale:
		return t.checkRescale(r)
	default:
		if !t.desc.Type.Numeric() {
			return t.call() + ": Non-arithmetic operand for function"
		}
	}
	return t.describeUnary()
}

// describeUnary changes the operand's descriptor into the result's.
func (t *term) describeUnary() string {
	d := &t.desc
	switch t.op {
	case opAvg:
		d.Type, d.Sem, d.InDom = libpcp.TypeFloat, libpcp.SemInstant, libpcp.NullInDom
	case opMax, opMin:
		d.Sem, d.InDom = libpcp.SemInstant, libpcp.NullInDom
	case opSum, opScalar:
		d.InDom = libpcp.NullInDom
	case opCount:
		*d = libpcp.Desc{Type: libpcp.TypeU32, Sem: libpcp.SemInstant, InDom: libpcp.NullInDom, Units: libpcp.Count}
	case opNegate:
		d.Sem = libpcp.SemInstant
		switch d.Type {
		case libpcp.TypeU32:
			d.Type = libpcp.Type32
		case libpcp.TypeU64:
			d.Type = libpcp.Type64
		}
	case opInstant:
		if d.Sem == libpcp.SemCounter {
			d.Sem = libpcp.SemInstant
		}
	case opDelta:
		d.Sem = libpcp.SemInstant
		switch d.Type {
		case libpcp.TypeU32:
			d.Type = libpcp.Type64
		case libpcp.TypeU64:
			d.Type = libpcp.TypeDouble
		}
	case opRate:
		return t.describeRate()
	}
	return ""
}

func (t *term) describeRate() string {
	d := &t.desc
	d.Type, d.Sem = libpcp.TypeDouble, libpcp.SemInstant
	u := d.Units.Dimensions()
	switch u.DimTime {
	case 0:
		u.DimTime, u.ScaleTime = -1, libpcp.TimeSec
	case 1:
		u.DimTime, u.ScaleTime = 0, 0
	default:
		return t.call() + ": Incorrect time dimension for operand"
	}
	d.Units = u.Units()
	return ""
}

func (t *term) checkRescale(r *rules) string {
	from, to := t.left.desc.Units.Dimensions(), t.node.desc.Units.Dimensions()
	show := t.left.show() + " RESCALE " + cmp.Or(r.Units.Text(t.node.desc.Units), "none") + ": "
	switch {
	case !t.left.desc.Type.Numeric():
		return show + "Non-arithmetic operand for function"
	case !alike(from, to) || from.Extra != to.Extra:
		return show + "Incompatible dimensions"
	}
	t.desc.Units = t.node.desc.Units
	return ""
}

// call shows a function with its argument.
func (t *term) call() string {
	name := [...]string{opAvg: "AVG", opCount: "COUNT", opDelta: "DELTA", opInstant: "INSTANT",
		opMax: "MAX", opMin: "MIN", opRate: "RATE", opScalar: "SCALAR", opSum: "SUM"}[t.op]
	argument := t.left.text
	if t.left.op != opMetric && t.left.op != opConstant {
		argument = "(null)"
	}
	return name + "(" + argument + ")"
}

// checkTernary describes a ternary of which both alternatives are known.
func (t *term) checkTernary() string {
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
