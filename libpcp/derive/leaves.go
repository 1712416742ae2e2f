package derive

import "pcptools/libpcp"

func (o metricOp) begin() operation  { return o }
func (o *numberOp) begin() operation { return new(numberOp) }
func (o anonOp) begin() operation    { return o }
func (o novalueOp) begin() operation { return o }
func (*definedOp) begin() operation  { return new(definedOp) }

func (metricOp) check(*term, *rules) string  { return "" }
func (novalueOp) check(*term, *rules) string { return "" }

func (o *numberOp) check(t *term, _ *rules) string {
	o.value = value{libpcp.NullInst, constantAtom(t.text, t.desc.Type)}
	return ""
}

func (anonOp) check(t *term, _ *rules) string {
	t.desc = t.node.desc
	return ""
}

func (*definedOp) check(t *term, _ *rules) string {
	t.desc = libpcp.Desc{Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
	return ""
}

func (anonOp) eval(*evaluation, *term) series    { return series{} }
func (novalueOp) eval(*evaluation, *term) series { return series{} }

func (o *definedOp) eval(_ *evaluation, t *term) series {
	yes := uint32(0)
	if o.exists {
		yes = 1
	}
	return t.one(libpcp.NullInst, libpcp.Uint32Atom(yes))
}

// eval has a value for each wanted instance of the domain that tags give the number.
func (o *numberOp) eval(e *evaluation, t *term) series {
	if t.desc.InDom == libpcp.NullInDom {
		return t.one(o.value.inst, o.value.atom)
	}
	q := libpcp.InstancesQuery{InDom: t.desc.InDom}
	if e.inner.Ask(e.ctx, &q); q.Err != nil {
		return series{err: q.Err}
	}
	values := t.room(len(q.Instances))[:0]
	for _, instance := range q.Instances {
		if e.profile == nil || e.profile.Includes(q.InDom, instance.ID) {
			values = append(values, value{instance.ID, o.value.atom})
		}
	}
	return series{values: values}
}

// eval takes the values of an operand out of the result.
func (metricOp) eval(e *evaluation, t *term) series {
	o := e.operands[t.desc.PMID]
	switch {
	case t.unknown != "":
		return series{}
	case o == nil:
		return series{err: libpcp.ErrPMID}
	case o.set.Err != nil:
		return series{err: o.set.Err}
	case !o.known || o.of != t.desc.Type:
		o.known, o.of, o.values = true, t.desc.Type, t.extract(o.set)
	}
	return o.values
}

// extract takes the values out of a set.
func (t *term) extract(set *libpcp.ValueSet) series {
	values := t.room(len(set.Values))
	for i, v := range set.Values {
		atom, err := extract(set.Format, v, t.desc.Type)
		if err != nil {
			return series{err: err}
		}
		values[i] = value{v.Inst, atom}
	}
	return series{values: values}
}

func extract(format libpcp.Format, v libpcp.Value, t libpcp.Type) (libpcp.Atom, error) {
	if t.Event() || t == libpcp.TypeAggregateStatic {
		return libpcp.BytesAtom(t, v.Block().Data), nil
	}
	return libpcp.Extract(format, v, t, t)
}

func (metricOp) traceType() string { return "NAME" }

func (anonOp) traceType() string { return "ANON" }

func (novalueOp) traceType() string { return "NOVALUE" }

func (*definedOp) traceType() string { return "DEFINED" }

func (o *numberOp) traceType() string { return "INTEGER" }
