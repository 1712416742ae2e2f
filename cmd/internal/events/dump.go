// Package events formats event records for the reports of the tools.
package events

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// AppendDump appends what libpcp (C) reports about the event array of the i-th
// value of a set when it cannot unpack it, several lines up to where the array
// ends too soon. Context c names the metrics of parameters.
func AppendDump(ctx context.Context, dst []byte, c *libpcp.Context, s *libpcp.ValueSet, i int) []byte {
	return appendDump(dst, s, i, func(id libpcp.PMID) []string {
		names, err := c.Names(ctx, id)
		if err != nil {
			return nil
		}
		return names
	})
}

func appendDump(dst []byte, s *libpcp.ValueSet, i int, names func(libpcp.PMID) []string) []byte {
	b := s.Values[i].Block()
	d := eventDump{reader: reader{rest: b.Data}, dst: dst, names: names, stamp: 8}
	typ := "EVENT"
	if b.Type == libpcp.TypeHighResEvent {
		typ, d.stamp = "HIGHRES_EVENT", 16
	}
	d.printf("Event Records Dump ...\nPMID: %v numval: %d valfmt: %d vtype: %s vlen: %d\n",
		s.PMID, len(s.Values), s.Format, typ, 4+len(b.Data))
	d.array()
	return d.dst
}

type eventDump struct {
	reader
	dst   []byte
	names func(libpcp.PMID) []string
	stamp int // bytes of a time
}

func (d *eventDump) printf(layout string, args ...any) { d.dst = fmt.Appendf(d.dst, layout, args...) }

func (d *eventDump) array() {
	n := int32(d.word())
	if d.short {
		d.printf("Error: bad len (smaller than minimum size 8)\n")
		return
	}
	d.printf("nrecords: %d\n", n)
	if n < 0 {
		d.printf("Error: bad nrecords\n")
	}
	for i := int32(0); i < n && !d.short; i++ {
		d.printf("Event Record [%d]", i)
		d.record()
	}
}

func (d *eventDump) record() {
	d.bytes(d.stamp)
	flags, n := libpcp.EventFlags(d.word()), int32(d.word())
	if d.short {
		d.printf(" Error: buffer overflow\n")
		return
	}
	if flags != 0 {
		d.printf(" flags=%x", uint32(flags))
	}
	if flags&libpcp.EventMissed != 0 {
		d.printf("\n    ==> %d missed records", n)
		if extra := flags &^ libpcp.EventMissed; extra != 0 {
			d.printf(" (Warning: extra flags %x ignored)", uint32(extra))
		}
		d.printf("\n")
		return
	}
	d.printf(" with %d parameters\n", n)
	for i := int32(0); i < n && !d.short; i++ {
		d.printf("    Parameter [%d]:", i)
		d.param()
	}
}

func (d *eventDump) param() {
	id, header := libpcp.PMID(d.word()), d.word()
	length := max(int(header&0xffffff)-4, 0)
	data := d.bytes((length + 3) &^ 3)
	if d.short {
		d.printf(" Error: buffer overflow\n")
		return
	}
	if names := d.names(id); len(names) > 0 {
		d.printf(" %s", strings.Join(names, " or "))
	} else {
		d.printf(" %v", id)
	}
	d.value(libpcp.Type(header>>24), data, length)
	d.printf("\n")
}

func (d *eventDump) value(t libpcp.Type, data []byte, length int) {
	v := libpcp.BlockValue(libpcp.NullInst, libpcp.Block{Type: t, Data: data[:length]})
	switch t {
	case libpcp.Type32, libpcp.TypeU32:
		v.Word = (&reader{rest: data}).word()
		d.printf(" = ")
		d.dst = format.AppendValue(d.dst, libpcp.InSitu, v, t)
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeFloat, libpcp.TypeDouble:
		d.printf(" = ")
		d.dst = format.AppendValue(d.dst, libpcp.PointerDynamic, v, t)
	case libpcp.TypeString:
		text, _, _ := strings.Cut(string(data[:length]), "\x00")
		d.printf(" = \"%*s\"", length, text)
	case libpcp.TypeAggregate, libpcp.TypeAggregateStatic:
		word := [4]byte{}
		copy(word[:], data)
		d.printf(" = [%08x...]", binary.LittleEndian.Uint32(word[:]))
	default:
		d.printf(" : bad type %d", t)
	}
}

// reader takes fields off the front of an array, and notes that it is too short.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) bytes(n int) []byte {
	if r.short = r.short || n > len(r.rest); r.short {
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) word() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}
