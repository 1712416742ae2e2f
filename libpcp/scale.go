package libpcp

import "math"

// ConvertScale converts the number a from one scale to another of the same
// dimensions and extra unit (pmConvScale(3)). Integers are rounded away from
// zero at one half when positive, and cut to their type; there is no check for
// overflow. The extra unit is converted after that, and rounded towards zero.
// Units of different dimensions, and types that are not numbers, give
// [ErrConv]; a scale PCP cannot convert, such as Zbyte, [ErrUnit].
// To convert many numbers, make a [Scale] of the units once.
func ConvertScale(a Atom, from, to Units) (Atom, error) {
	s, err := NewScale(from, to)
	if err != nil {
		return Atom{}, err
	}
	return s.Convert(a)
}

// A Scale is what [ConvertScale] does to numbers of one pair of units.
type Scale struct {
	ratio ratio
	extra func(float64) float64 // or nil
}

// NewScale returns the scale from units to others. Its errors are those of
// [ConvertScale].
func NewScale(from, to Units) (Scale, error) {
	if from.unscaled() != to.unscaled() {
		return Scale{}, ErrConv
	}
	have, want := from.Dimensions(), to.Dimensions()
	r := ratio{1, 1}
	if !r.apply(have, 1) || !r.apply(want, -1) {
		return Scale{}, ErrUnit
	}
	extra, ok := extraConversion(have, want)
	if !ok {
		return Scale{}, ErrUnit
	}
	switch {
	case r.div == 0: // where the ratio has wrapped to that, libpcp (C) divides by it
		return Scale{}, ErrConv
	case r.mult%r.div == 0:
		r = ratio{r.mult / r.div, 1}
	}
	return Scale{r, extra}, nil
}

// Convert converts a number, of any type.
func (s Scale) Convert(a Atom) (Atom, error) {
	scaled, err := s.ratio.scale(a)
	if err != nil || s.extra == nil {
		return scaled, err
	}
	return cut(s.extra(scaled.Float64()), a.Type), nil
}

// unscaled is the units without scales. A number without dimensions is a
// count.
func (u Units) unscaled() Units {
	if u.Dimensionless() {
		u |= Count
	}
	return u & (dimensionBits | extraBits&^7)
}

// ratio is the factor between two scales. As in libpcp (C) its parts
// wrap at 64 bits, which takes large powers of far apart scales.
type ratio struct{ mult, div int64 }

// apply multiplies the ratio by the scale of d, in megabytes, seconds and
// ones, or with a negative sign divides by it.
func (r *ratio) apply(d Dimensions, sign int8) bool {
	if d.DimSpace != 0 {
		if d.ScaleSpace > SpaceEByte {
			return false
		}
		r.raise(1024, (int(d.ScaleSpace)-SpaceMByte)*int(d.DimSpace*sign))
	}
	if d.DimTime != 0 {
		base, power, ok := seconds(d.ScaleTime)
		if !ok {
			return false
		}
		r.raise(base, power*int(d.DimTime*sign))
	}
	dim := d.DimCount
	if d.DimSpace == 0 && d.DimTime == 0 && d.DimCount == 0 {
		dim = 1
	}
	r.raise(10, int(d.ScaleCount)*int(dim*sign))
	return true
}

// seconds is a scale of time as a power of seconds.
func seconds(scale uint8) (base int64, power int, ok bool) {
	switch scale {
	case TimeNanosec, TimeMicrosec, TimeMillisec, TimeSec:
		return 1000, int(scale) - TimeSec, true
	case TimeMin, TimeHour:
		return 60, int(scale) - TimeSec, true
	}
	return 0, 0, false
}

// raise multiplies the ratio by a power of base.
func (r *ratio) raise(base int64, power int) {
	for ; power > 0; power-- {
		r.mult *= base
	}
	for ; power < 0; power++ {
		r.div *= base
	}
}

// scale applies the ratio.
func (r ratio) scale(a Atom) (Atom, error) {
	if r.div == 0 {
		return Atom{}, ErrConv // of the zero Scale
	}
	switch a.Type {
	case Type32:
		return Int32Atom(int32(r.signed(int64(a.bits)))), nil
	case TypeU32:
		return Uint32Atom(uint32(r.signed(int64(a.bits)))), nil
	case Type64:
		return Int64Atom(r.signed(int64(a.bits))), nil
	case TypeU64:
		return Uint64Atom(r.unsigned(a.bits)), nil
	case TypeFloat:
		return FloatAtom(a.float32() * (float32(r.mult) / float32(r.div))), nil
	case TypeDouble:
		return DoubleAtom(math.Float64frombits(a.bits) * (float64(r.mult) / float64(r.div))), nil
	}
	return Atom{}, ErrConv
}

func (r ratio) signed(v int64) int64 { return (v*r.mult + r.div/2) / r.div }

func (r ratio) unsigned(v uint64) uint64 {
	return (v*uint64(r.mult) + uint64(r.div/2)) / uint64(r.div)
}
