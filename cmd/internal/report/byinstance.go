package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"pcptools/cmd/internal/figures"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// byInstance writes, for each sample, a block for each instance domain: a row for
// each instance, with a column for each metric. Metrics without instances are the
// columns of one row. Each of several sources has its own rows, with its name.
type byInstance struct {
	Options
	source string
	stamps table // which has the times of samples
	lines  int   // of the sample, on a screen
	out    int   // rows that the screen has no room for
}

func newByInstance(o Options) Encoder { return &byInstance{Options: o, stamps: table{Options: o}} }

func (b *byInstance) Begin(h Header) error {
	if h.Source != nil {
		b.source = h.Source.Host
	}
	return nil
}

func (b *byInstance) End() error { return nil }

func (b *byInstance) Write(r Record) error {
	if problem, ok := r.(*Problem); ok && problem.Host != "" {
		return b.problem(problem)
	}
	s, ok := r.(*Sample)
	if !ok {
		return nil
	}
	return b.draw(s, b.blocks(s))
}

// draw writes the blocks of a sample.
func (b *byInstance) draw(s *Sample, blocks []*block) error {
	var out bytes.Buffer
	if b.lines, b.out = 0, 0; b.Height == 0 {
		out.WriteString(b.stamps.fitted(b.stamped(s)))
	}
	if s.Mark {
		out.WriteString("Archive logging suspended\n")
	}
	for i, k := range blocks {
		b.block(&out, k, i > 0)
	}
	if len(blocks) == 0 && s.Metrics.len() > 0 {
		out.WriteString(b.stamps.fitted(s.nothing(b.Texts)))
	}
	if b.out > 0 {
		fmt.Fprintf(&out, "(%d more)\n", b.out)
	}
	if b.Height == 0 {
		out.WriteByte('\n')
	}
	_, err := b.Out.Write(out.Bytes())
	return err
}

// nothing says why a sample has no values.
func (s *Sample) nothing(texts libpcp.ErrorTexts) string {
	for m := range s.Metrics.each {
		if m.Err != nil {
			return m.Name + ": " + m.Err.Text(texts)
		}
	}
	return "No values"
}

// stamped is the time of a sample, after its source and before the other values in the
// line above the rows, if there are any.
func (b *byInstance) stamped(s *Sample) string {
	stamp := b.stamps.stamp(s.Time)
	if parts := s.Headline(b.Style); len(parts) > 0 {
		stamp = strings.TrimLeft(format.Printable(b.source)+"  "+stamp+"  "+strings.Join(parts, "  "), " ")
	}
	return stamp
}

// Headline is the values of a sample that belong in the line above its rows, with their
// labels. Those of several sources are in rows.
func (s *Sample) Headline(style Style) (parts []string) {
	p := printer{style: style}
	if style.ByHost {
		return nil
	}
	for m := range s.Metrics.each {
		for v := range m.Values.each {
			if m.inHeading() {
				parts = append(parts, format.Printable(m.Shown.Label+" "+p.figure(m, v)))
			}
		}
	}
	return parts
}

// inHeading reports whether the metric is in the line above the rows.
func (m *Metric) inHeading() bool { return m.Shown != nil && m.Shown.Heading && m.Host == "" }

// problem writes why one of several sources has no rows.
func (b *byInstance) problem(p *Problem) error {
	line := p.Line(b.Texts)
	if b.Width > 0 {
		line = cutTo(line, b.Width)
	}
	_, err := b.Out.Write([]byte(line + "\n\n"))
	return err
}

// Line is the problem of one of several sources in a line.
func (p *Problem) Line(texts libpcp.ErrorTexts) string {
	about := p.Operand
	if about != "" {
		about += ": "
	}
	return format.Printable(p.Host + "  " + about + p.Failure.Text(texts))
}

// blocks sorts the values of a sample into blocks. Rows are in the order of the
// first metric, in which instances that it lacks follow, or of a ranking.
func (b *byInstance) blocks(s *Sample) []*block {
	var blocks []*block
	numbers := b.numbers(s)
	for m := range s.Metrics.each {
		if m.inHeading() {
			continue
		}
		m := *m
		domain, hosts := libpcp.NullInDom, m.Shown != nil && m.Shown.Heading
		if m.Desc != nil && !hosts {
			domain = m.Desc.InDom
		}
		at := slices.IndexFunc(blocks, func(k *block) bool { return k.domain == domain })
		if at < 0 {
			at = len(blocks)
			blocks = append(blocks, &block{domain: domain, index: make(map[Place]int)})
		}
		blocks[at].add(&b.Options, &m, numbers[m.Name], hosts)
	}
	blocks = slices.DeleteFunc(blocks, func(k *block) bool { return len(k.rows) == 0 })
	for _, k := range blocks {
		if b.Ranking != nil {
			k.rank(b.Ranking)
		}
	}
	return blocks
}

// numbers are those of metrics whose units are chosen.
func (o *Options) numbers(s *Sample) map[string]*figures.Numbers {
	numbers := make(map[string]*figures.Numbers)
	for m := range s.Metrics.each {
		if o.People && m.Desc != nil && m.Shown == nil {
			m.count(numbers)
		}
	}
	return numbers
}

// block writes a block, as many columns and rows as fit, below an empty line if it
// is another one.
func (b *byInstance) block(out *bytes.Buffer, k *block, another bool) {
	g := k.grid(&b.Options)
	width := 0
	if b.narrow() {
		width = b.Width
	}
	more := g.fit(width)
	lines := g.heads() + min(more, 1)
	if another {
		lines++
	}
	if b.Height > 0 {
		if b.out += g.crop(b.Height - b.lines - lines); len(g.rows) == 0 {
			return
		}
		b.lines += lines + len(g.rows)
	}
	if another {
		out.WriteString("\n")
	}
	g.write(out, b.Bold)
	if more > 0 {
		out.WriteString(b.omitted(more) + "\n")
	}
}
