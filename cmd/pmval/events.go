package main

import (
	"context"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// writeEvents writes the records of every instance that is reported.
func (r *report) writeEvents(ctx context.Context, s *sample) {
	r.emit(r.appendRemark(r.line[:0], s.time))
	for i := range s.set.Values {
		v := &s.set.Values[i]
		if r.singular() {
			fmt.Fprintf(r.out, "%s:", r.p.metric.Metric)
		} else if place := r.place(v.Inst); place >= 0 {
			fmt.Fprintf(r.out, "%s[%s]:", r.p.metric.Metric, r.columns[place].Name)
		} else {
			continue
		}
		r.writeRecords(ctx, v.Block)
	}
}

// writeRecords writes an array of event records.
func (r *report) writeRecords(ctx context.Context, b libpcp.Block) {
	records, err := libpcp.UnpackEvents(b)
	if err != nil {
		call := "pmUnpackEventRecords"
		if b.Type == libpcp.TypeHighResEvent {
			call = "pmUnpackHighResEventRecords"
		}
		r.complain(fmt.Sprintf("%s: %s: %s\n", r.prog, call, libpcp.ErrorText(err)))
		return
	}
	fmt.Fprintf(r.out, " %d event records\n", len(records))
	for i, rec := range records {
		line := append(r.line[:0], "  "...)
		if b.Type == libpcp.TypeHighResEvent {
			line = format.AppendHighResStamp(line, rec.Time.In(r.window.Zone))
		} else {
			line = format.AppendStamp(line, rec.Time.In(r.window.Zone))
		}
		r.emit(fmt.Appendf(line, " --- event record [%d]", i))
		r.writeEvent(ctx, rec)
	}
}

// writeEvent writes one record, from behind its number.
func (r *report) writeEvent(ctx context.Context, rec libpcp.EventRecord) {
	if rec.Flags != 0 {
		fmt.Fprintf(r.out, " flags 0x%x (%s)", uint32(rec.Flags), rec.Flags)
	}
	r.out.WriteString(" ---\n")
	switch {
	case rec.Flags&libpcp.EventMissed != 0:
		fmt.Fprintf(r.out, "    ==> %d missed event records\n", rec.Missed)
	case rec.Flags == 0 && len(rec.Params) == 0:
		r.out.WriteString("    ==> No parameters\n")
	}
	for i := range rec.Params {
		r.writeParam(ctx, &rec.Params[i])
	}
}

// writeParam writes a parameter: its name and its value.
func (r *report) writeParam(ctx context.Context, set *libpcp.ValueSet) {
	name, err := r.c.Name(ctx, set.PMID)
	if err != nil {
		fmt.Fprintf(r.out, "\t%v: pmNameID: %s\n", set.PMID, libpcp.ErrorText(err))
		return
	}
	line := append(append(r.line[:0], "    "...), name...)
	t := set.Values[0].Block.Type
	if set.Format == libpcp.InSitu {
		t = libpcp.TypeU32
	}
	if desc, err := r.c.Desc(ctx, set.PMID); err == nil {
		t = desc.Type
	}
	line = append(line, ' ')
	if v := &set.Values[0]; t == libpcp.TypeAggregate || t == libpcp.TypeAggregateStatic {
		line = fmt.Appendf(line, "[%x]", v.Block.Data)
	} else {
		line = format.AppendValue(line, set.Format, *v, t)
	}
	r.emit(append(line, '\n'))
}
