package report

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"pcptools/libpcp"
)

// record appends the members of a record, beginning with its kind.
func (o *object) record(r Record) {
	o.string("kind", r.kind())
	r.members(o)
}

func (m *Metric) members(o *object) {
	o.string("name", m.Name)
	m.details(o)
}

// details appends the members that follow the name.
func (m *Metric) details(o *object) {
	if m.ID != libpcp.NullPMID {
		o.string("pmid", m.ID.String())
	}
	if m.Desc != nil {
		o.descriptor(*m.Desc)
	}
	if m.Rate {
		o.key("rate")
		o.buf = append(o.buf, "true"...)
	}
	o.texts(m.OneLine, m.Help)
	if m.Series != "" {
		o.string("series", m.Series)
	}
	o.labels(m.Labels)
	if !m.Time.IsZero() {
		o.time("time", m.Time)
	}
	if m.Count != nil {
		o.int("count", int64(*m.Count))
	}
	if m.Values != nil {
		o.values("values", m.Values)
	}
	o.failure(m.Err)
}

func (s *Sample) members(o *object) {
	o.time("time", s.Time)
	if s.Mark {
		return
	}
	o.key("metrics")
	o.openList()
	for _, m := range s.Metrics {
		o.open()
		m.members(o)
		o.close()
	}
	o.closeList()
}

func (d *InDom) members(o *object) {
	o.string("indom", d.ID.String())
	o.texts(d.OneLine, d.Help)
	o.labels(d.Labels)
	if d.Instances != nil {
		o.key("instances")
		o.openList()
		for i := range d.Instances {
			o.instance(&d.Instances[i])
		}
		o.closeList()
	}
	o.failure(d.Err)
}

func (s *Store) members(o *object) {
	s.Metric.members(o)
	if s.New != nil {
		o.values("old", s.Old)
		o.values("new", s.New)
	}
}

func (c *Code) members(o *object) {
	if c.Operand != "" {
		o.string("operand", c.Operand)
	}
	o.int("code", int64(c.Code))
	if c.Symbol != "" {
		o.string("symbol", c.Symbol)
	}
	o.string("text", c.Text)
}

func (p *Problem) members(o *object) {
	o.string("operand", p.Operand)
	o.failure(&p.Failure)
}

func (o *object) descriptor(d libpcp.Desc) {
	o.string("type", typeName(d.Type))
	o.string("semantics", semanticsName(d.Sem))
	o.key("units")
	o.open()
	o.string("text", d.Units.String())
	o.axes("dimension", int64(d.Units.DimSpace), int64(d.Units.DimTime), int64(d.Units.DimCount))
	o.axes("scale", int64(d.Units.ScaleSpace), int64(d.Units.ScaleTime), int64(d.Units.ScaleCount))
	if d.Units.Extra != 0 {
		o.key("extra")
		o.open()
		o.int("unit", int64(d.Units.Extra))
		o.int("scale", int64(d.Units.ScaleExtra))
		o.close()
	}
	o.close()
	if d.InDom == libpcp.NullInDom {
		o.null("indom")
	} else {
		o.string("indom", d.InDom.String())
	}
}

func (o *object) axes(key string, space, time, count int64) {
	o.key(key)
	o.open()
	o.int("space", space)
	o.int("time", time)
	o.int("count", count)
	o.close()
}

// typeName is the type in PCP's notation, or the number of one it has no
// name for.
func typeName(t libpcp.Type) string {
	if s := t.String(); s != "???" {
		return s
	}
	return strconv.Itoa(int(t))
}

func semanticsName(s libpcp.Semantics) string {
	if name := s.String(); name != "???" {
		return name
	}
	return strconv.Itoa(int(s))
}

func (o *object) texts(oneLine, help *string) {
	if oneLine != nil {
		o.string("oneline", *oneLine)
	}
	if help != nil {
		o.string("help", *help)
	}
}

func (o *object) labels(labels []libpcp.Label) {
	if labels == nil {
		return
	}
	o.key("labels")
	o.open()
	for i, l := range labels {
		if i > 0 && l.Name == labels[i-1].Name {
			continue // a mistake of an agent's, which JSON has no room for
		}
		o.label(l)
	}
	o.close()
}

// label appends a label. Its value is JSON, if its agent has kept to that.
func (o *object) label(l libpcp.Label) {
	if !utf8.ValidString(l.Name) {
		return
	}
	o.key(l.Name)
	var compact bytes.Buffer
	if utf8.ValidString(l.Value) && json.Compact(&compact, []byte(l.Value)) == nil {
		o.buf = append(o.buf, compact.Bytes()...)
		return
	}
	o.buf = appendText(o.buf, l.Value)
}
