package report

import (
	"math"
	"slices"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
)

// A quantity is what numbers of several rows can be compared by: a metric, which
// another source may have in other units.
type quantity struct {
	metric string
	units  libpcp.Units
}

// A fact describes a row of a table beyond its cells.
type fact struct {
	quantity
	number  float64 // of the value of an instance, else NaN
	changed bool    // since the table was drawn before

	measures    []measure
	share, kept bool // the measures are parts of time; their units are to stay
}

// factOf is what to know of a row.
func (o *Options) factOf(r *row, text string) fact {
	f := fact{quantity: quantity{metric: r.name()}, number: math.NaN(), changed: o.Past.changed(r, text)}
	f.units, f.share, f.kept = r.unitsOf()
	if v := r.value; v != nil && v.Instance != nil && v.Atom != nil && v.Atom.Type.Numeric() && r.metric != nil {
		f.number = v.Atom.Float64()
	}
	if o.People {
		f.measures = r.measures()
	}
	return f
}

// A measure is a number in a row that is in the units of the metric.
type measure struct {
	column  Column
	value   float64
	integer bool
}

// measures are the numbers in a row, for people.
func (r *row) measures() []measure {
	switch {
	case r.value == nil || r.failure != nil:
		return nil
	case r.value.Digest != nil || r.value.Before != nil:
		var all []measure
		for _, c := range append(SummaryColumns[:len(SummaryColumns):len(SummaryColumns)], Earlier, Now) {
			d := c.digest(r.value)
			if d == nil {
				continue
			}
			if v, ok := c.Of(d); ok {
				all = append(all, measure{c, v, c != Mean && c != Earlier && c != Now && r.metric.whole()})
			}
		}
		return all
	case !r.value.numeric():
		return nil
	}
	return []measure{{TheValue, r.value.Atom.Float64(), integer(r.value.Atom)}}
}

// whole reports whether the values of a metric are integers.
func (m *Metric) whole() bool {
	return m.Desc != nil && m.Desc.Type.Numeric() && m.Desc.Type != libpcp.TypeFloat && m.Desc.Type != libpcp.TypeDouble
}

// unitsOf are the units of a row's metric.
func (r *row) unitsOf() (units libpcp.Units, share, kept bool) {
	if r.metric == nil || r.metric.Desc == nil {
		return 0, false, true
	}
	return r.metric.Desc.Units, r.metric.Share(), r.metric.Kept
}

func (f *fact) has(c Column) bool {
	return slices.ContainsFunc(f.measures, func(m measure) bool { return m.column == c })
}

// form returns the form that suits numbers.
func (s *Style) form(all *figures.Numbers) figures.Form {
	form := all.Form()
	if d := s.Precision; d != nil && (all.Broad || form.Converts()) {
		return form.WithDecimals(*d)
	}
	return form
}

// count adds the values of a metric to the numbers in its column.
func (m *Metric) count(numbers map[string]*figures.Numbers) {
	all := numbers[m.Name]
	if all == nil {
		all = &figures.Numbers{Units: m.Desc.Units, Share: m.Share(), Kept: m.Kept}
		numbers[m.Name] = all
	}
	for r := range rowsOf(m) {
		for _, n := range r.measures() {
			all.Add(n.value, n.integer)
		}
	}
}

// changed takes in what a value is now. It reports whether it was another, or
// none, the last time. A nil Past has no changes.
func (p *Past) changed(r *row, text string) bool {
	if p == nil {
		return false
	}
	at := PlaceOf(r.host(), r.name(), r.instance())
	p.Put(at, text)
	last, _ := p.Last(at)
	return !p.First() && last != text
}
