package main

import (
	"context"
	"fmt"
	"iter"
	"maps"

	"pcptools/cmd/internal/events"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// writeEvents writes the records of every instance that is reported.
func (r *classic) writeEvents(ctx context.Context, s *sample) {
	r.remark(s.time, "")
	for i := range s.set.Values {
		v := &s.set.Values[i]
		if r.singular() {
			fmt.Fprintf(r.out, "%s:", r.spec.Metric)
		} else if i := r.index(v.Inst); i >= 0 {
			fmt.Fprintf(r.out, "%s[%s]:", r.spec.Metric, r.columns[i].Name)
		} else {
			continue
		}
		r.writeRecords(ctx, &s.set, i)
	}
}

// writeRecords writes an array of event records, the i-th value of a set.
func (r *classic) writeRecords(ctx context.Context, set *libpcp.ValueSet, i int) {
	b := set.Values[i].Block()
	n, records, err := libpcp.Events(b)
	if err != nil {
		if libpcp.Code(err) != libpcp.ErrType {
			r.complain(string(events.AppendDump(ctx, nil, r.c, set, i)))
		}
		fmt.Fprintf(r.out, " pmUnpackEventRecords: %s\n", r.texts.Of(err))
		return
	}
	r.p.source.Unpacked(ctx, b)
	fmt.Fprintf(r.out, " %d event records\n", n)
	r.forgetParams()
	n = 0
	for rec, params := range records {
		line := append(r.line[:0], "  "...)
		if b.Type == libpcp.TypeHighResEvent {
			line = format.AppendHighResStamp(line, rec.Time.In(r.stamps.zone))
		} else {
			line = format.AppendStamp(line, rec.Time.In(r.stamps.zone))
		}
		r.emit(fmt.Appendf(line, " --- event record [%d]", n))
		r.writeEvent(ctx, rec, params)
		n++
	}
}

// writeEvent writes one record, without its number.
func (r *classic) writeEvent(ctx context.Context, rec libpcp.EventRecord, params iter.Seq[libpcp.ValueSet]) {
	head, follow := events.AppendHead(nil, rec, "    ==> ", "    ==> No parameters\n")
	r.out.Write(head)
	if !follow {
		return
	}
	first := rec.Flags == 0
	for param := range params {
		r.writeParam(ctx, &param, first)
		first = false
	}
}

// writeParam writes a parameter: its name and its value. The first of a record
// without flags ends the record's first line, if it is known.
func (r *classic) writeParam(ctx context.Context, set *libpcp.ValueSet, first bool) {
	name, err := r.paramName(ctx, set.PMID)
	if err != nil {
		fmt.Fprintf(r.out, "\t%v: pmNameID: %s\n", set.PMID, r.texts.Of(err))
		return
	}
	desc, err := r.c.Desc(ctx, set.PMID)
	if err != nil {
		fmt.Fprintf(r.out, "\t%v: pmLookupDesc: %s\n", set.PMID, r.texts.Of(err))
		return
	}
	if first {
		r.out.WriteString(" ---\n")
	}
	line := append(append(r.line[:0], "    "...), name...)
	if desc.InDom != libpcp.NullInDom {
		line = append(line, "[-1]"...) // parameters have no instance
	}
	line = append(line, ' ')
	if v := &set.Values[0]; desc.Type == libpcp.TypeAggregate || desc.Type == libpcp.TypeAggregateStatic {
		line = fmt.Appendf(line, "[%x]", v.Block().Data)
	} else {
		line = format.Layout{Squash: r.layout.Squash}.AppendValue(line, set.Format, *v, desc.Type)
	}
	r.emit(append(line, '\n'))
}

// paramName is what a look-up of the name of a parameter has returned.
type paramName struct {
	name string
	err  error
}

// maxParams is how many names of parameters are kept from array to array.
const maxParams = 1000

// forgetParams has look-ups that failed made again, and all if they are many.
func (r *classic) forgetParams() {
	if r.params == nil || len(r.params) > maxParams {
		r.params = make(map[libpcp.PMID]paramName)
	}
	maps.DeleteFunc(r.params, func(_ libpcp.PMID, p paramName) bool { return p.err != nil })
}

// paramName looks up the name of a parameter once for all samples; an unknown
// name, once for each array of records.
func (r *classic) paramName(ctx context.Context, id libpcp.PMID) (string, error) {
	p, known := r.params[id]
	if !known {
		p.name, p.err = r.c.Name(ctx, id)
		r.params[id] = p
	}
	return p.name, p.err
}
