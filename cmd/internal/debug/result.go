package debug

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// appendResult appends a result: a line with the time, in seconds since 1970
// and as the time of day in the zone, and then the values of each metric. The
// context knows names and types. The address of the result is one of ours.
func (t *tracer) appendResult(ctx context.Context, dst []byte, c *libpcp.Context, r *libpcp.Result, zone *time.Location) []byte {
	dst = fmt.Appendf(dst, "__pmResult dump from %p timestamp: %d.%09d ", r, r.Time.Unix(), r.Time.Nanosecond())
	dst = format.AppendHighResStamp(dst, r.Time.In(zone))
	dst = fmt.Appendf(dst, " numpmid: %d\n", len(r.Sets))
	d := resultDump{ctx: ctx, c: c, zone: zone, texts: t.texts, dst: dst}
	for i := range r.Sets {
		d.set(&r.Sets[i])
	}
	return d.dst
}

type resultDump struct {
	ctx   context.Context
	c     *libpcp.Context
	zone  *time.Location
	texts libpcp.ErrorTexts
	dst   []byte
}

func (d *resultDump) text(parts ...string) {
	d.dst = append(d.dst, strings.Join(parts, "")...)
}

func (d *resultDump) number(label string, n int) {
	d.dst = strconv.AppendInt(append(d.dst, label...), int64(n), 10)
}

func (d *resultDump) set(s *libpcp.ValueSet) {
	names, err := d.c.Names(d.ctx, s.PMID)
	if err != nil {
		names = []string{"<noname>"}
	}
	d.text("  ", s.PMID.String(), " (", strings.Join(names, ", "), "): ")
	switch {
	case s.Err != nil:
		d.text(d.texts.Of(s.Err), "\n")
	case len(s.Values) == 0:
		d.text("No values returned!\n")
	default:
		d.number("numval: ", len(s.Values))
		d.number(" valfmt: ", int(s.Format))
		d.text(" vlist[]:\n")
		d.values(s)
	}
}

func (d *resultDump) values(s *libpcp.ValueSet) {
	desc, err := d.c.Desc(d.ctx, s.PMID)
	if err != nil {
		desc = libpcp.Desc{Type: libpcp.TypeUnknown, InDom: libpcp.NullInDom}
	}
	for _, v := range s.Values {
		if v.Inst == libpcp.NullInst {
			d.text("  ")
		} else {
			d.instance(desc.InDom, v.Inst)
		}
		d.text(" value ")
		d.dst = format.Layout{Width: 1, Zone: d.zone}.AppendValue(d.dst, s.Format, v, desc.Type)
		d.text("\n")
	}
}

func (d *resultDump) instance(domain libpcp.InDom, inst int32) {
	d.number("    inst [", int(inst))
	if name, err := d.c.InstanceName(d.ctx, domain, inst); err == nil {
		d.text(` or "`, name, `"]`)
	} else {
		d.text(" or ???]")
	}
}
