package libpcp

import "strconv"

// Units is the dimension and scale of a metric in space, time and count
// (pmUnits in pmLookupDesc(3)), and since PCP 7.2 in one physical quantity
// more.
type Units struct {
	DimSpace, DimTime, DimCount int8 // exponents, -8…7
	ScaleSpace, ScaleTime       uint8
	ScaleCount                  int8 // power of ten, -8…7
	Extra                       ExtraUnit
	ScaleExtra                  uint8 // of the extra unit, 0…7
}

// An ExtraUnit is a physical quantity in the units of a metric (PM_UNIT_*). Its
// negative is a divisor.
type ExtraUnit int8 // -16…15

// The extra units.
const (
	Temperature ExtraUnit = 1
	Voltage     ExtraUnit = 2
	Current     ExtraUnit = 3
	Power       ExtraUnit = 4
)

// Scales of space and time; a count's scale is a power of ten.
const (
	SpaceByte  = 0 // and upwards in powers of 1024
	SpaceKByte = 1
	SpaceMByte = 2
	SpaceGByte = 3
	SpaceTByte = 4
	SpacePByte = 5
	SpaceEByte = 6
	SpaceZByte = 7
	SpaceYByte = 8

	TimeNanosec  = 0
	TimeMicrosec = 1
	TimeMillisec = 2
	TimeSec      = 3
	TimeMin      = 4
	TimeHour     = 5
)

// Scales of the extra units.
const (
	TemperatureCelsius    = 1
	TemperatureFahrenheit = 2
	TemperatureKelvin     = 3

	VoltageVolt      = 1
	VoltageMillivolt = 2
	VoltageMicrovolt = 3

	CurrentAmpere      = 1
	CurrentMilliampere = 2
	CurrentMicroampere = 3

	PowerKilowatt  = 1
	PowerWatt      = 2
	PowerMilliwatt = 3
	PowerMicrowatt = 4
)

// UnitsFromWord unpacks the 32-bit form used on the wire and in archives:
// from the top, four bits each of the three dimensions and the three scales,
// then five of the extra unit and three of its scale.
func UnitsFromWord(w uint32) Units {
	signed := func(shift uint) int8 { return int8(int32(w<<shift) >> 28) }
	return Units{
		DimSpace: signed(0), DimTime: signed(4), DimCount: signed(8),
		ScaleSpace: uint8(w >> 16 & 0xf), ScaleTime: uint8(w >> 12 & 0xf),
		ScaleCount: signed(20),
		Extra:      ExtraUnit(int8(w) >> 3), ScaleExtra: uint8(w & 7),
	}
}

// Word is the inverse of [UnitsFromWord].
func (u Units) Word() uint32 {
	return uint32(u.DimSpace)&0xf<<28 | uint32(u.DimTime)&0xf<<24 | uint32(u.DimCount)&0xf<<20 |
		uint32(u.ScaleSpace)&0xf<<16 | uint32(u.ScaleTime)&0xf<<12 | uint32(u.ScaleCount)&0xf<<8 |
		uint32(u.Extra)&0x1f<<3 | uint32(u.ScaleExtra)&7
}

// Dimensionless reports whether all three dimensions are zero and there is no
// extra unit.
func (u Units) Dimensionless() bool { return u.scalar() && u.Extra == 0 }

// scalar reports whether all three dimensions are zero.
func (u Units) scalar() bool { return u.DimSpace == 0 && u.DimTime == 0 && u.DimCount == 0 }

// WithoutExtra returns the units without the extra one, as PCP before 7.2 takes
// them.
func (u Units) WithoutExtra() Units {
	u.Extra, u.ScaleExtra = 0, 0
	return u
}

var (
	spaceNames = [...]string{"byte", "Kbyte", "Mbyte", "Gbyte", "Tbyte", "Pbyte", "Ebyte", "Zbyte", "Ybyte"}
	timeNames  = [...]string{"nanosec", "microsec", "millisec", "sec", "min", "hour"}
)

// extraNames are the extra units from 1 on, with their scales from 1 on.
var extraNames = [...]struct {
	name   string
	scales []string
}{
	{"temperature", []string{"C", "F", "K"}},
	{"voltage", []string{"V", "mV", "uV"}},
	{"current", []string{"A", "mA", "uA"}},
	{"power", []string{"kW", "W", "mW", "uW"}},
}

// String is the units in PCP's notation, such as "Kbyte / sec"; it is empty
// for none (pmUnitsStr(3)).
func (u Units) String() string { return UnitsNotation{}.Text(u) }

// UnitsNotation is how some release of PCP writes units. The zero value is the
// newest one's notation.
type UnitsNotation struct {
	// NoExtra is the notation before PCP 7.2: without extra units, and with a
	// count scale that has no dimension as "x 10^3", not "count x 10^3".
	NoExtra bool
}

// Text is the units in the notation; it is empty for none.
func (n UnitsNotation) Text(u Units) string {
	if n.NoExtra {
		u = u.WithoutExtra()
	}
	if u.Dimensionless() {
		switch {
		case u.ScaleCount == 0:
			return ""
		case n.NoExtra:
			return string(appendCountScale(nil, u.ScaleCount))
		}
		u.DimCount = 1
	}
	dst := u.appendSide(nil, 1)
	if u.DimSpace < 0 || u.DimTime < 0 || u.DimCount < 0 || u.Extra < 0 {
		if len(dst) > 0 {
			dst = append(dst, ' ')
		}
		dst = u.appendSide(append(dst, "/ "...), -1)
	}
	return string(dst)
}

// appendSide appends the dimensions whose sign is that of sign.
func (u Units) appendSide(dst []byte, sign int) []byte {
	start := len(dst)
	side := func(dim int8, name func([]byte) []byte) {
		power := int(dim) * sign
		if power <= 0 {
			return
		}
		if len(dst) > start {
			dst = append(dst, ' ')
		}
		dst = name(dst)
		if power != 1 {
			dst = strconv.AppendInt(append(dst, '^'), int64(power), 10)
		}
	}
	if extra := int(u.Extra) * sign; extra > 0 {
		dst = appendExtra(dst, extra, int(u.ScaleExtra))
	}
	side(u.DimSpace, func(b []byte) []byte { return appendScaleName(b, spaceNames[:], "space-", u.ScaleSpace) })
	side(u.DimTime, func(b []byte) []byte { return appendScaleName(b, timeNames[:], "time-", u.ScaleTime) })
	side(u.DimCount, func(b []byte) []byte {
		b = append(b, "count"...)
		if u.ScaleCount == 0 {
			return b
		}
		return appendCountScale(append(b, ' '), u.ScaleCount)
	})
	return dst
}

// appendExtra appends an extra unit with its scale.
func appendExtra(dst []byte, unit, scale int) []byte {
	const room = 19 // that libpcp (C) has for one
	if unit > len(extraNames) {
		return strconv.AppendInt(append(dst, "extra-"...), int64(unit), 10)
	}
	names := extraNames[unit-1]
	start := len(dst)
	dst = append(append(dst, names.name...), " ("...)
	if scale >= 1 && scale <= len(names.scales) {
		dst = append(dst, names.scales[scale-1]...)
	} else {
		dst = strconv.AppendInt(append(dst, "scale-"...), int64(scale), 10)
	}
	dst = append(dst, ')')
	return dst[:min(len(dst), start+room)]
}

func appendScaleName(dst []byte, names []string, other string, scale uint8) []byte {
	if int(scale) < len(names) {
		return append(dst, names[scale]...)
	}
	return strconv.AppendUint(append(dst, other...), uint64(scale), 10)
}

func appendCountScale(dst []byte, scale int8) []byte {
	dst = append(dst, "x 10"...)
	if scale == 1 {
		return dst
	}
	return strconv.AppendInt(append(dst, '^'), int64(scale), 10)
}
