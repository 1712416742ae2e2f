package libpcp

import "strconv"

// Units is the dimension and scale of a metric in space, time and count
// (pmUnits in pmLookupDesc(3)).
type Units struct {
	DimSpace, DimTime, DimCount int8 // exponents, -8…7
	ScaleSpace, ScaleTime       uint8
	ScaleCount                  int8 // power of ten, -8…7
}

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

// UnitsFromWord unpacks the 32-bit form used on the wire and in archives:
// from the top, four bits each of the three dimensions and the three scales.
// The low byte is ignored.
func UnitsFromWord(w uint32) Units {
	signed := func(shift uint) int8 { return int8(int32(w<<shift) >> 28) }
	return Units{
		DimSpace: signed(0), DimTime: signed(4), DimCount: signed(8),
		ScaleSpace: uint8(w >> 16 & 0xf), ScaleTime: uint8(w >> 12 & 0xf),
		ScaleCount: signed(20),
	}
}

// Word is the inverse of [UnitsFromWord].
func (u Units) Word() uint32 {
	return uint32(u.DimSpace)&0xf<<28 | uint32(u.DimTime)&0xf<<24 | uint32(u.DimCount)&0xf<<20 |
		uint32(u.ScaleSpace)&0xf<<16 | uint32(u.ScaleTime)&0xf<<12 | uint32(u.ScaleCount)&0xf<<8
}

// Dimensionless reports whether all three dimensions are zero.
func (u Units) Dimensionless() bool { return u.DimSpace == 0 && u.DimTime == 0 && u.DimCount == 0 }

var (
	spaceNames = [...]string{"byte", "Kbyte", "Mbyte", "Gbyte", "Tbyte", "Pbyte", "Ebyte", "Zbyte", "Ybyte"}
	timeNames  = [...]string{"nanosec", "microsec", "millisec", "sec", "min", "hour"}
)

// String is the units in PCP's notation, such as "Kbyte / sec"; it is empty
// for none (pmUnitsStr(3)).
func (u Units) String() string {
	if u.Dimensionless() {
		if u.ScaleCount == 0 {
			return ""
		}
		return string(appendCountScale(nil, u.ScaleCount))
	}
	dst := u.appendSide(nil, 1)
	if u.DimSpace < 0 || u.DimTime < 0 || u.DimCount < 0 {
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
