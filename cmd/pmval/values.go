package main

import (
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// writeValues writes a row of values as they are.
func (r *report) writeValues(s *sample) {
	line := r.appendStamp(r.line[:0], s.time)
	if r.singular() {
		line = append(r.appendValue(line, s, &s.set.Values[0], r.column.Width), '\n')
		r.emit(line)
		return
	}
	at := cursor{values: s.set.Values}
	for _, c := range r.columns {
		if i := at.find(c.ID); i >= 0 {
			line = r.appendValue(line, s, &s.set.Values[i], r.column.Width)
		} else {
			line = r.column.AppendMissing(line)
		}
		line = append(line, ' ')
	}
	line = append(line, '\n')
	if r.all {
		line = r.appendUnknown(line, s)
	}
	r.emit(line)
}

// appendValue appends one value, in a column at least so wide.
func (r *report) appendValue(dst []byte, s *sample, v *libpcp.Value, width int) []byte {
	t := r.desc.Type
	if t == libpcp.TypeFloat || t == libpcp.TypeDouble {
		column := r.column
		column.Width = width
		if n, ok := libpcp.Number(s.set.Format, v, t); ok {
			return column.AppendNumber(dst, n)
		}
		if a, err := libpcp.Extract(s.set.Format, *v, t, t); err == nil {
			return column.AppendNumber(dst, a.Float64())
		}
	}
	layout := format.Layout{Width: width, Zone: r.window.Zone, Squash: r.squash}
	return layout.AppendValue(dst, s.set.Format, *v, t)
}

// appendUnknown appends the values of instances that are not in the domain.
func (r *report) appendUnknown(dst []byte, s *sample) []byte {
	for i := range s.set.Values {
		v := &s.set.Values[i]
		if r.place(v.Inst) >= 0 {
			continue
		}
		dst = r.appendValue(append(dst, "Warning: value="...), s, v, 1)
		dst = append(dst, ", but instance="...)
		dst = strconv.AppendInt(dst, int64(v.Inst), 10)
		dst = append(dst, " is unknown\n"...)
	}
	return dst
}

// A cursor finds the values of instances that are asked for in order.
type cursor struct {
	values []libpcp.Value // by instance
	next   int
}

// find returns the place of an instance's value, or -1 if it has none.
func (c *cursor) find(inst int32) int {
	for c.next < len(c.values) && c.values[c.next].Inst < inst {
		c.next++
	}
	if c.next < len(c.values) && c.values[c.next].Inst == inst {
		return c.next
	}
	return -1
}
