package main

import (
	"strconv"

	"pcptools/libpcp"
)

// writeValues writes a row of values as they are.
func (t *table) writeValues(s *sample) {
	line := t.stamps.append(t.line[:0], s.time)
	if t.singular() {
		line = append(t.appendValue(line, s, 0, t.column.Width), '\n')
		t.emit(line)
		return
	}
	at := cursor{values: s.set.Values}
	for _, c := range t.columns {
		if i := at.find(c.ID); i >= 0 {
			line = t.appendValue(line, s, i, t.column.Width)
		} else {
			line = t.column.AppendMissing(line)
		}
		line = t.some(append(line, ' '))
	}
	line = append(line, '\n')
	if t.all {
		line = t.appendUnknown(line, s)
	}
	t.emit(line)
}

// appendValue appends one value, in a column at least so wide.
func (t *table) appendValue(dst []byte, s *sample, i, width int) []byte {
	kind := t.desc.Type
	if kind == libpcp.TypeFloat || kind == libpcp.TypeDouble {
		column := t.column
		column.Width = width
		if n, err := s.set.Float64(i, kind); err == nil {
			return column.AppendNumber(dst, n)
		}
	}
	layout := t.layout
	layout.Width = width
	return layout.AppendValue(dst, s.set.Format, s.set.Values[i], kind)
}

// appendUnknown appends the values of instances that are not in the domain.
func (t *table) appendUnknown(dst []byte, s *sample) []byte {
	for i := range s.set.Values {
		v := &s.set.Values[i]
		if t.index(v.Inst) >= 0 {
			continue
		}
		dst = t.appendValue(append(dst, "Warning: value="...), s, i, 1)
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

// find returns the index of an instance's value, or -1 if it has none.
func (c *cursor) find(inst int32) int {
	for c.next < len(c.values) && c.values[c.next].Inst < inst {
		c.next++
	}
	if c.next < len(c.values) && c.values[c.next].Inst == inst {
		return c.next
	}
	return -1
}
