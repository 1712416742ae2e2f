package main

import (
	"context"
	"fmt"
	"io"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// parts selects what is reported about a metric.
type parts struct {
	desc      bool // -d
	fullInDom bool // -I, which implies desc
	pmid      bool // -m
	fullPMID  bool // -M, which implies pmid
	oneLine   bool // -t
	help      bool // -T
	labels    bool // -l
	series    bool // -s
	values    bool // -f
	enumerate bool // -F, which implies values
	events    bool // -x, which implies values
	verify    bool // -v, which excludes all but events and series
	descLine  bool // -1: the descriptor in one line, which implies desc
	quiet     bool // -e: verify, but say nothing of missing values
}

// identified reports whether anything selected needs the metric's PMID.
func (p parts) identified() bool { return p.described() || p.pmid || p.oneLine || p.help }

// described reports whether anything selected needs the metric's descriptor.
func (p parts) described() bool {
	return p.desc || p.values || p.labels || p.series || p.verify || p.events
}

// onlyNames reports whether names and PMIDs are all that is reported.
func (p parts) onlyNames() bool {
	return p == parts{pmid: p.pmid, fullPMID: p.fullPMID}
}

// fetched reports whether anything selected needs the metric's values.
func (p parts) fetched() bool { return p.values || p.labels || p.verify || p.events }

// spaced reports whether an empty line precedes the metric's block.
func (p parts) spaced() bool {
	return p.desc || p.help || p.values || p.labels || p.events
}

// A reporter writes the blocks of metrics and instance domains.
type reporter struct {
	parts
	prog   string
	out    *tool.Output
	errOut io.Writer
	c      *libpcp.Context
	texts  libpcp.ErrorTexts
	layout format.Layout
	source *options.Source

	notation libpcp.UnitsNotation

	// batched looks up the descriptors of a group before it is reported, and
	// errorBlocks then reports a metric without one in a block. With batched
	// names that cannot be looked up together are one failure.
	batched, errorBlocks bool
	checker              *checker // of descriptors, with verify; or nil

	strict   *tool.Strict
	progress *tool.Progress
	hint     func(name string, err error)

	// rewind returns an archive to the start of the reported time, which
	// every fetch begins at; it is nil for a live source.
	rewind func() error

	current *group // under report
	indom   instances
	labels  labelCache
	names   map[libpcp.PMID]string // of event parameters
	line    []byte                 // under construction
}

// group reports the metrics of a group. Its error is that of the output.
func (r *reporter) group(ctx context.Context, g *group) error {
	r.current = g
	names := g.lookup.Names
	r.progress.Step(len(names) + len(g.unknown))
	for _, q := range g.unknown {
		if err := q.Replies[0].Err; err != nil {
			r.failure(q.Names, "pmLookupName", err)
		}
	}
	switch {
	case g.err != nil:
		if r.batched && len(names) > 1 {
			names = []string{names[0] + "..." + names[len(names)-1]}
		}
		r.failure(names, "pmLookupName", g.err)
	case g.fetch.Err != nil:
		r.failure(names, "pmFetch", g.fetch.Err)
	default:
		r.refused(g)
		for i := range names {
			r.member(ctx, g, i)
		}
	}
	return r.out.Err()
}

// member reports the i-th metric of a group.
func (r *reporter) member(ctx context.Context, g *group, i int) {
	m := metric{name: g.lookup.Names[i], id: libpcp.NullPMID}
	if r.identified() {
		m.id = g.ids[i]
	}
	if r.fetched() {
		m.set = g.fetch.Result.Sets[i]
	}
	if !r.described() {
		r.metric(ctx, m)
		return
	}
	var err error
	m.desc, err = r.describe(ctx, i)
	switch {
	case err == nil:
		r.metric(ctx, m)
	case r.inBlocks(g):
		m.desc, m.undescribed = libpcp.Desc{InDom: libpcp.NullInDom}, true
		r.metric(ctx, m)
	case !r.ahead(g):
		r.failure(g.lookup.Names[i:i+1], "pmLookupDesc", err)
	}
}

// inBlocks reports whether a metric of the group has a block even without a
// descriptor.
func (r *reporter) inBlocks(g *group) bool {
	return r.errorBlocks && len(g.lookup.Names) > 1 && (r.values || r.events || r.verify)
}

// ahead reports whether the metrics of the group without a descriptor are
// reported before all others.
func (r *reporter) ahead(g *group) bool {
	return r.batched && len(g.lookup.Names) > 1 && !r.values && !r.events && !r.verify
}

// refused reports the metrics of a group without a descriptor, if that comes
// before all others.
func (r *reporter) refused(g *group) {
	if !r.described() || !r.ahead(g) {
		return
	}
	for i, reply := range g.descs.Replies {
		if reply.Err != nil {
			r.failure(g.lookup.Names[i:i+1], "pmLookupDesc", reply.Err)
		}
	}
}

// failure reports metrics for which a PMAPI call has failed.
func (r *reporter) failure(names []string, call string, err error) {
	for _, name := range names {
		fmt.Fprintf(r.out, "%s: %s: %s\n", name, call, r.texts.Of(err))
		r.strict.Failure()
	}
}

// A metric is one metric under report, of a group or of an event record.
type metric struct {
	name  string
	id    libpcp.PMID
	desc  libpcp.Desc
	set   libpcp.ValueSet
	param bool // of an event record

	undescribed bool // there is no descriptor
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

// judge takes note of whether a metric has what was asked for.
func (r *reporter) judge(m metric) {
	if r.fetched() {
		r.strict.Note(len(m.set.Values), m.set.Err != nil)
	} else {
		r.strict.Value()
	}
}

// problem reports what is wrong with a metric, if anything is.
func (r *reporter) problem(m metric) {
	if r.checker != nil && !m.undescribed {
		r.questionable(m)
	}
	switch {
	case m.desc.Type == libpcp.TypeNoSupport:
		fmt.Fprintf(r.out, "%s: Not Supported\n", m.name)
	case m.set.Err != nil:
		fmt.Fprintf(r.out, "%s: %s\n", m.name, r.texts.Of(m.set.Err))
	case len(m.set.Values) == 0 && !r.quiet:
		fmt.Fprintf(r.out, "%s: No value(s) available\n", m.name)
	}
}

// questionable reports what is questionable about the descriptor of a metric.
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

// heading writes the name and what stands on its line.
func (r *reporter) heading(ctx context.Context, m metric) {
	r.out.WriteString(m.name)
	if r.pmid {
		fmt.Fprintf(r.out, " PMID: %s", m.id)
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
		fmt.Fprintf(r.out, " One-line Help: Error: %s", r.texts.Of(err))
	case under:
		fmt.Fprintf(r.out, "\n    [%s]", text)
	default:
		fmt.Fprintf(r.out, " [%s]", text)
	}
}

// fullText writes a long help text.
func (r *reporter) fullText(ctx context.Context, id libpcp.TextID) {
	text, err := r.text(ctx, id)
	if err != nil {
		fmt.Fprintf(r.out, "Full Help: Error: %s\n", r.texts.Of(err))
		return
	}
	for len(text) > 0 && text[len(text)-1] == '\n' {
		text = text[:len(text)-1]
	}
	if text == "" {
		r.out.WriteString("Help: <empty entry>\n")
		return
	}
	fmt.Fprintf(r.out, "Help:\n%s\n", text)
}

// descriptor writes a metric's descriptor.
func (r *reporter) descriptor(m metric) {
	if m.undescribed {
		r.out.WriteString("    Metadata unavailable\n")
		return
	}
	d := m.desc
	fmt.Fprintf(r.out, "    Data Type: %s  InDom: ", format.DataType(d.Type))
	r.inDomID(d.InDom)
	fmt.Fprintf(r.out, "\n    Semantics: %s  Units: %s\n", format.Semantics(d.Sem), format.Units(d.Units, r.notation))
}

// descriptorLine writes it in one line, with tabs between its parts.
func (r *reporter) descriptorLine(m metric) {
	d := m.desc
	r.out.WriteString(m.name)
	if m.undescribed {
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
	fmt.Fprintf(r.out, " 0x%x", uint32(d))
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
