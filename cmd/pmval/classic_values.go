package main

import (
	"strconv"

	"pcptools/libpcp"
)

// writeValues writes a row of values as they are. An error ends it in the
// middle.
func (t *table) writeValues(s *sample) (err error) {
	line := t.stamps.append(t.line[:0], s.time)
	defer func() { t.emit(line) }()
	if t.singular() {
		if line, err = t.appendValue(line, s, 0, t.column.Width); err == nil {
			line = append(line, '\n')
		}
		return err
	}
	at := cursor{values: s.set.Values}
	for _, c := range t.columns {
		if i := at.find(c.ID); i < 0 {
			line = t.column.AppendMissing(line)
		} else if line, err = t.appendValue(line, s, i, t.column.Width); err != nil {
			return err
		}
		line = t.some(append(line, ' '))
	}
	line = append(line, '\n')
	if t.all {
		line, err = t.appendUnknown(line, s)
	}
	return err
}

// appendValue appends one value, in a column at least so wide. Values of real
// types have to be numbers; others are printed in any format.
func (t *table) appendValue(dst []byte, s *sample, i, width int) ([]byte, error) {
	kind := t.desc.Type
	if kind == libpcp.TypeFloat || kind == libpcp.TypeDouble {
		column := t.column
		column.Width = width
		n, err := s.set.Float64(i, kind)
		if err != nil {
			return dst, failure{"printvals pmExtractValue", err}
		}
		return column.AppendNumber(dst, n), nil
	}
	layout := t.layout
	layout.Width = width
	return layout.AppendValue(dst, s.set.Format, s.set.Values[i], kind), nil
}

// appendUnknown appends the values of instances that are not in the domain.
func (t *table) appendUnknown(dst []byte, s *sample) (_ []byte, err error) {
	for i := range s.set.Values {
		v := &s.set.Values[i]
		if t.index(v.Inst) >= 0 {
			continue
		}
		if dst, err = t.appendValue(append(dst, warning...), s, i, 1); err != nil {
			return dst, err
		}
		dst = appendNoInstance(dst, v.Inst)
	}
	return dst, nil
}

const warning = "Warning: value="

// appendNoInstance ends a warning about a value.
func appendNoInstance(dst []byte, inst int32) []byte {
	dst = append(dst, ", but instance="...)
	dst = strconv.AppendInt(dst, int64(inst), 10)
	return append(dst, " is unknown\n"...)
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
