package derive

import (
	"math"

	"pcptools/libpcp"
)

// scaling is what the operands of an operator are multiplied and divided by,
// so that their scales agree. Zero means that nothing is to be done.
type scaling struct{ left, right factor }

type factor struct{ mult, div float64 }

func (f factor) apply(v float64) float64 { return v * f.mult / f.div }

// mapUnits sets the units of the result of + - * /. Where the scales of a
// dimension differ the larger one is used, and the result is a DOUBLE; but
// the scale shown is that of the right operand if the left is a constant.
func (t *term) mapUnits(l, r libpcp.Units) {
	u := &t.desc.Units
	s := scaling{factor{1, 1}, factor{1, 1}}
	if scale := s.adjust(l.DimCount, r.DimCount, int(l.ScaleCount), int(r.ScaleCount), powerOf10); scale != keep {
		u.ScaleCount = int8(scale)
	}
	if scale := s.adjust(l.DimTime, r.DimTime, int(l.ScaleTime), int(r.ScaleTime), seconds); scale != keep {
		u.ScaleTime = uint8(scale)
	}
	if scale := s.adjust(l.DimSpace, r.DimSpace, int(l.ScaleSpace), int(r.ScaleSpace), powerOf1024); scale != keep {
		u.ScaleSpace = uint8(scale)
	}
	if s != (scaling{factor{1, 1}, factor{1, 1}}) {
		t.scale = s
		t.desc.Type = libpcp.TypeDouble
	}
	switch t.sign {
	case star:
		u.DimSpace, u.DimTime, u.DimCount = wrap(l.DimSpace+r.DimSpace), wrap(l.DimTime+r.DimTime), wrap(l.DimCount+r.DimCount)
	case slash:
		u.DimSpace, u.DimTime, u.DimCount = wrap(l.DimSpace-r.DimSpace), wrap(l.DimTime-r.DimTime), wrap(l.DimCount-r.DimCount)
	}
	clearScales(u)
}

// wrap cuts a dimension to the four bits it is stored in.
func wrap(dim int8) int8 { return dim << 4 >> 4 }

const keep = math.MinInt

// adjust makes the scales of one dimension agree. It returns the scale for
// the result, or keep.
func (s *scaling) adjust(ldim, rdim int8, ls, rs int, unit func(int) float64) int {
	switch {
	case ldim == 0:
		return rs
	case rdim == 0 || ls == rs:
		return keep
	case ls < rs:
		s.left.div *= math.Pow(unit(rs)/unit(ls), float64(ldim))
		return rs
	}
	s.right.div *= math.Pow(unit(ls)/unit(rs), float64(rdim))
	return keep
}

// clearScales sets the scales of missing dimensions to zero.
func clearScales(u *libpcp.Units) {
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

func powerOf10(scale int) float64   { return math.Pow(10, float64(scale)) }
func powerOf1024(scale int) float64 { return math.Pow(1024, float64(scale)) }

// seconds is a scale of time in seconds.
func seconds(scale int) float64 {
	if scale > libpcp.TimeSec {
		return math.Pow(60, float64(scale-libpcp.TimeSec))
	}
	return math.Pow(1000, float64(scale-libpcp.TimeSec))
}
