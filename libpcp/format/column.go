package format

import (
	"math"
	"strconv"

	"pcptools/libpcp"
)

// Column lays out the values of pmval, one to a column (pmval(1)).
type Column struct {
	Width     int  // of each value, at least; 1 or more
	Precision int  // digits after the decimal point; negative for as many as fit the number
	Counter   bool // of a counter: negative numbers mean that it wrapped and are only marked
}

// ColumnWidth returns the width of pmval's columns for values of type t. It is
// 0 for values that are not in columns, and not ok for an unknown type.
func ColumnWidth(t libpcp.Type) (width int, ok bool) {
	switch t {
	case libpcp.Type32, libpcp.TypeU32:
		return 11, true
	case libpcp.TypeFloat:
		return 13, true
	case libpcp.Type64, libpcp.TypeU64, libpcp.TypeDouble, libpcp.TypeString,
		libpcp.TypeAggregate, libpcp.TypeAggregateStatic:
		return 21, true
	}
	return 0, t.Event()
}

// AppendNumber appends a float, a double or a rate.
func (c Column) AppendNumber(dst []byte, v float64) []byte {
	switch {
	case v < 0 && c.Counter:
		return c.appendMark(dst, '!')
	case c.Precision >= 0:
		return appendC(dst, v, 'f', c.Precision, c.Width)
	case v == 0:
		return append(appendC(dst, v, 'f', 0, c.Width-5), ".0   "...)
	case v < 0.1 || v > 9999:
		return appendC(dst, v, 'E', 3, c.Width)
	case v <= 0.9999:
		return appendC(dst, v, 'f', 4, c.Width)
	case v <= 9.999:
		return append(appendC(dst, v, 'f', 3, c.Width-1), ' ')
	case v <= 99.99:
		return append(appendC(dst, v, 'f', 2, c.Width-2), "  "...)
	case v <= 999.9:
		return append(appendC(dst, v, 'f', 1, c.Width-3), "   "...)
	}
	return append(appendC(dst, v, 'f', 0, c.Width-5), ".    "...)
}

// AppendMissing appends the mark for a missing value.
func (c Column) AppendMissing(dst []byte) []byte { return c.appendMark(dst, '?') }

func (c Column) appendMark(dst []byte, mark byte) []byte {
	start := len(dst)
	return justify(append(dst, mark), start, c.Width)
}

// AppendName appends an instance's name as the heading of the column, cut to
// fit. With points it ends above the decimal points of rates, unless their
// precision is fixed; in columns too narrow for a point it is not cut, and ends
// with blanks, as printf(3) has it of a negative width.
func (c Column) AppendName(dst []byte, name string, points bool) []byte {
	width, gap := c.Width, 1
	if points && c.Precision < 0 {
		width, gap = c.Width-3, 4
	}
	if width < 0 {
		return appendBlanks(append(dst, name...), max(-width-len(name), 0)+gap)
	}
	start := len(dst)
	dst = append(dst, name[:min(len(name), width)]...)
	return appendBlanks(justify(dst, start, width), gap)
}

// appendC appends a number as C's %*.*f or %*.*E does.
func appendC(dst []byte, v float64, verb byte, precision, width int) []byte {
	start := len(dst)
	switch {
	case !math.IsNaN(v) && !math.IsInf(v, 0):
		dst = strconv.AppendFloat(dst, v, verb, precision, 64)
	case verb == 'E':
		dst = bytesToUpper(appendNonFinite(dst, v), start)
	default:
		dst = appendNonFinite(dst, v)
	}
	return justify(dst, start, width)
}

// bytesToUpper makes the letters in dst from start on capitals.
func bytesToUpper(dst []byte, start int) []byte {
	for i, c := range dst[start:] {
		if 'a' <= c && c <= 'z' {
			dst[start+i] = c - 'a' + 'A'
		}
	}
	return dst
}
