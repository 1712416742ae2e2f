package report

import "pcptools/libpcp"

func (o *object) instance(i *Instance) {
	o.open()
	o.int("id", int64(i.ID))
	if i.Named {
		o.string("name", i.Name)
	}
	if i.Series != "" {
		o.string("series", i.Series)
	}
	o.labels(i.Labels)
	o.close()
}

func (o *object) values(key string, values []Value) {
	o.key(key)
	o.openList()
	for i := range values {
		o.value(&values[i])
	}
	o.closeList()
}

func (o *object) value(v *Value) {
	o.open()
	if v.Instance != nil {
		o.key("instance")
		o.instance(v.Instance)
	}
	switch {
	case v.Atom != nil:
		o.key("value")
		o.buf = appendAtom(o.buf, *v.Atom)
	case v.Events != nil:
		o.key("events")
		o.openList()
		for i := range v.Events {
			o.event(&v.Events[i])
		}
		o.closeList()
	}
	o.failure(v.Err)
	o.close()
}

// appendAtom appends a number, a string or an aggregate.
func appendAtom(dst []byte, a libpcp.Atom) []byte {
	switch a.Type {
	case libpcp.Type32, libpcp.Type64:
		if n := a.Int64(); n < 0 {
			return appendInteger(dst, true, -uint64(n))
		}
		return appendInteger(dst, false, a.Uint64())
	case libpcp.TypeU32, libpcp.TypeU64:
		return appendInteger(dst, false, a.Uint64())
	case libpcp.TypeFloat:
		return appendFloat(dst, a.Float64(), 32)
	case libpcp.TypeDouble:
		return appendFloat(dst, a.Float64(), 64)
	case libpcp.TypeString:
		return appendText(dst, a.Text())
	}
	return appendBase64(dst, a.Bytes())
}

func (o *object) event(e *Event) {
	o.open()
	o.time("time", e.Time)
	o.key("flags")
	o.openList()
	for _, name := range flagNames(e.Flags) {
		o.separate()
		o.buf = appendText(o.buf, name)
	}
	o.closeList()
	if e.Flags&libpcp.EventMissed != 0 {
		o.int("missed", int64(e.Missed))
	}
	o.key("parameters")
	o.openList()
	for _, m := range e.Params {
		o.open()
		if m.Name != "" { // or nobody knows it
			o.string("name", m.Name)
		}
		m.details(o)
		o.close()
	}
	o.closeList()
	o.close()
}

func (o *object) failure(f *Failure) {
	if f == nil {
		return
	}
	o.key("error")
	o.open()
	if f.Call != "" {
		o.string("call", f.Call)
	}
	code := libpcp.Code(f.Err)
	o.int("code", int64(code))
	if symbol := Symbol(code); symbol != "" {
		o.string("symbol", symbol)
	}
	o.string("text", f.Text(o.words))
	o.close()
}
