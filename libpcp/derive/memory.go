package derive

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
)

// memory is what a term keeps between evaluations.
type memory struct {
	seen     bool // delta, rate: there was one
	lastTime time.Time
	lastErr  error
	last     []value // delta, rate: the operand's; max, min: the result

	found bool // instance: inst is known
	inst  int32

	matched map[int32]*matched // matchinst: by instance
	rounds  int
}

func (t *term) remember(now time.Time, operand series) {
	t.seen, t.lastTime, t.lastErr, t.last = true, now, operand.err, operand.values
}

// difference computes delta and rate: by how much each instance has changed
// since the last fetch. There is no value at the first one, and no rate of a
// counter that went backwards, unless wraps count.
func (t *term) difference(now time.Time, operand series, wraps bool) series {
	seen, before, err, last := t.seen, t.lastTime, t.lastErr, t.last
	t.remember(now, operand)
	switch {
	case !seen:
		return series{}
	case err != nil:
		return series{err: err}
	case t.op == opDelta:
		return pair(operand.values, last, func(now, before libpcp.Atom) libpcp.Atom {
			return change(now, before, t.desc.Type)
		})
	}
	elapsed, unit := now.Sub(before).Seconds(), 1.0
	if u := t.left.desc.Units.Dimensions(); u.DimTime == 1 {
		unit = seconds(u.ScaleTime)
	}
	from := operand.values
	if left := t.left.desc; !wraps && left.Sem == libpcp.SemCounter && left.Type != libpcp.Type32 {
		from = advancing(from, last)
	}
	return pair(from, last, func(now, before libpcp.Atom) libpcp.Atom {
		return libpcp.DoubleAtom(calculate(token.Minus, now, before).Float64() / elapsed * unit)
	})
}

// advancing returns the values that are not less than before.
func advancing(values, before []value) []value {
	find := finder(before)
	ahead := make([]value, 0, len(values))
	for i, v := range values {
		if was, ok := find(i, v.inst); !ok || !holds(token.Less, v.atom, was) {
			ahead = append(ahead, v)
		}
	}
	return ahead
}

// seconds is a scale of time in seconds, rounded at each step as in the
// libpcp (C).
func seconds(scale uint8) float64 {
	unit := 1.0
	for ; scale < libpcp.TimeSec; scale++ {
		unit /= 1000
	}
	for ; scale > libpcp.TimeSec && scale <= libpcp.TimeHour; scale-- {
		unit *= 60
	}
	return unit
}

// change is now - before in the type of a delta, which holds a negative
// change of an unsigned number.
func change(now, before libpcp.Atom, t libpcp.Type) libpcp.Atom {
	return calculate(token.Minus, cast(now, t), cast(before, t))
}
