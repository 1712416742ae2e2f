package openmetrics

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// family is what the samples of a metric have in common.
type family struct {
	name, kind, unit string
	scale            float64 // of values, to be in the unit
}

// newFamily returns the family of a metric, without a name.
func newFamily(m *Metric) family {
	f := family{kind: m.kind(), scale: 1}
	if f.kind != "info" {
		f.unit, f.scale = baseUnit(m.Desc.Units)
	}
	return f
}

// sampleName is the name of its samples.
func (f family) sampleName() string {
	switch f.kind {
	case "counter":
		return f.name + "_total"
	case "info":
		return f.name + "_info"
	}
	return f.name
}

// head writes the lines of OpenMetrics about the family as a whole.
func (f family) head(b *bytes.Buffer, m *Metric) {
	b.WriteString("# TYPE " + f.name + " " + f.kind + "\n")
	if f.unit != "" {
		b.WriteString("# UNIT " + f.name + " " + f.unit + "\n")
	}
	if help := f.help(m); help != "" {
		b.WriteString("# HELP " + f.name + " ")
		quote(b, help, true)
		b.WriteByte('\n')
	}
}

// olderHead writes the lines of the text format 0.0.4 about the family. There a
// family is named like its samples, lacks a unit, and has one of fewer types;
// checkers demand a help text.
func (f family) olderHead(b *bytes.Buffer, m *Metric) {
	name, kind, help := f.sampleName(), f.kind, f.help(m)
	switch kind {
	case "info":
		kind = "gauge"
	case "unknown":
		kind = "untyped"
	}
	if help == "" {
		help = m.Name
	}
	b.WriteString("# HELP " + name + " ")
	quote(b, help, false)
	b.WriteString("\n# TYPE " + name + " " + kind + "\n")
}

// help is the text about the family, with units that have no name in
// OpenMetrics.
func (f family) help(m *Metric) string {
	help := m.Help
	if units := m.Desc.Units.String(); f.unit == "" && units != "" && units != "count" {
		help = strings.TrimLeft(help+" ("+units+")", " ")
	}
	return help
}

// labels writes the labels of a value, and returns its text. A label host of the source is
// renamed as Prometheus renames it if there is a host of ours.
func (f family) labels(b *bytes.Buffer, host string, labels []label, v Value) (value string) {
	var list []label
	value = "1"
	if f.kind == "info" {
		list = append(list, label{"value", v.Atom.Text()})
	} else {
		value = f.number(v.Atom)
	}
	if i := v.Instance; i != nil && i.Name != "" {
		list = append(list, label{"instname", i.Name})
	} else if i != nil {
		list = append(list, label{"instid", strconv.Itoa(int(i.ID))})
	}
	list = append(append(list, labelsOf(v.Labels)...), labels...)
	if host != "" {
		for i := range list {
			if list[i].name == "host" {
				list[i].name = "exported_host"
			}
		}
		list = append([]label{{"host", host}}, list...)
	}
	writeLabels(b, list)
	return value
}

// number is a value in the unit of the family.
func (f family) number(a libpcp.Atom) string {
	if v := a.Float64(); f.scale != 1 && !math.IsNaN(v) && !math.IsInf(v, 0) {
		a = libpcp.DoubleAtom(v * f.scale)
	}
	return string(format.AppendExact(nil, a))
}

// A label has a name that is valid and a text.
type label struct{ name, value string }

// labelsOf are PCP's labels: strings as they are, other values as JSON.
func labelsOf(all []libpcp.Label) []label {
	var list []label
	for _, l := range all {
		name := validName(l.Name)
		if strings.HasPrefix(name, "__") { // which Prometheus has for itself
			name = "_" + strings.TrimLeft(name, "_")
		}
		list = append(list, label{name, l.Text()})
	}
	return list
}

// writeLabels writes a label set; of labels with the same name it writes the
// first.
func writeLabels(b *bytes.Buffer, list []label) {
	seen := make(map[string]bool, len(list))
	for _, l := range list {
		if seen[l.name] {
			continue
		}
		if len(seen) == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		seen[l.name] = true
		b.WriteString(l.name + `="`)
		quote(b, l.value, true)
		b.WriteByte('"')
	}
	if len(seen) > 0 {
		b.WriteByte('}')
	}
}

// quote writes text with escapes, including quotes if the text is quoted.
func quote(b *bytes.Buffer, text string, quotes bool) {
	for _, r := range format.UTF8(text, "\x00\r") {
		switch r {
		case '\n':
			b.WriteString(`\n`)
		case '\\':
			b.WriteString(`\\`)
		case '"':
			if quotes {
				b.WriteByte('\\')
			}
			b.WriteByte('"')
		default:
			b.WriteRune(r)
		}
	}
}

// validName has underscores for what names of OpenMetrics cannot have.
func validName(name string) string {
	valid := strings.Map(func(r rune) rune {
		switch {
		case r == '_', '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return r
		}
		return '_'
	}, name)
	if valid == "" || '0' <= valid[0] && valid[0] <= '9' {
		return "_" + valid
	}
	return valid
}

// baseUnit is the unit of OpenMetrics for units, made of bytes and seconds, and
// the number of them in one of the units. Other units have none, "".
func baseUnit(units libpcp.Units) (unit string, scale float64) {
	u := units.Dimensions()
	if u.DimCount != 0 || u.Extra != 0 || u.DimSpace < 0 || u.DimSpace > 1 || u.DimTime < -1 || u.DimTime > 1 {
		return "", 1
	}
	space := math.Pow(1024, float64(u.ScaleSpace))
	var time float64
	switch int(u.ScaleTime) {
	case libpcp.TimeNanosec, libpcp.TimeMicrosec, libpcp.TimeMillisec, libpcp.TimeSec:
		time = math.Pow10(3 * (int(u.ScaleTime) - libpcp.TimeSec))
	default:
		time = math.Pow(60, float64(int(u.ScaleTime)-libpcp.TimeSec))
	}
	switch {
	case u.DimSpace == 1 && u.DimTime == 0:
		return "bytes", space
	case u.DimSpace == 0 && u.DimTime == 1:
		return "seconds", time
	case u.DimSpace == 1 && u.DimTime == -1:
		return "bytes_per_second", space / time
	}
	return "", 1
}
