package derive

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/derive/internal/token"
	"pcptools/libpcp/release"
)

// changeOp is delta and rate: by how much each instance has changed since the
// last fetch.
type changeOp struct {
	rate     bool
	seen     bool // there was one
	lastTime time.Time
	lastErr  error
	last     []value // the operand's
	spare    []value // memory for the next ones
	ahead    []value // memory for values that are not less than before
}

func (o *changeOp) begin() operation { return &changeOp{rate: o.rate} }

func (o *changeOp) check(t *term, _ *rules) string {
	t.desc = t.left.desc
	if problem := t.numericOperand(); problem != "" {
		return problem
	}
	t.desc.Sem = libpcp.SemInstant
	if o.rate {
		return o.describeRate(t)
	}
	switch t.desc.Type {
	case libpcp.TypeU32:
		t.desc.Type = libpcp.Type64
	case libpcp.TypeU64:
		t.desc.Type = libpcp.TypeDouble
	}
	return ""
}

func (o *changeOp) describeRate(t *term) string {
	t.desc.Type = libpcp.TypeDouble
	u := t.desc.Units.Dimensions()
	switch u.DimTime {
	case 0:
		u.DimTime, u.ScaleTime = -1, libpcp.TimeSec
	case 1:
		u.DimTime, u.ScaleTime = 0, 0
	default:
		return t.call() + ": Incorrect time dimension for operand"
	}
	t.desc.Units = u.Units()
	return ""
}

// eval remembers the operand, also one without a value.
func (o *changeOp) eval(e *evaluation, t *term) series {
	operand, ok := e.operand(t)
	if !ok {
		o.remember(e.time, operand)
		return operand
	}
	if is[*instanceOp](t.left.op) || is[*definedOp](t.left.op) {
		return series{} // their last values are not kept
	}
	if o.seen {
		e.steps.changed(t, operand.values, o.last)
	}
	return o.difference(t, e.time, operand, !e.rules.Has(release.CounterRestart))
}

func (o *changeOp) remembered() []value { return o.last }

// remember keeps a copy of the operand, in other memory than that of the last one.
func (o *changeOp) remember(now time.Time, operand series) {
	o.seen, o.lastTime, o.lastErr = true, now, operand.err
	o.last, o.spare = append(o.spare[:0], operand.values...), o.last
}

// difference has no value at the first fetch, and no rate of a counter that went
// backwards, unless wraps count.
func (o *changeOp) difference(t *term, now time.Time, operand series, wraps bool) series {
	seen, before, err, last := o.seen, o.lastTime, o.lastErr, o.last
	o.remember(now, operand)
	switch {
	case !seen:
		return series{}
	case err != nil:
		return series{err: err}
	case !o.rate:
		return t.pair(operand.values, last, func(now, before libpcp.Atom) libpcp.Atom {
			return change(now, before, t.desc.Type)
		})
	}
	elapsed, unit := now.Sub(before).Seconds(), 1.0
	if u := t.left.desc.Units.Dimensions(); u.DimTime == 1 {
		unit = seconds(u.ScaleTime)
	}
	from := operand.values
	if left := t.left.desc; !wraps && left.Sem == libpcp.SemCounter && left.Type != libpcp.Type32 {
		o.ahead = appendAdvancing(o.ahead[:0], from, last)
		from = o.ahead
	}
	return t.pair(from, last, func(now, before libpcp.Atom) libpcp.Atom {
		return libpcp.DoubleAtom(calculate(token.Minus, now, before).Float64() / elapsed * unit)
	})
}

// appendAdvancing appends the values that are not less than before.
func appendAdvancing(ahead, values, before []value) []value {
	find := finder(before)
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

func (o *changeOp) traceType() string {
	if o.rate {
		return "RATE"
	}
	return "DELTA"
}
