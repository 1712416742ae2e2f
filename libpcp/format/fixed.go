package format

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"
)

// maxFixed is the most decimals that appendFixed knows.
const maxFixed = 4

// appendFixed appends a finite number with so many decimals, as C's %.*f does:
// the nearest to its exact binary value, and of two the even one. It fails for
// numbers and precisions that are not usual.
func appendFixed(dst []byte, v float64, precision int) ([]byte, bool) {
	u := math.Float64bits(v)
	shift := 1075 - int(u>>52&0x7ff) // v is mantissa / 2^shift
	if shift < 1 || shift > 116 || precision > maxFixed {
		return dst, false
	}
	unit := powers[precision]
	hi, lo := bits.Mul64(u&(1<<52-1)|1<<52, unit)
	n, ok := shiftedHalfEven(hi, lo, shift)
	if !ok {
		return dst, false
	}
	if u>>63 != 0 {
		dst = append(dst, '-')
	}
	if precision == 0 {
		return strconv.AppendUint(dst, n, 10), true
	}
	dst = strconv.AppendUint(dst, n/unit, 10)
	return appendDecimals(append(dst, '.'), n%unit, precision), true
}

var powers = [...]uint64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000}

// appendDecimals appends n, which has at most so many digits, with zeros in
// front.
func appendDecimals(dst []byte, n uint64, digits int) []byte {
	for i := digits - 1; i >= 0; i-- {
		dst = append(dst, '0'+byte(n/powers[i]%10))
	}
	return dst
}

// shiftedHalfEven is (hi:lo)/2^shift, rounded half to even, for shifts from 1
// on. It fails if that does not fit 64 bits.
func shiftedHalfEven(hi, lo uint64, shift int) (n uint64, ok bool) {
	var half bool // the highest bit shifted out
	var rest uint64
	switch {
	case shift < 64:
		if hi>>shift != 0 {
			return 0, false
		}
		n = hi<<(64-shift) | lo>>shift
		half, rest = lo>>(shift-1)&1 != 0, lo&(1<<(shift-1)-1)
	case shift == 64:
		n, half, rest = hi, lo>>63 != 0, lo<<1
	default:
		shift -= 64
		n = hi >> shift
		half, rest = hi>>(shift-1)&1 != 0, hi&(1<<(shift-1)-1)|lo
	}
	if half && (rest != 0 || n&1 != 0) {
		n++
	}
	return n, true
}

// appendThousandths appends a number from 1000 up to 10^12 as C's %.3E does. It
// fails for others.
func appendThousandths(dst []byte, v float64) ([]byte, bool) {
	if !(v >= 1000 && v < 1e12) {
		return dst, false
	}
	whole := uint64(v)
	exponent := 3
	for whole >= powers[exponent-3]*10_000 {
		exponent++
	}
	unit := powers[exponent-3]
	n, rest := whole/unit, whole%unit
	part := v - float64(whole)
	half := cmp.Compare(2*rest, unit) // the cut-off rest, compared with half a unit
	switch {
	case unit == 1:
		half = cmp.Compare(part, 0.5)
	case half == 0 && part > 0:
		half = 1
	}
	if half > 0 || half == 0 && n&1 != 0 {
		n++
	}
	if n == 10_000 {
		n, exponent = 1000, exponent+1
	}
	dst = append(dst, '0'+byte(n/1000), '.')
	dst = appendDecimals(dst, n%1000, 3)
	return append(dst, 'E', '+', '0'+byte(exponent/10), '0'+byte(exponent%10)), true
}
