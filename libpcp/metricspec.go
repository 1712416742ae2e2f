package libpcp

import (
	"strings"

	"pcptools/internal/cnum"
)

// SpecSource is the kind of source a [MetricSpec] names.
type SpecSource int

// The kinds.
const (
	SpecNone    SpecSource = iota // no source is named
	SpecHost                      // a host, as for pmNewContext(3)
	SpecArchive                   // an archive
	SpecLocal                     // @, a local context
)

// MetricSpec names a metric, and optionally where it comes from and some of
// its instances (pmMetricSpec, pmParseMetricSpec(3)).
type MetricSpec struct {
	Kind      SpecSource
	Source    string // "" for SpecNone
	Metric    string
	Instances []string // nil for all
}

// ParseMetricSpec parses a metric specification as in PCPIntro(1):
//
//	[host:]metric[[instance,…]]
//	[archive/]metric[[instance,…]]
//	@:metric[[instance,…]]
//
// Instances are separated by commas or white space. Quotation marks around an
// instance, and a backslash before any character, take away special meanings.
// The error is a *[MetricSpecError] (pmParseMetricSpec(3)).
func ParseMetricSpec(text string) (MetricSpec, error) {
	p := specParser{text: text}
	var m MetricSpec
	err := p.source(&m)
	if err == nil {
		m.Metric, err = p.metric()
	}
	if err == nil && p.pos < len(text) {
		m.Instances, err = p.instances()
	}
	if err != nil {
		return MetricSpec{}, err
	}
	return m, nil
}

// A MetricSpecError reports where a metric specification is malformed.
type MetricSpecError struct {
	Text   string
	Offset int
	Reason string
}

// Error is the message that pmParseMetricSpec(3) returns: the text, and below
// it a caret and the reason, each line ended by a newline. Bytes that are not
// visible ASCII are repeated left of the caret.
func (e *MetricSpecError) Error() string {
	pad := []byte(e.Text[:e.Offset])
	for i, c := range pad {
		if c > ' ' && c <= '~' {
			pad[i] = ' '
		}
	}
	return e.Text + "\n" + string(pad) + "^ -- " + e.Reason + "\n"
}

// A specParser reads a metric specification from left to right.
type specParser struct {
	text string
	pos  int
}

func (p *specParser) fail(reason string) error {
	return &MetricSpecError{Text: p.text, Offset: p.pos, Reason: reason}
}

func (p *specParser) skipSpace() {
	for p.pos < len(p.text) && cnum.IsSpace(p.text[p.pos]) {
		p.pos++
	}
}

// source reads what comes before the last colon or slash in front of the
// instances.
func (p *specParser) source(m *MetricSpec) error {
	end := p.delimiter()
	if end < 0 {
		return nil
	}
	name := strings.Trim(p.text[:end], cnum.Space)
	m.Kind, m.Source = SpecHost, unescape(name)
	missing := "host name expected"
	switch {
	case p.text[end] == '/':
		m.Kind, missing = SpecArchive, "archive name expected"
	case name == "@":
		m.Kind = SpecLocal
	}
	p.skipSpace()
	if p.pos >= end {
		p.pos = end
		return p.fail(missing)
	}
	p.pos = end + 1
	return nil
}

// delimiter finds the colon or slash behind a source, or returns -1. Here a
// backslash takes no meaning away.
func (p *specParser) delimiter() int {
	name, _, _ := strings.Cut(p.text, "[")
	return strings.LastIndexAny(name, ":/")
}

// metric reads the name of the metric.
func (p *specParser) metric() (string, error) {
	p.skipSpace()
	var name []byte
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		if cnum.IsSpace(c) || c == '[' {
			break
		}
		if c == ']' || c == ',' {
			return "", p.fail("unexpected character in metric name")
		}
		if c == '\\' && p.pos+1 < len(p.text) {
			p.pos++
			c = p.text[p.pos]
		}
		name = append(name, c)
	}
	if len(name) == 0 {
		return "", p.fail("performance metric name expected")
	}
	p.skipSpace()
	if p.pos < len(p.text) && p.text[p.pos] != '[' {
		return "", p.fail("unexpected extra characters")
	}
	return string(name), nil
}

// instances reads the list of instances, brackets included.
func (p *specParser) instances() ([]string, error) {
	start := p.pos + 1
	if err := p.closing(); err != nil {
		return nil, err
	}
	list := specParser{text: p.text[:p.pos], pos: start}
	p.pos++
	p.skipSpace()
	if p.pos < len(p.text) {
		return nil, p.fail("unexpected extra characters")
	}
	var names []string
	list.skipSpace()
	for list.pos < len(list.text) {
		name, closed := list.instance()
		if !closed {
			p.pos = list.pos
			return nil, p.fail(`closing " expected (pmParseMetricSpec botch?)`)
		}
		names = append(names, name)
		list.skipSeparators()
	}
	return names, nil
}

// closing moves on to the bracket that ends the instances.
func (p *specParser) closing() error {
	quoted := false
	for ; p.pos < len(p.text); p.pos++ {
		switch p.text[p.pos] {
		case '\\':
			p.pos++
		case '"':
			quoted = !quoted
		case ']':
			if !quoted {
				return nil
			}
		}
	}
	p.pos = len(p.text)
	if quoted {
		return p.fail(`closing " and ] expected`)
	}
	return p.fail("closing ] expected")
}

// instance reads one instance of a list, which is not closed if it begins with
// a quotation mark and does not end with one.
func (p *specParser) instance() (name string, closed bool) {
	quoted := p.text[p.pos] == '"'
	if quoted {
		p.pos++
	}
	var text []byte
	for ; p.pos < len(p.text); p.pos++ {
		c := p.text[p.pos]
		if quoted && c == '"' || !quoted && (c == ',' || cnum.IsSpace(c)) {
			break
		}
		if c == '\\' && p.pos+1 < len(p.text) {
			p.pos++
		}
		text = append(text, p.text[p.pos])
	}
	if quoted && p.pos == len(p.text) {
		return "", false
	}
	if quoted {
		p.pos++
	}
	return string(text), true
}

// skipSeparators moves on to the next instance of a list.
func (p *specParser) skipSeparators() {
	for p.pos < len(p.text) && (p.text[p.pos] == ',' || cnum.IsSpace(p.text[p.pos])) {
		p.pos++
	}
}

// unescape takes the backslashes away.
func unescape(s string) string {
	var dst []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		dst = append(dst, s[i])
	}
	return string(dst)
}
