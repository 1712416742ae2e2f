package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pcptools/libpcp"
)

// exposed is a family of OpenMetrics or Prometheus: a metric with its samples.
type exposed struct {
	name, kind, unit string
	scale            float64 // of values, to be in the unit
	host             string  // that samples have as a label, "" for none
}

// sampleName is the name of its samples.
func (f exposed) sampleName() string {
	switch f.kind {
	case "counter":
		return f.name + "_total"
	case "info":
		return f.name + "_info"
	}
	return f.name
}

// head writes the lines of OpenMetrics about the family as a whole.
func (f exposed) head(b *bytes.Buffer, m *Metric) {
	b.WriteString("# TYPE " + f.name + " " + f.kind + "\n")
	if f.unit != "" {
		b.WriteString("# UNIT " + f.name + " " + f.unit + "\n")
	}
	if help := f.help(m); help != "" {
		b.WriteString("# HELP " + f.name + " ")
		quoteExposed(b, help, true)
		b.WriteByte('\n')
	}
}

// olderHead writes the lines of the text format 0.0.4 about the family. There a
// family is named like its samples, lacks a unit, and has one of fewer types;
// checkers demand a help text.
func (f exposed) olderHead(b *bytes.Buffer, m *Metric) {
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
	quoteExposed(b, help, false)
	b.WriteString("\n# TYPE " + name + " " + kind + "\n")
}

// help is the text about the family, with units that have no name in
// OpenMetrics.
func (f exposed) help(m *Metric) string {
	help := ""
	if m.OneLine != nil {
		help = *m.OneLine
	}
	if units := m.Desc.Units.String(); f.unit == "" && units != "" && units != "count" {
		help = strings.TrimLeft(help+" ("+units+")", " ")
	}
	return help
}

// sample writes a value, without the name and the end of the line.
func (f exposed) sample(b *bytes.Buffer, labels []label, v *Value) {
	list := labels
	if i := v.Instance; i != nil {
		list = append(exposedLabels(i.Labels), labels...)
		if i.Named {
			list = append([]label{{"instname", i.Name}}, list...)
		} else {
			list = append([]label{{"instid", strconv.Itoa(int(i.ID))}}, list...)
		}
	}
	value := "1"
	if f.kind == "info" {
		list = append([]label{{"value", v.Atom.Text()}}, list...)
	} else {
		value = f.number(*v.Atom)
	}
	if f.host != "" {
		list = hostLabels(f.host, list)
	}
	writeLabels(b, list)
	b.WriteString(" " + value)
}

// number is a value in the unit of the family.
func (f exposed) number(a libpcp.Atom) string {
	v := a.Float64()
	switch {
	case math.IsNaN(v):
		return "NaN"
	case math.IsInf(v, 0):
		return map[bool]string{true: "+Inf", false: "-Inf"}[v > 0]
	case f.scale == 1:
		return number(a)
	}
	return string(appendShortest(nil, v*f.scale, 64))
}

// A label has a name that is valid and a text.
type label struct{ name, value string }

// exposedLabels are PCP's labels: strings as they are, other values as JSON.
func exposedLabels(all []libpcp.Label) []label {
	var list []label
	for _, l := range all {
		value := l.Value
		var text string
		if utf8.ValidString(value) && json.Unmarshal([]byte(value), &text) == nil {
			value = text
		}
		name := exposedName(l.Name)
		if strings.HasPrefix(name, "__") { // which Prometheus has for itself
			name = "_" + strings.TrimLeft(name, "_")
		}
		list = append(list, label{name, value})
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
		quoteExposed(b, l.value, true)
		b.WriteByte('"')
	}
	if len(seen) > 0 {
		b.WriteByte('}')
	}
}

// quoteExposed writes text with escapes, including quotes if the text is quoted.
func quoteExposed(b *bytes.Buffer, text string, quotes bool) {
	for _, r := range escapeBytes(text, "\x00\r") {
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

// exposedName has underscores for what names of OpenMetrics cannot have.
func exposedName(name string) string {
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

// hostLabels are labels with the label host in front, the name of the source as
// the user gave it. A label host of the source is renamed as Prometheus renames
// it.
func hostLabels(host string, labels []label) []label {
	list := []label{{"host", host}}
	for _, l := range labels {
		if l.name == "host" {
			l.name = "exported_host"
		}
		list = append(list, l)
	}
	return list
}
