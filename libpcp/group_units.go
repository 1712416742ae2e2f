package libpcp

import (
	"context"
	"fmt"
	"math"
)

// Desc returns the descriptor of a metric of the group: its type, semantics and
// units, without regard to [Group.SetUnits]. The error is the error of the
// request.
func (g *Group) Desc(metric string) (Desc, error) {
	m, err := g.find(metric)
	if err != nil {
		return Desc{}, err
	}
	return m.desc, m.err
}

// Text returns the help text of a metric of the group, on one line or
// whole.
func (g *Group) Text(ctx context.Context, metric string, kind TextKind) (string, error) {
	d, err := g.Desc(metric)
	if err != nil {
		return "", err
	}
	return g.c.Text(ctx, d.PMID, kind)
}

func (g *Group) find(metric string) (*groupMetric, error) {
	for i := range g.metrics {
		if g.metrics[i].name == metric {
			return &g.metrics[i], nil
		}
	}
	return nil, fmt.Errorf("%s: not in the group: %w", metric, ErrName)
}

// SetUnits has the readings of a metric of the group converted from now on
// (pmExtendFetchGroup_item(3)). Units with the dimensions of the metric convert
// its values, to doubles. Units with one dimension of time less, such as MByte |
// PerSec for a metric in KByte, convert its rates, which any metric of numbers
// then has.
//
// The error is ErrConv for units of other dimensions, ErrUnit for a scale that
// cannot be converted, and ErrType for a metric that has no numbers. The units of
// a metric that does not exist yet are checked as soon as it does.
func (g *Group) SetUnits(metric string, units Units) error {
	m, err := g.find(metric)
	if err != nil {
		return err
	}
	if m.err == nil {
		s, err := newScaling(m.desc, &units)
		if err != nil {
			return fmt.Errorf("%s: %w", metric, err)
		}
		m.scaling = s
	}
	m.units = &units
	return nil
}

// scaling is what becomes of the numbers of a metric.
type scaling struct {
	value Units   // the units of values
	rise  Units   // a rate is a rise in these units …
	per   float64 // … in this many seconds
	rates string  // the notation of that
	rated bool    // whether a metric that is no counter has rates, too
	scale Scale   // from the units of the metric to rise
}

// newScaling converts values to the units wanted, or to none but their own.
func newScaling(d Desc, wanted *Units) (scaling, error) {
	if wanted == nil {
		return scaling{value: d.Units, rise: d.Units, per: 1, rates: perSecond(d.Units)}, nil
	}
	s := scaling{value: *wanted, rise: *wanted, per: 1, rates: perSecond(*wanted)}
	if !sameDimensions(d.Units, s.value) {
		parts := wanted.Dimensions()
		base, power, _ := seconds(parts.ScaleTime)
		parts.DimTime++
		s = scaling{value: d.Units, rise: parts.Units(), per: math.Pow(float64(base), float64(power)), rates: wanted.String(), rated: true}
	}
	if !sameDimensions(d.Units, s.rise) {
		return scaling{}, ErrConv
	}
	if !d.Type.Numeric() {
		return scaling{}, ErrType
	}
	var err error
	s.scale, err = NewScale(d.Units, s.rise)
	return s, err
}

// sameDimensions reports whether units differ in scale at most.
func sameDimensions(u, v Units) bool {
	const scales = 0xfff<<8 | 7
	return u&^scales == v&^scales
}

// perSecond is the notation of units per second.
func perSecond(u Units) string {
	if u.Dimensions().DimTime == 0 {
		return (u | PerSec).String()
	}
	return u.String() + " / sec"
}
