package debug

import (
	"context"
	"fmt"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// appendRecords appends the records, if any, of an event array of type t as
// results. Libpcp (C) makes a result of each, in which flags
// are a metric too.
func appendRecords(ctx context.Context, dst []byte, c *libpcp.Context, records []libpcp.EventRecord, t libpcp.Type, zone *time.Location) []byte {
	if len(records) == 0 {
		return dst
	}
	kind := ""
	if t == libpcp.TypeHighResEvent {
		kind = "HighRes"
	}
	dst = fmt.Appendf(dst, "pmUnpack%sEventRecords returns ...\n", kind)
	for i := range records {
		r := &records[i]
		sets := append(flagSets(r), r.Params...)
		dst = fmt.Appendf(dst, "pm%sResult[%d]\npm%sResult dump from %p timestamp: %d.", kind, i, kind, r, r.Time.Unix())
		if kind == "" {
			dst = fmt.Appendf(dst, "%06d ", r.Time.Nanosecond()/1000)
			dst = format.AppendStamp(dst, r.Time.In(zone))
		} else {
			dst = fmt.Appendf(dst, "%09d ", r.Time.Nanosecond())
			dst = format.AppendHighResStamp(dst, r.Time.In(zone))
		}
		dst = fmt.Appendf(dst, " numpmid: %d\n", len(sets))
		d := resultDump{ctx: ctx, c: c, zone: zone, dst: dst}
		for i := range sets {
			d.set(&sets[i])
		}
		dst = d.dst
	}
	return dst
}

// flagSets are the metrics event.flags and event.missed of a record.
func flagSets(r *libpcp.EventRecord) []libpcp.ValueSet {
	number := func(item, n uint32) libpcp.ValueSet {
		return libpcp.ValueSet{
			PMID:   libpcp.NewPMID(libpcp.DynamicDomain, 0, item),
			Values: []libpcp.Value{{Inst: libpcp.NullInst, Word: n}},
		}
	}
	var sets []libpcp.ValueSet
	if r.Flags != 0 {
		sets = append(sets, number(1, uint32(r.Flags)))
	}
	if r.Flags&libpcp.EventMissed != 0 {
		sets = append(sets, number(2, uint32(r.Missed)))
	}
	return sets
}
