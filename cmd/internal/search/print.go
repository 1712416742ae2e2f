package search

import (
	"io"
	"strconv"
	"strings"

	"github.com/mattn/go-runewidth"

	"pcptools/cmd/internal/figures"
	"pcptools/cmd/internal/report"
	"pcptools/cmd/internal/screen"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A Printer prints found metrics as text.
type Printer struct {
	Out   io.Writer
	Width int // of the terminal, or 0
	Bold  bool
	Help  bool // print the whole help text, not only its first line
	Texts libpcp.ErrorTexts
}

// Print prints a metric: its name, its help text, and a value.
func (p *Printer) Print(m *report.Metric) error {
	name := format.Printable(m.Name)
	if p.Bold {
		name = "\x1b[1m" + name + "\x1b[0m"
	}
	var b strings.Builder
	b.WriteString(name + "\n")
	if oneLine := text(m.OneLine); oneLine != "" {
		p.paragraph(&b, oneLine)
	}
	p.paragraph(&b, p.value(m))
	if help := strings.TrimSpace(text(m.Help)); p.Help && help != "" {
		for line := range strings.SplitSeq(help, "\n") {
			p.paragraph(&b, line)
		}
	}
	_, err := io.WriteString(p.Out, b.String())
	return err
}

const indent = "    "

// paragraph writes text in lines that fit.
func (p *Printer) paragraph(b *strings.Builder, text string) {
	text = format.Printable(text)
	lines := []string{text}
	if p.Width > 0 {
		lines = screen.Wrap(strings.TrimLeft(text, " "), p.Width-len(indent))
	}
	for _, line := range lines {
		b.WriteString(indent + line + "\n")
	}
}

// value describes the values of a metric: the first with its units and instance,
// and the number of values.
func (p *Printer) value(m *report.Metric) string {
	switch {
	case m.Err != nil:
		return m.Err.Text(p.Texts)
	case m.Values == nil || m.Values.Len == 0:
		return "no values"
	}
	v := &m.Values.Slice()[0]
	text := one(v, p.Texts)
	if u := m.Desc.Units.String(); u != "" {
		text += " " + u
	}
	if m.Desc.Sem == libpcp.SemCounter {
		text += ", counter"
	}
	if i := v.Instance; i != nil {
		text += ", of " + i.Name
		if more := *m.Count - 1; more > 0 {
			text += " and " + strconv.Itoa(more) + " more"
		}
	}
	return text
}

// maxText is how much of a text is shown as a value.
const maxText = 60

func one(v *report.Value, texts libpcp.ErrorTexts) string {
	switch {
	case v.Err != nil:
		return v.Err.Text(texts)
	case v.Events != nil:
		return strconv.Itoa(v.Events.Len) + " event records"
	case v.Atom == nil:
		return "?"
	}
	switch a := v.Atom; a.Type {
	case libpcp.TypeFloat, libpcp.TypeDouble:
		return figures.Float(a.Float64())
	case libpcp.TypeString:
		return strconv.Quote(runewidth.Truncate(format.Printable(a.Text()), maxText, "…"))
	case libpcp.Type32, libpcp.Type64, libpcp.TypeU32, libpcp.TypeU64:
		return a.String()
	}
	return strconv.Itoa(len(v.Atom.Bytes())) + " bytes"
}
