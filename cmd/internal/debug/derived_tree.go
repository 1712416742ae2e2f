package debug

import (
	"fmt"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// tree prints an expression; root may be nil.
func (t *tracer) tree(root *traced.Node) {
	if root != nil {
		t.printf("Derived metric expr dump from %p...\n", root.Address)
		t.node(root)
	}
}

// node prints a node and the tree below it: a line for each node, its left
// branch, its right one.
func (t *tracer) node(n *traced.Node) {
	if n == nil {
		return
	}
	if n.Pattern != nil {
		t.pattern(n)
		return
	}
	saves := 0
	if n.SavesLast {
		saves = 1
	}
	t.printf("expr node %p type=%s left=%s right=%s save_last=%d%s\n",
		n.Address, t.nodeType(n), address(n.Left), address(n.Right), saves, leaf(n))
	if n.Bound != nil {
		t.binding(n.Bound)
	}
	t.node(n.Left)
	t.node(n.Right)
}

// nodeType is the type of a node; newer releases add to the type of DEFINED.
func (t *tracer) nodeType(n *traced.Node) string {
	if n.Type == "DEFINED" && t.hasNovalue() {
		return "DEFINED(" + n.Text + ")"
	}
	return n.Type
}

func address(n *traced.Node) string {
	if n == nil {
		return "(nil)"
	}
	return fmt.Sprintf("%p", n.Address)
}

// leaf is what follows for a node with a text.
func leaf(n *traced.Node) string {
	switch n.Type {
	case "NAME", "INTEGER", "DOUBLE":
		primary := 1
		if n.Bound != nil {
			primary = 0
		}
		return fmt.Sprintf(" [%s] primary=%d", n.Text, primary)
	case "SCALE":
		return " [" + n.Text + "]"
	}
	return ""
}

// pattern prints what selects instances.
func (t *tracer) pattern(n *traced.Node) {
	p := n.Pattern
	t.printf("expr node %p type=PATTERN pattern: %s type: ", n.Address, n.Text)
	if p.Exact {
		t.printf("exact match inst=%d\n", p.Inst)
		return
	}
	if p.Inverted {
		t.printf("inverted ")
	}
	t.printf("regex used=%d", p.Used)
	if p.Instances > 0 {
		t.printf(" (%d instances, %d matches)", p.Instances, p.Matches)
	}
	t.printf("\n")
}

// binding prints the descriptor of a node, its values and its remembered
// values.
func (t *tracer) binding(b *traced.BoundNode) {
	t.printf("    PMID: %s (%s from pmDesc) numval: %d", b.Metric, b.From, b.Count)
	if b.Div > 1 {
		t.printf(" div_scale: %d", b.Div)
	}
	if b.Mult > 1 {
		t.printf(" mul_scale: %d", b.Mult)
	}
	t.printf("\n    Data Type: %s  InDom: %s 0x%x\n    Semantics: %s  Units: %s\n",
		format.DataType(b.Desc.Type), b.Desc.InDom, uint32(b.Desc.InDom), format.Semantics(b.Desc.Sem),
		format.Units(b.Desc.Units, libpcp.UnitsNotation{}))
	for i := range max(len(b.Values), len(b.Last)) {
		t.printf("[%d]", i)
		if i < len(b.Values) {
			t.printf(" inst=%d, val=%s", b.Values[i].Inst, appendAtom(nil, b.Values[i].Atom))
		}
		if i < len(b.Last) {
			t.printf(" (last inst=%d, val=%s)", b.Last[i].Inst, appendAtom(nil, b.Last[i].Atom))
		}
		t.printf("\n")
	}
}
