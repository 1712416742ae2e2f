package debug

import (
	"strconv"

	"pcptools/internal/traced"
	"pcptools/libpcp"
)

// evaluated prints what the evaluation of derived metrics comes to.
func (t *tracer) evaluated(event any) {
	switch e := event.(type) {
	case traced.Prefetched:
		t.printf("derived metrics prefetch added %d metrics:", len(e.IDs))
		for _, id := range e.IDs {
			t.printf(" %s", id)
		}
		t.printf("\n")
	case traced.Evaluated:
		t.result(e)
	case traced.Mispaired:
		t.printf("eval_expr: %s: inst[%d] mismatch left [%d]=%d %s [%d]=%d\n",
			e.Type, e.Pairs, e.Left, e.LeftInst, e.Side, e.Right, e.RightInst)
	case traced.Recovered:
		t.printf("eval_expr: recover @ %s [%d]=%d\n", e.Side, e.Right, e.Inst)
	case traced.Reviewed:
		t.printf("regex_inst_gc(%p) %d instances scanned, %d instances culled\n", e.Address, e.Scanned, e.Culled)
	case traced.InstanceNameless:
		t.printf("eval_expr: expr node %p type=FILTERINST pmNameInDom(%s, %d, ...) failed: %s\n",
			e.Address, e.InDom, e.Inst, t.texts.Of(e.Err))
	case traced.InstanceMissing:
		t.printf("eval_expr: expr node %p type=FILTERINST pmLookupInDom_ctx(...,%s,%s) failed: %s\n",
			e.Address, e.InDom, e.Name, t.texts.Of(e.Err))
	}
}

// result prints the values of a metric and of all nodes of its expression.
func (t *tracer) result(e traced.Evaluated) {
	t.printf("__dmpostvalueset: [%d] root node %s: numval=%d", e.Number, e.ID, e.Count)
	for i, v := range e.Values {
		t.printf(" vset[%d]: inst=%d ", i, v.Inst)
		t.member(v.Atom)
	}
	t.printf("\n")
	t.node(e.Tree)
}

// member prints a value by the member of a pmAtomValue that holds it.
func (t *tracer) member(a libpcp.Atom) {
	switch a.Type {
	case libpcp.Type32:
		t.printf("l=%d", a.Int64())
	case libpcp.TypeU32:
		t.printf("u=%d", a.Uint64())
	case libpcp.Type64:
		t.printf("ll=%d", a.Int64())
	case libpcp.TypeU64:
		t.printf("ul=%d", a.Uint64())
	case libpcp.TypeFloat:
		t.printf("f=%f", a.Float64())
	case libpcp.TypeDouble:
		t.printf("d=%f", a.Float64())
	case libpcp.TypeString:
		t.printf("cp=%s (len=%d)", a.Bytes(), len(a.Bytes())+1)
	default:
		const header = 4 // of a value block
		t.printf("vbp=%p (len=%d)", a.Bytes(), header+len(a.Bytes()))
	}
}

// appendAtom appends a value of a node.
func appendAtom(dst []byte, a libpcp.Atom) []byte {
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
