package report

import (
	"errors"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/getopt"
)

// UnitsOption is --units.
func (s *Style) UnitsOption() getopt.Option {
	return getopt.Option{Long: "units", Arg: "UNITS", Exact: true, Value: getopt.Func(s.setUnits),
		Complete: getopt.OneOf("auto", "own", "byte", "Kbyte", "Mbyte", "Gbyte", "byte/sec", "Kbyte/sec", "Mbyte/sec", "nanosec", "microsec", "millisec", "sec", "min", "hour", "count", "count/sec", "count/min"),
		Text:     "convert values of that dimension to units such as Mbyte/sec; auto suits tables to values, as on a terminal, own does not"}
}

func (s *Style) setUnits(text string) error {
	switch text {
	case "auto":
		s.Units = AutoUnits
		return nil
	case "own":
		s.Units = OwnUnits
		return nil
	}
	u, factor, err := libpcp.ParseUnits(text)
	switch {
	case err != nil:
		return errors.New("--units argument not in pmParseUnitsStr(3) format: " + err.Error() + figures.LikeUnits(text))
	case factor != 1:
		return errors.New("--units does not take numbers, or one dimension twice")
	}
	s.wanted = append(s.wanted, wanted{text: text, units: u})
	return nil
}

// suits reports whether the units of values are chosen and their points aligned.
func (s *Style) suits(terminal bool) bool {
	return s.Units == AutoUnits || s.Units == UnitsByDefault && terminal
}

// ChoosesUnits reports whether --units was given.
func (s *Style) ChoosesUnits() bool { return s.Units != UnitsByDefault || len(s.wanted) > 0 }

// Conversions converts values to the units that the user has chosen, and knows
// which of them have no values.
type Conversions struct {
	wanted []wanted
	used   []bool
	metric string       // the first, "" for none yet,
	units  libpcp.Units // and what it is in
	others bool         // there are other metrics
}

// Conversions returns the conversions for the metrics of a report.
func (s *Style) Conversions() *Conversions {
	return &Conversions{wanted: s.wanted, used: make([]bool, len(s.wanted))}
}

// For returns the chosen units for values of a metric: the last of its dimension,
// or nil.
func (c *Conversions) For(metric string, d *libpcp.Desc) (units *libpcp.Units) {
	if c.metric == "" {
		c.metric, c.units = metric, d.Units
	}
	c.others = c.others || metric != c.metric
	for i := range c.wanted {
		if w := &c.wanted[i]; Convertible(d, w.units) {
			c.used[i], units = true, &w.units
		}
	}
	return units
}

// Apply converts the values of a metric.
func (c *Conversions) Apply(m *Metric) {
	if m.Desc == nil {
		return
	}
	if units := c.For(m.Name, m.Desc); units != nil {
		m.Kept = true
		m.convert(*units)
	}
}

// Convert converts the values of a metric, and multiplies them by a scale unless that is
// 0.
func (m *Metric) Convert(to libpcp.Units, scale float64) {
	if m.convert(to); scale == 0 || m.Values == nil {
		return
	}
	m.Values = m.Values.Map(func(v *Value) {
		if v.Atom != nil {
			*v.Atom = libpcp.DoubleAtom(v.Atom.Float64() * scale)
		}
	})
}

// convert converts the values of a metric.
func (m *Metric) convert(to libpcp.Units) {
	from, desc := m.Desc.Units, *m.Desc
	desc.Units, desc.Type = to, libpcp.TypeDouble
	m.Desc = &desc
	if m.Values == nil {
		return
	}
	m.Values = m.Values.Map(func(v *Value) { v.Convert(from, to) })
}

// Unused yields a problem for each argument of --units that no metric is of the
// dimension of.
func (c *Conversions) Unused(yield func(*Problem) bool) {
	for i, w := range c.wanted {
		unused := Problem{Operand: "--units=" + w.text, Failure: Failure{Call: "pmConvScale", Err: InOwnWords(libpcp.ErrConv, c.misfit(w.text))}}
		if c.metric != "" && !c.used[i] && !yield(&unused) {
			return
		}
	}
}

// misfit is why no metric is converted to some units.
func (c *Conversions) misfit(to string) string {
	from := "without units"
	if c.units != 0 {
		from = "in " + c.units.String()
	}
	text := format.Printable(c.metric) + " " + from + " cannot be converted to " + to
	if c.others {
		text += ", nor can other metrics"
	}
	return text
}

// Convertible reports whether values of a metric can be converted to some units.
func Convertible(d *libpcp.Desc, units libpcp.Units) bool {
	if !d.Type.Numeric() {
		return false
	}
	_, err := libpcp.ConvertScale(libpcp.DoubleAtom(1), d.Units, units)
	return err == nil
}

// Convert converts a value.
func (v *Value) Convert(from, to libpcp.Units) {
	if v.Atom == nil {
		return
	}
	a, err := libpcp.ConvertScale(libpcp.DoubleAtom(v.Atom.Float64()), from, to)
	if err != nil {
		v.Atom, v.Err = nil, &Failure{Call: "pmConvScale", Err: err}
		return
	}
	*v.Atom = a
}
