package report

import (
	"strconv"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
)

// Share reports whether values are parts of time: rates of a counter of time.
func (m *Metric) Share() bool {
	return m != nil && m.Rate && m.Shown == nil && m.Desc != nil && m.Desc.Units.Dimensionless()
}

// numeric reports whether a value is a number.
func (v *Value) numeric() bool { return v.Err == nil && v.Atom != nil && v.Atom.Type.Numeric() }

// integer reports whether a number is of a type for integers.
func integer(a *libpcp.Atom) bool {
	return a.Type != libpcp.TypeFloat && a.Type != libpcp.TypeDouble
}

// UnitsText is the units of values as people see them.
func UnitsText(u libpcp.Units, share bool) string {
	if share {
		return "%"
	}
	return u.String()
}

// figure is a value for people: as many digits as say something, or as were
// asked for; parts of time in percent.
func (p *printer) figure(m *Metric, v *Value) string {
	switch {
	case v == nil:
		return ""
	case v.Err != nil:
		return "!"
	case v.Atom == nil:
		return p.value(v)
	}
	switch a := *v.Atom; a.Type {
	case libpcp.TypeFloat, libpcp.TypeDouble:
		n := m.percent(a.Float64())
		d := p.style.Precision
		if d == nil && m != nil && m.Shown != nil {
			d = m.Shown.Precision
		}
		if d != nil {
			return figures.Fixed(n, *d)
		}
		return figures.Float(n)
	case libpcp.TypeString:
		return a.Text()
	}
	return p.atom(*v.Atom)
}

// formed is a value in a form, if there is one; integers need none unless they are
// converted.
func (p *printer) formed(form *figures.Form, m *Metric, v *Value) string {
	if form != nil && v.numeric() && (form.Converts() || !integer(v.Atom)) {
		return form.Text(v.Atom.Float64())
	}
	return p.figure(m, v)
}

// plural counts things.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
