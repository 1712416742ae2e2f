package format

import (
	"encoding/binary"
	"fmt"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// AppendEventDump appends what libpcp (C) says of the event array of
// the i-th value of a set when it cannot unpack it, several lines up to where
// the array ends too soon. Names are those of a parameter's metric.
func AppendEventDump(dst []byte, s *libpcp.ValueSet, i int, names func(libpcp.PMID) []string) []byte {
	b := s.Values[i].Block()
	d := eventDump{Reader: wire.NewReader(b.Data), dst: dst, names: names, stamp: 8}
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
	wire.Reader
	dst   []byte
	names func(libpcp.PMID) []string
	stamp int // bytes of a time
}

func (d *eventDump) printf(format string, args ...any) { d.dst = fmt.Appendf(d.dst, format, args...) }

func (d *eventDump) array() {
	n := d.Int32()
	if d.Err() != nil {
		d.printf("Error: bad len (smaller than minimum size 8)\n")
		return
	}
	d.printf("nrecords: %d\n", n)
	if n < 0 {
		d.printf("Error: bad nrecords\n")
	}
	for i := int32(0); i < n && d.Err() == nil; i++ {
		d.printf("Event Record [%d]", i)
		d.record()
	}
}

func (d *eventDump) record() {
	d.Skip(d.stamp)
	flags, n := libpcp.EventFlags(d.Uint32()), d.Int32()
	if d.Err() != nil {
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
	for i := int32(0); i < n && d.Err() == nil; i++ {
		d.printf("    Parameter [%d]:", i)
		d.param()
	}
}

func (d *eventDump) param() {
	id, header := libpcp.PMID(d.Uint32()), d.Uint32()
	length := max(int(header&0xffffff)-4, 0)
	data := d.Bytes(wire.Padded(length))
	if d.Err() != nil {
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
		r := wire.NewReader(data)
		v.Word = r.Uint32()
		d.printf(" = ")
		d.dst = AppendValue(d.dst, libpcp.InSitu, v, t)
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeFloat, libpcp.TypeDouble:
		d.printf(" = ")
		d.dst = AppendValue(d.dst, libpcp.PointerDynamic, v, t)
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
