package figures

import (
	"math"

	"pcptools/libpcp"
)

// Numbers are numbers of one metric, which are compared with each other and
// should look alike.
type Numbers struct {
	Units libpcp.Units
	Share bool // parts of a whole, which people see in percent
	Kept  bool // the units are to stay
	Broad bool // some are no integers
	Most  float64
}

// Add takes note of a number.
func (n *Numbers) Add(v float64, integer bool) {
	n.Broad = n.Broad || !integer
	if v = math.Abs(v); v > n.Most && !math.IsInf(v, 0) {
		n.Most = v
	}
}

// A Form is how numbers are written: in which units, and with how many decimals.
type Form struct {
	Units    libpcp.Units
	factor   float64 // by which numbers are multiplied
	decimals int
	own      bool // each number has the digits that Float gives it
}

// The numbers that Float writes without an exponent.
const (
	leastFixed = 1e-4
	mostFixed  = 1e15
)

// Form chooses units in which the largest number has few digits before the point,
// and so many decimals that it has four digits that count, at least one. Integers
// have no decimals if their units stay.
func (n *Numbers) Form() Form {
	f := Form{Units: n.Units, factor: 1}
	switch {
	case n.Share:
		f.factor = 100
	case !n.Kept:
		f.Units, f.factor = suited(n.Units, n.Most)
	}
	most := n.Most * f.factor
	switch {
	case !n.Broad && f.factor == 1, most == 0:
	case most < leastFixed, most >= mostFixed:
		f.own = true
	default:
		f.decimals = max(Digits-1-int(math.Floor(math.Log10(most))), 1)
	}
	return f
}

// WithDecimals returns the form with so many decimals.
func (f Form) WithDecimals(n int) Form {
	f.decimals, f.own = n, false
	return f
}

// Unaligned returns the form in which each number has the digits that [Float]
// gives it.
func (f Form) Unaligned() Form {
	f.own = true
	return f
}

// Within writes a number as Text does, or, if the text takes more columns, with an
// exponent, in ten columns.
func (f Form) Within(v float64, columns int) string {
	if text := f.Text(v); len(text) <= columns {
		return text
	}
	return exponential(v * f.factor)
}

// Converts reports whether numbers are multiplied before they are written.
func (f Form) Converts() bool { return f.factor != 1 }

// Text writes a number, given in the units that it had at first.
func (f Form) Text(v float64) string {
	v *= f.factor
	if f.own || math.IsNaN(v) || math.Abs(v) >= mostFixed {
		return Float(v)
	}
	return Fixed(v, f.decimals)
}

// mostHours is the longest time that is converted; a longer one is a date.
const mostHours = 1e5

// suited returns the units in which a number has the fewest digits before the
// point, but at least one, and the factor by which it is multiplied. Space
// becomes byte to Ebyte, each 1024 times the previous one, and time nanosec to
// hour; all else stays as it is.
func suited(units libpcp.Units, most float64) (to libpcp.Units, factor float64) {
	d := units.Dimensions()
	scale, largest := &d.ScaleSpace, uint8(libpcp.SpaceEByte)
	switch {
	case most == 0 || d.Extra != 0:
		return units, 1
	case d.DimSpace == 1:
	case d.DimSpace == 0 && d.DimTime == 1:
		scale, largest = &d.ScaleTime, libpcp.TimeHour
	default:
		return units, 1
	}
	for *scale = 0; *scale <= largest; *scale++ {
		one, err := libpcp.ConvertScale(libpcp.DoubleAtom(1), units, d.Units())
		if err != nil || *scale > 0 && most*one.Float64() < 1 {
			break
		}
		to, factor = d.Units(), one.Float64()
	}
	if factor == 0 || d.DimSpace == 0 && most*factor >= mostHours {
		return units, 1
	}
	return to, factor
}
