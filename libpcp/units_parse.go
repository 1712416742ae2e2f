package libpcp

import (
	"math"
	"strings"

	"pcptools/internal/cnum"
)

// A UnitsError is the reason why a text cannot be parsed as units. Its code is
// [ErrConv].
type UnitsError struct{ Reason string }

func (e *UnitsError) Error() string { return e.Reason }

// Unwrap returns the code.
func (e *UnitsError) Unwrap() error { return ErrConv }

// ParseUnits parses units such as "Kbyte / sec", "10 count x 10^3" or "power
// (W)" (pmParseUnitsStr(3)). A value in the units of s, numbers included,
// divided by multiplier is in u. The error is a *[UnitsError].
func ParseUnits(s string) (u Units, multiplier float64, err error) { return UnitsNotation{}.Parse(s) }

// Parse reads units in the notation; see [ParseUnits].
func (n UnitsNotation) Parse(s string) (u Units, multiplier float64, err error) {
	d, multiplier, err := n.parse(s)
	return d.Units(), multiplier, err
}

func (n UnitsNotation) parse(s string) (Dimensions, float64, error) {
	over, under, _ := strings.Cut(s, "/")
	dividend, err := n.parsePart(over)
	if err != nil {
		return Dimensions{}, 0, err
	}
	divisor, err := n.parsePart(under)
	if err != nil {
		return Dimensions{}, 0, err
	}
	return dividend.over(divisor)
}

// The axes of units, in the order of their fields.
const (
	spaceAxis = iota
	timeAxis
	countAxis
)

// unitsPart is one side of a fraction.
type unitsPart struct {
	dim, scale        [3]int
	extra, scaleExtra int
	multiplier        float64
}

var errUnknownUnit = &UnitsError{"unrecognized or duplicate base unit"}

func (n UnitsNotation) parsePart(s string) (unitsPart, error) {
	p := unitsPart{multiplier: 1}
	for {
		s = strings.TrimLeft(s, cnum.Space)
		if s == "" {
			return p, nil
		}
		if !n.NoExtra {
			rest, err := p.extraUnit(s)
			if err != nil {
				return p, err
			}
			if rest != s {
				s = rest
				continue
			}
		}
		var ok bool
		if c := s[0]; c == '-' || c == '.' || c >= '0' && c <= '9' {
			if s, ok = p.number(s); !ok {
				return p, &UnitsError{"invalid floating point literal"}
			}
		} else if s, ok = p.unit(s); !ok {
			return p, errUnknownUnit
		}
	}
}

// number takes a factor off the front of s.
func (p *unitsPart) number(s string) (rest string, ok bool) {
	v, size, fits := cnum.Strtod(s)
	if size == 0 || !fits {
		return s, false
	}
	p.multiplier *= v
	return s[size:], true
}

// over divides. A dimension on both sides comes out in the scale byte, sec or
// count.
func (p unitsPart) over(q unitsPart) (Dimensions, float64, error) {
	multiplier := q.multiplier / p.multiplier
	var dim, scale [3]int
	for axis := range dim {
		dim[axis] = p.dim[axis] - q.dim[axis]
		scale[axis] = p.scale[axis] + q.scale[axis] // at most one is not zero
		if p.dim[axis] == 0 || q.dim[axis] == 0 {
			continue
		}
		if axis == timeAxis && (p.scale[axis] > TimeHour || q.scale[axis] > TimeHour) {
			return Dimensions{}, 0, errUnknownUnit
		}
		multiplier *= math.Pow(canonical(axis, p.scale[axis]), float64(-p.dim[axis]))
		multiplier *= math.Pow(canonical(axis, q.scale[axis]), float64(q.dim[axis]))
		scale[axis] = 0
		if axis == timeAxis && dim[axis] != 0 {
			scale[axis] = TimeSec
		}
	}
	for axis, name := range [...]string{"space", "time", "count"} {
		if dim[axis] < -8 || dim[axis] > 7 {
			return Dimensions{}, 0, &UnitsError{name + " dimension out of bounds"}
		}
	}
	if p.extra != 0 && q.extra != 0 {
		return Dimensions{}, 0, &UnitsError{"extra units cannot appear in both dividend and divisor"}
	}
	return Dimensions{
		Extra: ExtraUnit(p.extra - q.extra), ScaleExtra: uint8(p.scaleExtra + q.scaleExtra),
		DimSpace: int8(dim[spaceAxis]), DimTime: int8(dim[timeAxis]), DimCount: int8(dim[countAxis]),
		ScaleSpace: uint8(scale[spaceAxis]), ScaleTime: uint8(scale[timeAxis]), ScaleCount: int8(scale[countAxis]),
	}, multiplier, nil
}

// canonical is a scale in bytes, seconds or ones.
func canonical(axis, scale int) float64 {
	switch axis {
	case spaceAxis:
		return math.Pow(1024, float64(scale))
	case countAxis:
		return math.Pow(10, float64(scale))
	}
	if scale > TimeSec {
		return math.Pow(60, float64(scale-TimeSec))
	}
	return math.Pow(1000, float64(scale-TimeSec))
}
