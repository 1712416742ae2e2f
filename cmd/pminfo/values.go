package main

import (
	"context"
	"fmt"
	"strconv"

	"pcptools/cmd/internal/index"
	"pcptools/libpcp"
)

// instances is the instance domain under report. The domain is asked for
// again only when the next metric has another one.
type instances struct {
	indom libpcp.InDom
	valid bool
	names *index.Index[libpcp.Instance]
	list  []libpcp.Instance
}

// name finds the name of an instance.
func (i *instances) name(inst int32) (string, bool) {
	if found := i.names.First(inst); found != nil {
		return found.Name, true
	}
	return "", false
}

// use makes d the domain under report.
func (r *reporter) use(ctx context.Context, d libpcp.InDom) {
	if r.indom.valid && r.indom.indom == d {
		return
	}
	list, err := r.allInstances(ctx, d)
	if err != nil {
		list = nil
	}
	r.indom = instances{indom: d, valid: true, names: index.Instances(list), list: list}
}

// reportValues writes the values of a metric.
func (r *reporter) reportValues(ctx context.Context, m metric) {
	switch {
	case m.set.Err != nil:
		fmt.Fprintf(r.out, "Error: %s\n", r.errorText(m.set.Err))
		return
	case len(m.set.Values) == 0:
		r.out.WriteString("No value(s) available!\n")
		r.lacks(m.name)
		return
	}
	if at := r.current.fetch.Result.Time; r.rewind != nil && !m.param {
		if r.earliest.IsZero() || at.Before(r.earliest) {
			r.earliest = at
		}
		if at.After(r.latest) {
			r.latest = at
		}
	}
	for i, v := range m.set.Values {
		if m.desc.InDom != libpcp.NullInDom {
			r.use(ctx, m.desc.InDom) // event parameters may have used another
		}
		if !r.value(m.desc, m.set.Format, v) {
			continue
		}
		if r.events && m.desc.Type.Event() && !m.param {
			r.eventRecords(ctx, &m.set, i)
		}
	}
}

// value writes one value, and reports whether it did: an instance that is no
// longer in its domain has none when instances are enumerated.
func (r *reporter) value(d libpcp.Desc, f libpcp.Format, v libpcp.Value) bool {
	line := r.line[:0]
	if d.InDom == libpcp.NullInDom {
		line = append(line, "    "...)
	} else {
		name, known := r.indom.name(v.Inst)
		switch {
		case known:
			line = appendInstance(line, v.Inst, name)
		case r.enumerate:
			fmt.Fprintf(r.out, "    inst [%d \"DISAPPEARED\"]\n", v.Inst)
			return false
		default:
			line = fmt.Appendf(line, "pmNameIndom: indom=%s inst=%d: %s\n    inst [%d]",
				d.InDom, v.Inst, r.errorText(libpcp.ErrInst), v.Inst)
		}
		line = append(line, ' ')
	}
	line = append(line, "value "...)
	line = r.layout.AppendValue(line, f, v, d.Type)
	r.line = append(line, '\n')
	r.out.Write(r.line)
	return true
}

// disappeared stands for the name of an instance that is not in its domain.
const disappeared = "DISAPPEARED"

// appendInstance appends the number and name of an instance, with which its
// lines begin.
func appendInstance(dst []byte, inst int32, name string) []byte {
	dst = append(dst, "    inst ["...)
	dst = strconv.AppendInt(dst, int64(inst), 10)
	dst = append(dst, ` or "`...)
	dst = append(dst, name...)
	return append(dst, `"]`...)
}
