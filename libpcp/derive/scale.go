package derive

import (
	"math"

	"pcptools/libpcp"
)

// scaling has the factors and divisors of the operands of an operator, which make
// their scales agree. The zero value means that nothing is to be
// done. As in libpcp (C) the factors are 32-bit integers, which far
// apart scales overflow, and only the sign of the right operand's dimension
// matters, for counts the sign of the scaled operand's.
type scaling struct{ left, right factor }

type factor struct{ mult, div int32 }

func (f factor) apply(v float64) float64 { return v * float64(f.mult) / float64(f.div) }

func (f *factor) shift(ratio int32, dim int8) {
	if dim < 0 {
		f.mult *= ratio
	} else {
		f.div *= ratio
	}
}

// wrap cuts a dimension to the four bits it is stored in.
func wrap(dim int8) int8 { return dim << 4 >> 4 }

const keep = math.MinInt

// adjust makes the scales of one dimension agree, step being the ratio of a
// scale to the one before. The sign of dim says which way the left operand is
// scaled. It returns the scale for the result, or keep.
func (s *scaling) adjust(ldim, rdim, dim int8, ls, rs int, step func(int) int32) int {
	switch {
	case ldim == 0:
		return rs
	case rdim == 0 || ls == rs:
		return keep
	}
	ratio := int32(1)
	for scale := min(ls, rs) + 1; scale <= max(ls, rs); scale++ {
		ratio *= step(scale)
	}
	if ls < rs {
		s.left.shift(ratio, dim)
		return rs
	}
	s.right.shift(ratio, rdim)
	return keep
}

func ten(int) int32  { return 10 }
func kilo(int) int32 { return 1024 }

func timeStep(scale int) int32 {
	switch {
	case scale <= libpcp.TimeSec:
		return 1000
	case scale <= libpcp.TimeHour:
		return 60
	}
	return 0
}

// clearScales sets the scales of missing dimensions to zero.
func clearScales(u *libpcp.Dimensions) {
	if u.DimSpace == 0 {
		u.ScaleSpace = 0
	}
	if u.DimTime == 0 {
		u.ScaleTime = 0
	}
	if u.DimCount == 0 {
		u.ScaleCount = 0
	}
}

func sameDimensions(a, b libpcp.Dimensions) bool {
	return a.DimSpace == b.DimSpace && a.DimTime == b.DimTime && a.DimCount == b.DimCount
}

// countless reports whether a and b are one a count and the other a number.
func countless(a, b libpcp.Dimensions) bool {
	return a.DimSpace == 0 && a.DimTime == 0 && b.DimSpace == 0 && b.DimTime == 0 &&
		(a.DimCount == 0 && b.DimCount == 1 || a.DimCount == 1 && b.DimCount == 0)
}

// alike reports whether a and b, but for extra units, may be added.
func alike(a, b libpcp.Dimensions) bool { return sameDimensions(a, b) || countless(a, b) }
