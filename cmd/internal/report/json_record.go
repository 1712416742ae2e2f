package report

import (
	"cmp"
	"strconv"

	"pcptools/libpcp"
)

// record writes the members of a record, beginning with its kind.
func (s *stream) record(r Record) {
	s.word("kind", r.kind())
	if host := cmp.Or(hostOf(r), s.host); host != "" {
		s.textMember("host", host)
	}
	r.members(s)
}

func (m *Metric) members(s *stream) {
	s.textMember("name", m.Name)
	m.details(s)
}

// details writes the members that follow the name.
func (m *Metric) details(s *stream) {
	m.description(s)
	m.reading(s)
}

// description writes the members that stay the same.
func (m *Metric) description(s *stream) {
	if m.ID != libpcp.NullPMID {
		s.word("pmid", m.ID.String())
	}
	if m.Desc != nil {
		s.descriptor(*m.Desc)
	}
	if m.Rate {
		s.fields(struct {
			Rate bool `json:"rate"`
		}{true})
	}
	s.texts(m.OneLine, m.Help)
	if m.Series != "" || m.Labels != nil {
		s.fields(struct {
			Series string  `json:"series,omitempty"`
			Labels *labels `json:"labels,omitempty"`
		}{m.Series, newLabels(m.Labels)})
	}
}

// reading writes the values and their descriptions.
func (m *Metric) reading(s *stream) {
	if !m.Time.IsZero() || m.Count != nil || m.Samples != nil {
		s.fields(struct {
			Time    string `json:"time,omitempty"`
			Count   *int   `json:"count,omitempty"`
			Samples *int   `json:"samples,omitempty"`
		}{s.time(m.Time), m.Count, m.Samples})
	}
	if m.Values != nil {
		s.values("values", m.Values)
	}
	s.failure(m.Err)
}

func (p *Sample) members(s *stream) { p.write(s, func(m *Metric) { m.members(s) }) }

// write writes a sample, each metric by members.
func (p *Sample) write(s *stream, members func(*Metric)) {
	s.fields(struct {
		Time string `json:"time"`
	}{s.time(p.Time)})
	if p.Mark {
		return
	}
	s.key("metrics")
	s.openList()
	for m := range p.Metrics.each {
		s.open()
		members(m)
		s.close()
	}
	s.closeList()
}

func (m *Summary) members(s *stream) {
	s.textMember("name", m.Name)
	m.description(s)
	s.fields(s.window(m.Window))
	if m.Before != nil {
		s.key("before")
		s.value(s.window(*m.Before))
	}
	s.values("values", m.Values)
	s.failure(m.Err)
}

type windowJSON struct {
	Start   string `json:"start,omitempty"`
	End     string `json:"end,omitempty"`
	Samples int    `json:"samples"`
}

func (s *stream) window(w Window) windowJSON {
	return windowJSON{s.time(w.Start), s.time(w.End), w.Taken}
}

func (p *Span) members(s *stream) {
	s.textMember("hostname", p.Hostname)
	s.textMember("zone", p.Zone)
	s.fields(struct {
		Start   string `json:"start"`
		End     string `json:"end"`
		Metrics int    `json:"metrics"`
		Gaps    int    `json:"gaps"`
	}{s.time(p.Start), s.time(p.End), p.Metrics, p.Gaps})
}

func (d *InDom) members(s *stream) {
	s.fields(struct {
		InDom string `json:"indom"`
	}{d.ID.String()})
	s.texts(d.OneLine, d.Help)
	s.fields(struct {
		Labels *labels `json:"labels,omitempty"`
	}{newLabels(d.Labels)})
	if d.Instances != nil {
		s.key("instances")
		s.openList()
		for i := range d.Instances.each {
			s.instance(i)
		}
		s.closeList()
	}
	s.failure(d.Err)
}

func (p *Store) members(s *stream) {
	p.Metric.members(s)
	if p.New != nil {
		s.values("old", p.Old)
		s.values("new", p.New)
	}
}

func (c *Code) members(s *stream) {
	s.fields(struct {
		Operand text   `json:"operand,omitempty"`
		Code    int32  `json:"code"`
		Symbol  string `json:"symbol,omitempty"`
		Text    text   `json:"text"`
	}{text(c.Operand), int32(c.Code), c.Symbol, text(c.Text)})
}

func (p *Problem) members(s *stream) {
	s.textMember("operand", p.Operand)
	s.fields(struct {
		Time string `json:"time,omitempty"`
	}{s.time(p.Time)})
	s.failure(&p.Failure)
}

// texts writes help texts.
func (s *stream) texts(oneLine, help *string) {
	if oneLine != nil {
		s.textMember("oneline", *oneLine)
	}
	if help != nil {
		s.textMember("help", *help)
	}
}

type descriptorJSON struct {
	Type      string `json:"type"`
	Semantics string `json:"semantics"`
	Units     struct {
		Text      string     `json:"text"`
		Dimension axesJSON   `json:"dimension"`
		Scale     axesJSON   `json:"scale"`
		Extra     *extraJSON `json:"extra,omitempty"`
	} `json:"units"`
	InDom *string `json:"indom"`
}

type extraJSON struct {
	Unit  int `json:"unit"`
	Scale int `json:"scale"`
}

type axesJSON struct {
	Space int `json:"space"`
	Time  int `json:"time"`
	Count int `json:"count"`
}

// descriptor writes the members of a descriptor, which often equals the
// previous one.
func (s *stream) descriptor(d libpcp.Desc) {
	d.PMID = 0
	if s.described == nil || d != s.desc {
		object := s.encode(newDescriptorJSON(d))
		s.desc, s.described = d, append(s.described[:0], object[1:len(object)-1]...)
	}
	s.separate()
	s.buf.Write(s.described)
	s.done()
}

func newDescriptorJSON(d libpcp.Desc) *descriptorJSON {
	j := &descriptorJSON{Type: typeName(d.Type), Semantics: semanticsName(d.Sem)}
	j.Units.Text = d.Units.String()
	u := d.Units.Dimensions()
	j.Units.Dimension = axesJSON{int(u.DimSpace), int(u.DimTime), int(u.DimCount)}
	j.Units.Scale = axesJSON{int(u.ScaleSpace), int(u.ScaleTime), int(u.ScaleCount)}
	if u.Extra != 0 {
		j.Units.Extra = &extraJSON{int(u.Extra), int(u.ScaleExtra)}
	}
	if d.InDom != libpcp.NullInDom {
		name := d.InDom.String()
		j.InDom = &name
	}
	return j
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

// events writes the records of an event array.
func (s *stream) events(events *List[Event]) {
	s.openList()
	for e := range events.each {
		s.event(e)
	}
	s.closeList()
}

func (s *stream) event(e *Event) {
	head := struct {
		Time   string   `json:"time"`
		Flags  []string `json:"flags"`
		Missed *int32   `json:"missed,omitempty"`
	}{Time: s.time(e.Time), Flags: flagNames(e.Flags)}
	if e.Flags&libpcp.EventMissed != 0 {
		head.Missed = &e.Missed
	}
	s.open()
	s.fields(head)
	s.key("parameters")
	s.openList()
	for m := range e.Params.each {
		s.open()
		if m.Name != "" { // or nobody knows it
			s.textMember("name", m.Name)
		}
		m.details(s)
		s.close()
	}
	s.closeList()
	s.close()
}

func (*instant) members(s *stream) {}
