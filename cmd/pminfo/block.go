package main

import (
	"context"
	"fmt"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// A metric is one metric under report, of a group or of an event record.
type metric struct {
	name  string
	id    libpcp.PMID
	desc  libpcp.Desc
	set   libpcp.ValueSet
	param bool // of an event record

	undescribed error // why the descriptor is missing, for a metric with a block
}

// metric reports one metric's block.
func (r *reporter) metric(ctx context.Context, m metric) {
	r.judge(m)
	if r.verify {
		r.problem(m)
		return
	}
	if r.spaced() {
		r.out.WriteByte('\n')
	}
	if r.enumerate && m.set.Err == libpcp.ErrProfile && !r.fetchEnumerated(ctx, &m) {
		return
	}
	r.heading(ctx, m)
	switch {
	case r.descLine:
		r.descriptorLine(m)
	case r.desc:
		r.descriptor(m)
	}
	if r.series {
		r.metricSeries(ctx, m)
	}
	if r.parts.labels {
		r.metricLabels(ctx, m.desc)
	}
	if r.help {
		r.fullText(ctx, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(m.id)})
	}
	if r.values || r.events {
		r.reportValues(ctx, m)
	}
	if r.series {
		r.instanceSeries(ctx, m.desc)
	}
	if r.parts.labels {
		r.instanceLabels(ctx, m.desc)
	}
}

// judge records whether a metric has the requested values.
func (r *reporter) judge(m metric) {
	switch {
	case r.passed(m.name, m.undescribed):
	case r.fetched():
		r.strict.Note(len(m.set.Values), m.set.Err != nil)
	default:
		r.strict.Value()
	}
}

// problem reports the error of a metric, if any.
func (r *reporter) problem(m metric) {
	if r.checker != nil && m.undescribed == nil {
		r.questionable(m)
	}
	switch {
	case m.desc.Type == libpcp.TypeNoSupport:
		fmt.Fprintf(r.out, "%s: Not Supported\n", m.name)
	case m.set.Err != nil:
		fmt.Fprintf(r.out, "%s: %s\n", m.name, r.errorText(m.set.Err))
	case len(m.set.Values) == 0 && !r.quiet:
		fmt.Fprintf(r.out, "%s: No value(s) available\n", m.name)
	}
}

// questionable reports questionable parts of the descriptor of a metric.
func (r *reporter) questionable(m metric) {
	findings := r.checker.findings(m.desc)
	if len(findings) == 0 || m.desc.Type == libpcp.TypeNoSupport {
		return
	}
	fmt.Fprintf(r.out, "%s: Questionable metadata ...\n", m.name)
	r.descriptor(m)
	for _, f := range findings {
		fmt.Fprintln(r.out, f)
	}
	r.out.WriteByte('\n')
}

// write writes parts of a line.
func (r *reporter) write(parts ...string) {
	for _, part := range parts {
		r.out.WriteString(part)
	}
}

// heading writes the line with the name.
func (r *reporter) heading(ctx context.Context, m metric) {
	r.out.WriteString(m.name)
	if r.pmid {
		r.write(" PMID: ", m.id.String())
	}
	if r.fullPMID {
		fmt.Fprintf(r.out, " = %d = 0x%x", uint32(m.id), uint32(m.id))
	}
	if r.oneLine {
		r.oneLineText(ctx, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(m.id)}, r.fullPMID)
	}
	r.out.WriteByte('\n')
}

// oneLineText writes a short help text onto the line of a heading, or under
// it if the heading is long already.
func (r *reporter) oneLineText(ctx context.Context, id libpcp.TextID, under bool) {
	text, err := r.text(ctx, id)
	switch {
	case err != nil:
		fmt.Fprintf(r.out, " One-line Help: Error: %s", r.errorText(err))
	case under:
		r.write("\n    [", text, "]")
	default:
		r.write(" [", text, "]")
	}
}

// fullText writes a long help text.
func (r *reporter) fullText(ctx context.Context, id libpcp.TextID) {
	text, err := r.text(ctx, id)
	if err != nil {
		fmt.Fprintf(r.out, "Full Help: Error: %s\n", r.errorText(err))
		return
	}
	for len(text) > 0 && text[len(text)-1] == '\n' {
		text = text[:len(text)-1]
	}
	if text == "" {
		r.out.WriteString("Help: <empty entry>\n")
		return
	}
	r.write("Help:\n", text, "\n")
}

// descriptor writes a metric's descriptor.
func (r *reporter) descriptor(m metric) {
	if m.undescribed != nil {
		r.out.WriteString("    Metadata unavailable\n")
		return
	}
	d := m.desc
	r.write("    Data Type: ", format.DataType(d.Type), "  InDom: ")
	r.inDomID(d.InDom)
	r.write("\n    Semantics: ", format.Semantics(d.Sem), "  Units: ", format.Units(d.Units, r.notation), "\n")
}

// descriptorLine writes it in one line, with tabs between its parts.
func (r *reporter) descriptorLine(m metric) {
	d := m.desc
	r.out.WriteString(m.name)
	if m.undescribed != nil {
		r.out.WriteString("\tMetadata unavailable\n")
		return
	}
	fmt.Fprintf(r.out, "\t%s\t", format.DataType(d.Type))
	r.inDomID(d.InDom)
	fmt.Fprintf(r.out, "\t%s\t%s\n", format.Semantics(d.Sem), format.Units(d.Units, r.notation))
}

// inDomID writes the identifier of an instance domain.
func (r *reporter) inDomID(d libpcp.InDom) {
	r.out.WriteString(d.String())
	if r.fullInDom {
		fmt.Fprintf(r.out, " = %d =", uint32(d))
	}
	r.write(" 0x", strconv.FormatUint(uint64(d), 16))
}

// inDom reports an instance domain's block.
func (r *reporter) inDom(ctx context.Context, d libpcp.InDom) {
	r.strict.Value()
	if r.verify {
		return
	}
	r.out.WriteString("\nInDom: ")
	r.inDomID(d)
	if r.oneLine {
		r.oneLineText(ctx, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextInDom, Ident: uint32(d)}, r.fullInDom)
	}
	r.out.WriteByte('\n')
	if r.parts.labels {
		r.inDomLabels(ctx, d)
	}
	if r.help {
		r.fullText(ctx, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextInDom, Ident: uint32(d)})
	}
}
