package main

import (
	"context"
	"fmt"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// eventRecords writes the records of an event array, the i-th value of a set.
func (r *reporter) eventRecords(ctx context.Context, set *libpcp.ValueSet, i int) {
	b := set.Values[i].Block()
	records, err := libpcp.UnpackEvents(b)
	if err != nil {
		if libpcp.Code(err) != libpcp.ErrType {
			r.errOut.Write(format.AppendEventDump(nil, set, i, r.c.NameFinder(ctx)))
		}
		call := "pmUnpackEventRecords"
		if b.Type == libpcp.TypeHighResEvent {
			call = "pmUnpackHighResEventRecords"
		}
		fmt.Fprintf(r.errOut, "%s: %s: %s\n", r.prog, call, r.texts.Of(err))
		return
	}
	r.source.Unpacked(ctx, records, b.Type)
	for i, rec := range records {
		stamp := r.appendStamp(nil, rec, b.Type)
		fmt.Fprintf(r.out, "    --- event record [%d] timestamp %s", i, stamp)
		r.eventRecord(ctx, rec)
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

// eventRecord writes one record, from behind its time.
func (r *reporter) eventRecord(ctx context.Context, rec libpcp.EventRecord) {
	head, params := format.AppendEventHead(nil, rec, "        ==> ", "\tNo parameters\n")
	r.out.Write(head)
	if !params {
		return
	}
	for i, param := range rec.Params {
		r.eventParam(ctx, param, i == 0 && rec.Flags == 0)
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
		fmt.Fprintf(r.out, "\tpmLookupDesc: %s\n", r.texts.Of(err))
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
