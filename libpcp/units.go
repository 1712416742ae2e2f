package libpcp

import "strconv"

// Units is the dimension and scale of a metric in space, time and count
// (pmUnits in pmLookupDesc(3)), and since PCP 7.2 in one physical quantity
// more. It is made of constants, one each for space, time and count:
//
//	KByte | PerSec        Kbyte / sec
//	Count + 3*Ten         count x 10^3
//
// The zero Units are none. [Dimensions] are the parts, also of units that have
// no constant. The word is encoded as in PDUs and archives, and as a constant it
// makes tables of metrics static data.
type Units uint32

// The units, and what they can be divided by.
const (
	NoUnits Units = 0

	Byte  Units = 1<<28 | 0<<16
	KByte Units = 1<<28 | 1<<16
	MByte Units = 1<<28 | 2<<16
	GByte Units = 1<<28 | 3<<16
	TByte Units = 1<<28 | 4<<16
	PByte Units = 1<<28 | 5<<16
	EByte Units = 1<<28 | 6<<16

	Nanosec  Units = 1<<24 | 0<<12
	Microsec Units = 1<<24 | 1<<12
	Millisec Units = 1<<24 | 2<<12
	Sec      Units = 1<<24 | 3<<12
	Min      Units = 1<<24 | 4<<12
	Hour     Units = 1<<24 | 5<<12

	Count Units = 1 << 20
	Ten   Units = 1 << 8 // a power of ten, to be added to Count

	Celsius    Units = 1<<3 | 1
	Fahrenheit Units = 1<<3 | 2
	Kelvin     Units = 1<<3 | 3
	Volt       Units = 2<<3 | 1
	Millivolt  Units = 2<<3 | 2
	Microvolt  Units = 2<<3 | 3
	Amp        Units = 3<<3 | 1
	Milliamp   Units = 3<<3 | 2
	Microamp   Units = 3<<3 | 3
	Kilowatt   Units = 4<<3 | 1
	Watt       Units = 4<<3 | 2
	Milliwatt  Units = 4<<3 | 3
	Microwatt  Units = 4<<3 | 4

	PerByte     Units = 0xf<<28 | 0<<16
	PerKByte    Units = 0xf<<28 | 1<<16
	PerMByte    Units = 0xf<<28 | 2<<16
	PerNanosec  Units = 0xf<<24 | 0<<12
	PerMicrosec Units = 0xf<<24 | 1<<12
	PerMillisec Units = 0xf<<24 | 2<<12
	PerSec      Units = 0xf<<24 | 3<<12
	PerMin      Units = 0xf<<24 | 4<<12
	PerHour     Units = 0xf<<24 | 5<<12
	PerCount    Units = 0xf << 20
)

// Dimensions are the parts of units: an exponent and a scale in space, time and
// count, and an extra unit.
type Dimensions struct {
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

// Dimensions returns the parts of the units: from the top of the word four
// bits each of the three exponents and the three scales, then five of the
// extra unit and three of its scale.
func (u Units) Dimensions() Dimensions {
	signed := func(shift uint) int8 { return int8(int32(u<<shift) >> 28) }
	return Dimensions{
		DimSpace: signed(0), DimTime: signed(4), DimCount: signed(8),
		ScaleSpace: uint8(u >> 16 & 0xf), ScaleTime: uint8(u >> 12 & 0xf),
		ScaleCount: signed(20),
		Extra:      ExtraUnit(int8(u) >> 3), ScaleExtra: uint8(u & 7),
	}
}

// Units is the inverse of [Units.Dimensions]; parts are cut to their width.
func (d Dimensions) Units() Units {
	return Units(uint32(d.DimSpace)&0xf<<28 | uint32(d.DimTime)&0xf<<24 | uint32(d.DimCount)&0xf<<20 |
		uint32(d.ScaleSpace)&0xf<<16 | uint32(d.ScaleTime)&0xf<<12 | uint32(d.ScaleCount)&0xf<<8 |
		uint32(d.Extra)&0x1f<<3 | uint32(d.ScaleExtra)&7)
}

const (
	dimensionBits = 0xfff << 20
	extraBits     = 0xff // the extra unit and its scale
)

// Dimensionless reports whether all three exponents are zero, without an extra
// unit.
func (u Units) Dimensionless() bool { return u.scalar() && u&extraBits < 8 }

// scalar reports whether all three exponents are zero.
func (u Units) scalar() bool { return u&dimensionBits == 0 }

// WithoutExtra returns the units without the extra one, which PCP before 7.2
// does not know.
func (u Units) WithoutExtra() Units { return u &^ extraBits }

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

// UnitsNotation is the notation of units in a release of PCP. The zero value is
// the notation of the newest.
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
	d := u.Dimensions()
	if u.Dimensionless() {
		switch {
		case d.ScaleCount == 0:
			return ""
		case n.NoExtra:
			return string(appendCountScale(nil, d.ScaleCount))
		}
		d.DimCount = 1
	}
	dst := d.appendSide(nil, 1)
	if d.DimSpace < 0 || d.DimTime < 0 || d.DimCount < 0 || d.Extra < 0 {
		if len(dst) > 0 {
			dst = append(dst, ' ')
		}
		dst = d.appendSide(append(dst, "/ "...), -1)
	}
	return string(dst)
}

// appendSide appends the dimensions that have the given sign.
func (d Dimensions) appendSide(dst []byte, sign int) []byte {
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
	if extra := int(d.Extra) * sign; extra > 0 {
		dst = appendExtra(dst, extra, int(d.ScaleExtra))
	}
	side(d.DimSpace, func(b []byte) []byte { return appendScaleName(b, spaceNames[:], "space-", d.ScaleSpace) })
	side(d.DimTime, func(b []byte) []byte { return appendScaleName(b, timeNames[:], "time-", d.ScaleTime) })
	side(d.DimCount, func(b []byte) []byte {
		b = append(b, "count"...)
		if d.ScaleCount == 0 {
			return b
		}
		return appendCountScale(append(b, ' '), d.ScaleCount)
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
