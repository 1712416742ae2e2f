package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"pcptools/cmd/internal/ask"
	"pcptools/cmd/internal/hint"
	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/options"
)

// parts selects the reported parts of a metric.
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
	quiet     bool // -e: verify, but do not report missing values
}

// identified reports whether anything selected needs the metric's PMID.
func (p parts) identified() bool { return p.described() || p.pmid || p.oneLine || p.help }

// described reports whether anything selected needs the metric's descriptor.
func (p parts) described() bool {
	return p.desc || p.values || p.labels || p.series || p.verify || p.events
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
	operands []string // names among them
	progress *tool.Progress
	hint     func(name string, err error)
	noAgent  error    // ErrNoAgent, once that has been reported
	unvalued []string // the first metrics without values

	origin, earliest, latest time.Time // of the window, and of values

	// inTurn disables asking ahead, since -D shows the requests.
	inTurn bool

	// rewind returns an archive to the start of the reported time, which
	// every fetch begins at; it is nil for a live source.
	rewind func() error

	current *group // under report
	indom   instances
	labels  labelCache
	names   map[libpcp.PMID]string // of event parameters
	line    []byte                 // under construction

	// Memory to be used again, once what it holds has been reported.
	question libpcp.TextQuery // asked last,
	asked    []libpcp.Query   // in this list
	spare    []*group
	together struct { // questions about several groups of an archive
		names libpcp.LookupQuery
		descs libpcp.DescsQuery
	}
}

// errorText is the text of an error that is reported.
func (r *reporter) errorText(err error) string {
	if libpcp.Code(err) == libpcp.ErrNoAgent {
		r.noAgent = err
	}
	return r.texts.Of(err)
}

// group reports the metrics of a group. It returns the error of the output.
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

// groupOnce reports a group of an archive, which is not asked ahead: nothing needs the
// group afterwards.
func (r *reporter) groupOnce(ctx context.Context, g *group) error {
	err := r.group(ctx, g)
	r.spare = append(r.spare, g)
	return err
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
		m.desc, m.undescribed = libpcp.Desc{InDom: libpcp.NullInDom}, err
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
		fmt.Fprintf(r.out, "%s: %s: %s\n", name, call, r.errorText(err))
		if libpcp.Code(err) == libpcp.ErrEOL {
			r.lacks(name)
		}
		if !r.passed(name, err) {
			r.strict.Failure()
		}
	}
}

// lacks takes note of a metric without values in the window.
func (r *reporter) lacks(name string) {
	if len(r.unvalued) <= hint.Shown {
		r.unvalued = append(r.unvalued, name)
	}
}

// passed reports whether err is ignored: a derived metric cannot be bound, and
// no operand names it.
func (r *reporter) passed(name string, err error) bool {
	return ask.Unbound(err) && !slices.Contains(r.operands, name)
}
