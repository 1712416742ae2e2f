package derive

// binding tells that a definition is being bound; walk says for a traversal.
func (t *tracer) binding(m *metric, walk bool) {
	if t != nil && !t.dialect.ListUnbound {
		t.printf("__dmbind(derive_locked=%d, ctx=0, metric[%d] %s, async= 1)\n", truth(walk), m.n, m.name)
	}
}

// bound tells of a definition that can be used, as older releases do.
func (t *tracer) bound(m *metric, root *term) {
	if t == nil || !t.dialect.NoNovalue {
		return
	}
	t.printf("__dmbind: bind metric[%d] %s\n", m.n, m.name)
	if t.Binding {
		t.dumpBound(m.id, root)
	}
}

// failed tells of a definition that cannot be used, as newer releases do. Root
// is what it was bound to before the check failed, or nil.
func (t *tracer) failed(m *metric, root *term) {
	if t == nil || t.dialect.NoNovalue {
		return
	}
	if root == nil {
		t.printf("__dmbind: bind_expr failed for metric[%d] %s\n", m.n, m.name)
		return
	}
	t.printf("__dmbind: check_expr failed for metric[%d] %s\n", m.n, m.name)
	if t.Binding {
		t.dumpBound(root.origin(), root)
	}
}

// traversing tells that names are looked for below one.
func (t *tracer) traversing(root string) {
	if t != nil && !t.dialect.ListUnbound {
		t.printf("__dmtraverse(ctx=0, name=\"%s\", ...)\n", root)
	}
}

// traversed tells whether a metric is in a traversal.
func (t *tracer) traversed(root string, m *metric, listed bool) {
	switch {
	case listed:
		t.printf("__dmtraverse: name=\"%s\" added \"%s\"\n", root, m.name)
	case t.dialect.NoNovalue:
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child \"%s\"\n", root, m.name)
	default:
		t.printf("__dmtraverse: name=\"%s\", omitting invalid child %s [%s]\n", root, m.name, m.id)
	}
}

// descending tells that the children of a name are looked for; bare says that
// there are names only.
func (t *tracer) descending(name string, bare bool) {
	if t == nil || t.dialect.ListUnbound {
		return
	}
	ctx := "0"
	if bare {
		ctx = "NULL"
	}
	t.printf("__dmchildren(ctx=%s, derive_locked=0, name=\"%s\", ...)\n", ctx, name)
}

// omitted tells of a metric that is not among the children of a name.
func (t *tracer) omitted(name string, m *metric) {
	t.printf("__dmchildren: name=\"%s\", omitting invalid child \"%s\"\n", name, m.name)
}
