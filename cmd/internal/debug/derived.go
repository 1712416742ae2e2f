package debug

import (
	"fmt"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// derived prints what happens to derived metrics.
func (t *tracer) derived(event any) {
	switch e := event.(type) {
	case traced.SiteLoaded:
		from := e.Paths
		if e.Chosen {
			from = "$PCP_DERIVED_CONFIG"
		}
		t.printf("Derived metric initialization from %s\n", from)
	case traced.Unreadable:
		t.printf("Warning: derived metrics path %s: %s: %s\n", e.Part, e.Path, t.texts.Of(e.Err))
	case traced.Irregular:
		t.printf("Warning: derived metrics path component: %s: unexpected st_mode=%o?\n", e.Path, rawMode(e.Mode))
	case traced.FileLoaded:
		t.printf("pmLoadDerivedConfig(\"%s\")\n", e.Path)
	case traced.Registering:
		t.printf("pmRegisterDerived: name=\"%s\" expr=\"%s\"\n", e.Name, e.Expression)
	case traced.TokenRead:
		t.printf("derive_lex() -> type=L_%s \"%s\"\n", e.Type, e.Text)
	case traced.Registered:
		t.printf("pmRegisterDerived: global metric[%d] %s = %s\n", e.Number, e.Name, e.Expression)
		t.tree(e.Tree)
	case traced.DerivedOpened:
		t.printf("__dmopencontext(->ctx 0) called, %d derived metrics\n", e.Metrics)
	case traced.DerivedClosed:
		t.printf("__dmclosecontext(->ctx 0) called dm->%p %d metrics\n", e.Address, e.Metrics)
	case traced.LookedUp:
		t.lookedUp(e)
	default:
		if !t.bound(event) && !t.added(event) && !t.listed(event) {
			t.evaluated(event)
		}
	}
}

func (t *tracer) lookedUp(e traced.LookedUp) {
	if e.ID == libpcp.NullPMID {
		t.printf("__dmgetpmid: metric \"%s\" -> %s\n", e.Name, t.texts.Of(libpcp.ErrName))
	} else {
		t.printf("__dmgetpmid: metric \"%s\" -> PMID %s\n", e.Name, e.ID)
	}
}

// added prints what becomes of definitions for a source alone, and of texts, and
// reports whether the event is about that.
func (t *tracer) added(event any) bool {
	switch e := event.(type) {
	case traced.Adding:
		t.printf("pmAddDerived(ctx->0): name=\"%s\" expr=\"%s\"\n", e.Name, e.Expression)
	case traced.Added:
		t.printf("pmAddDerived(ctx->0): per-context metric[%d] %s = %s\n", e.Number, e.Name, e.Expression)
		t.tree(e.Tree)
	case traced.AddFailed:
		t.printf("pmAddDerived(ctx->0): %s: bind failed: %s\n", e.Name, e.Reason)
	case traced.Masked:
		kind, of := "host context", "global"
		if e.FromArchive {
			kind = "archive context"
		}
		if e.ByDerived {
			kind = "derived"
		}
		if e.Own {
			of = "per-context"
		}
		t.printf("Warning: %s [%s %s] masks %s derived metric [%s] with the same name\n", e.Name, e.By, kind, of, e.ID)
	case traced.TextSet:
		t.printf("setattr: name=\"%s\" attr=\"%s\" value=\"%s\"\n", e.Name, e.Attribute, e.Value)
	default:
		return false
	}
	return true
}

// bound prints how definitions are bound, and reports whether the event is
// about that. Older releases print more of what succeeds, newer ones of what
// fails.
func (t *tracer) bound(event any) bool {
	switch e := event.(type) {
	case traced.Binding:
		if t.hidesUnbound() {
			walking := 0
			if e.Walking {
				walking = 1
			}
			shared := 1
			if e.Own {
				shared = 0
			}
			t.printf("__dmbind(derive_locked=%d, ctx=0, metric[%d] %s, async= %d)\n", walking, e.Number, e.Name, shared)
		}
	case traced.Bound:
		if !t.hasNovalue() {
			t.printf("__dmbind: bind metric[%d] %s\n", e.Number, e.Name)
			t.tree(e.Tree)
		}
	case traced.BindFailed:
		if t.hasNovalue() {
			call := "bind_expr"
			if e.Checked {
				call = "check_expr"
			}
			t.printf("__dmbind: %s failed for metric[%d] %s\n", call, e.Number, e.Name)
			t.tree(e.Tree)
		}
	case traced.OperandUnknown:
		t.operandUnknown(e)
	case traced.Differing:
		t.printf("Semantic error: ternary op %s\n", difference(e.Left, e.Right))
	default:
		return false
	}
	return true
}

// hasNovalue reports whether novalue() is known, and what came with it.
func (t *tracer) hasNovalue() bool { return t.release.Has(release.DerivedNovalue) }

// hidesUnbound reports whether traversals bind metrics, and hide unbound ones.
func (t *tracer) hidesUnbound() bool { return t.release.Has(release.UnboundDerivedHidden) }

// operandUnknown prints why an operand cannot be had, where no message does.
func (t *tracer) operandUnknown(e traced.OperandUnknown) {
	if t.hidesUnbound() || e.Own {
		return
	}
	of, operand := "global ", ": "+e.Operand
	if !t.hasNovalue() {
		of = ""
	}
	if e.ID != libpcp.NullPMID {
		operand = fmt.Sprintf(" (%s [%s])", e.Operand, e.ID)
	}
	t.printf("bind_expr: error: %sderived metric %s: operand%s: %s\n", of, e.Metric, operand, t.texts.Of(e.Err))
}

// difference is why one descriptor cannot stand in for another.
func difference(a, b libpcp.Desc) string {
	au, bu := a.Units.Dimensions(), b.Units.Dimensions()
	switch {
	case a.Type != b.Type:
		return fmt.Sprintf("type: left=%s right=%s", a.Type, b.Type)
	case a.InDom != b.InDom && a.InDom != libpcp.NullInDom && b.InDom != libpcp.NullInDom:
		return fmt.Sprintf("indom: left=%s right=%s", a.InDom, b.InDom)
	case a.Sem != b.Sem:
		return fmt.Sprintf("semantics: left=%s right=%s", a.Sem, b.Sem)
	case au.DimSpace != bu.DimSpace || au.ScaleSpace != bu.ScaleSpace:
		return fmt.Sprintf("units (space): left=%s (dim=%d scale=%d) right=%s (dim=%d scale=%d)",
			a.Units, au.DimSpace, au.ScaleSpace, b.Units, bu.DimSpace, bu.ScaleSpace)
	case au.DimTime != bu.DimTime || au.ScaleTime != bu.ScaleTime:
		return fmt.Sprintf("units (time): left=%s right=%s", a.Units, b.Units)
	}
	return fmt.Sprintf("units (count): left=%s right=%s", a.Units, b.Units)
}
