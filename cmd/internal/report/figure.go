package report

import "pcptools/libpcp"

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

// percent is a value, of a part of time in percent.
func (m *Metric) percent(v float64) float64 {
	if m.Share() {
		return v * 100
	}
	return v
}
