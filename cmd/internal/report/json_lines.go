package report

import (
	"slices"

	"pcptools/libpcp"
)

// lines writes a head and then a JSON object for each record, one in each line.
type lines struct {
	*stream
	// known are the descriptions written of metrics that repeat, by name; nil
	// if none repeats, or not all records are written (see [Ranking]).
	known map[string]*description
}

// A description is the part of a metric that stays the same when it repeats.
type description struct {
	facts
	labels []libpcp.Label
}

// facts are the part of a description that can be compared.
type facts struct {
	id                    libpcp.PMID
	desc                  libpcp.Desc
	rate                  bool
	oneLine, help, series string
}

func newLines(o Options) Encoder {
	l := &lines{stream: newStream(o)}
	if (o.Samples || o.Repeated) && o.Ranking == nil {
		l.known = make(map[string]*description)
	}
	return l
}

func (l *lines) Begin(h Header) error {
	l.raw("")
	l.open()
	l.word("kind", "head")
	l.word("schema", Schema)
	l.header(h)
	return l.end()
}

// Write writes a record. What describes a metric is written the first time, and
// when it has changed: in its record, or in one in front of the sample.
func (l *lines) Write(r Record) error {
	if l.known == nil {
		return l.line(r)
	}
	switch r := r.(type) {
	case *Metric:
		if !l.news(r) {
			return l.line(reading{r})
		}
	case *Sample:
		for m := range r.Metrics.each {
			if l.news(m) {
				l.line(described{m})
			}
		}
		return l.line(readings{r})
	}
	return l.line(r)
}

func (l *lines) End() error { return nil }

// news reports whether the description of a metric is new, and remembers it.
func (l *lines) news(m *Metric) bool {
	now := facts{id: m.ID, rate: m.Rate, series: m.Series, oneLine: textOf(m.OneLine), help: textOf(m.Help)}
	if m.Desc != nil {
		now.desc = *m.Desc
	}
	if old := l.known[m.Name]; old != nil && old.facts == now && slices.Equal(old.labels, m.Labels) {
		return false
	}
	l.known[m.Name] = &description{now, m.Labels}
	return true
}

// textOf is *text, or "" for nil.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func (l *lines) line(r Record) error {
	l.raw("")
	l.open()
	l.record(r)
	return l.end()
}

// end ends a line.
func (l *lines) end() error {
	l.close()
	l.raw("\n")
	return l.flush()
}

// described is a metric without its values.
type described struct{ *Metric }

func (d described) members(s *stream) {
	s.textMember("name", d.Name)
	d.description(s)
}

// reading is a metric without its description.
type reading struct{ *Metric }

func (r reading) members(s *stream) {
	s.textMember("name", r.Name)
	r.reading(s)
}

// readings is a sample of metrics without their descriptions.
type readings struct{ *Sample }

func (r readings) members(s *stream) { r.write(s, func(m *Metric) { reading{m}.members(s) }) }
