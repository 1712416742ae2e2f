package libpcp

import (
	"math"

	"pcptools/internal/cnum"
)

// extraConversion returns the function that changes the scale of the extra
// unit, nil if that stays the same.
func extraConversion(from, to Dimensions) (f func(float64) float64, ok bool) {
	have, want := int(from.ScaleExtra), int(to.ScaleExtra)
	switch {
	case from.Extra == 0 || have == want:
		return nil, true
	case !from.extraScaled() || !to.extraScaled():
		return nil, false
	case from.Extra == Temperature:
		return func(v float64) float64 { return fromCelsius(toCelsius(v, have), want) }, true
	case have < want:
		return func(v float64) float64 { return v * math.Pow10(3*(want-have)) }, true
	}
	return func(v float64) float64 { return v / math.Pow10(3*(have-want)) }, true
}

// extraScaled reports whether the extra unit has a scale that PCP knows.
func (d Dimensions) extraScaled() bool {
	return d.Extra > 0 && int(d.Extra) <= len(extraNames) &&
		d.ScaleExtra > 0 && int(d.ScaleExtra) <= len(extraNames[d.Extra-1].scales)
}

const kelvinOfCelsius = 273.15

func toCelsius(v float64, scale int) float64 {
	switch scale {
	case TemperatureFahrenheit:
		return (v - 32) * 5 / 9
	case TemperatureKelvin:
		return v - kelvinOfCelsius
	}
	return v
}

func fromCelsius(v float64, scale int) float64 {
	switch scale {
	case TemperatureFahrenheit:
		return v*9/5 + 32
	case TemperatureKelvin:
		return v + kelvinOfCelsius
	}
	return v
}

// cut makes a number of type t of v as an x86 processor does in C: towards
// zero, without regard to overflow.
func cut(v float64, t Type) Atom {
	switch t {
	case TypeDouble:
		return DoubleAtom(v)
	case TypeFloat:
		return FloatAtom(float32(v))
	case Type32:
		if v < math.MinInt32 || v >= -math.MinInt32 {
			return Int32Atom(math.MinInt32)
		}
		return Int32Atom(int32(v))
	case TypeU32:
		return Uint32Atom(uint32(cnum.Int64(v)))
	case TypeU64:
		return Uint64Atom(cnum.Uint64(v))
	}
	return Int64Atom(cnum.Int64(v))
}
