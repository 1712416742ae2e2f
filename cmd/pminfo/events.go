package main

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"pcptools/cmd/internal/events"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// eventRecords writes the records of an event array, the i-th value of a set.
func (r *reporter) eventRecords(ctx context.Context, set *libpcp.ValueSet, i int) {
	b := set.Values[i].Block()
	_, records, err := libpcp.Events(b)
	if err != nil {
		if libpcp.Code(err) != libpcp.ErrType {
			r.errOut.Write(events.AppendDump(ctx, nil, r.c, set, i))
		}
		call := "pmUnpackEventRecords"
		if b.Type == libpcp.TypeHighResEvent {
			call = "pmUnpackHighResEventRecords"
		}
		fmt.Fprintf(r.errOut, "%s: %s: %s\n", r.prog, call, r.errorText(err))
		return
	}
	r.source.Unpacked(ctx, b)
	n := 0
	for rec, params := range records {
		stamp := r.appendStamp(nil, rec, b.Type)
		fmt.Fprintf(r.out, "    --- event record [%d] timestamp %s", n, stamp)
		r.eventRecord(ctx, rec, params)
		n++
	}
}

func (r *reporter) appendStamp(dst []byte, rec libpcp.EventRecord, t libpcp.Type) []byte {
	when := rec.Time
	if r.layout.Zone != nil {
		when = when.In(r.layout.Zone)
	}
	if t == libpcp.TypeHighResEvent {
		return format.AppendHighResStamp(dst, when)
	}
	return format.AppendStamp(dst, when)
}

// eventRecord writes one record, without its time.
func (r *reporter) eventRecord(ctx context.Context, rec libpcp.EventRecord, params iter.Seq[libpcp.ValueSet]) {
	head, follow := events.AppendHead(nil, rec, "        ==> ", "\tNo parameters\n")
	r.out.Write(head)
	if !follow {
		return
	}
	first := rec.Flags == 0
	for param := range params {
		r.eventParam(ctx, param, first)
		first = false
	}
}

// eventParam writes one parameter; the first of a record without flags ends
// the record's header line.
func (r *reporter) eventParam(ctx context.Context, set libpcp.ValueSet, first bool) {
	if names := r.paramNames(ctx, set.PMID); names == "" {
		fmt.Fprintf(r.out, "\tPMID: %s\n", set.PMID)
	} else {
		if first {
			r.out.WriteString(" ---\n")
		}
		fmt.Fprintf(r.out, "    %s (%s)\n", names, set.PMID)
	}
	desc, err := r.c.Desc(ctx, set.PMID)
	if err != nil {
		fmt.Fprintf(r.out, "\tpmLookupDesc: %s\n", r.errorText(err))
		return
	}
	r.out.WriteString("    ")
	r.reportValues(ctx, metric{desc: desc, set: set, param: true})
}

// paramNames returns the names of a parameter, "" if it has none.
func (r *reporter) paramNames(ctx context.Context, id libpcp.PMID) string {
	names, known := r.names[id]
	if !known {
		all, err := r.c.Names(ctx, id)
		if err == nil {
			names = strings.Join(all, " or ")
		}
		r.names[id] = names
	}
	return names
}
