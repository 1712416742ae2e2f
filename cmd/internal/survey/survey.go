// Package survey asks a source about metrics and makes records of the answers,
// for all formats but classic. It asks in batches, as the classic reports do.
package survey

import (
	"context"
	"iter"

	"pcptools/cmd/internal/ask"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Want selects the contents of records, in addition to names, identifiers and
// descriptors.
type Want struct {
	Values    bool
	Enumerate bool // ask once more where an instance domain must be enumerated
	Counts    bool // the numbers of values, not the values
	Domains   bool // list whole instance domains, not those with values
	OneLine   bool
	Help      bool
	Labels    bool
	Series    bool
}

// A Survey asks the source of a context.
type Survey struct {
	C *libpcp.Context
	Want
	// Notation is the notation of units in identifiers of series.
	Notation libpcp.UnitsNotation
	// Batch is how many metrics are fetched together; at least 1, and at most
	// what fits a request.
	Batch int
	// Rewind, for an archive, goes back to where every fetch begins.
	Rewind func() error
	// Done is called with the number of metrics just asked about; it may be nil.
	Done func(n int)

	domains map[libpcp.InDom]*domain
	every   map[libpcp.InDom][]libpcp.Instance // of EveryInstance, for archives
	labels  map[libpcp.LabelID]*libpcp.LabelsQuery
	known   map[libpcp.PMID]*report.Metric // of event parameters
	lost    *report.Failure

	operands []string // of Select, nil unless that has chosen the metrics
}

// Metrics calls each with a record for every name, in order, until each fails.
// It omits derived metrics that cannot be bound and that [Survey.Select] found
// below another name. It fetches the metrics of an archive one by one, because
// metrics fetched together have values of the same time.
func (s *Survey) Metrics(ctx context.Context, names libpcp.NameList, each func(*report.Metric) error) error {
	s.known = nil
	s.forget()
	plan := ask.Plan[*group]{C: s.C, First: s.first, FollowUp: s.followUp,
		Write: func(ctx context.Context, g *group) error { return s.write(ctx, g, each) }}
	if s.Rewind != nil {
		plan.Rewind = s.rewound
	}
	return plan.Report(ctx, ask.Windows(s.split(names), s.window(), func(some []*group) { s.lookUp(ctx, some) }))
}

// write completes the records of a group, and hands them on.
func (s *Survey) write(ctx context.Context, g *group, each func(*report.Metric) error) error {
	s.finish(ctx, g)
	s.forgetItems(g)
	if s.Done != nil {
		s.Done(len(g.metrics))
	}
	for _, m := range g.metrics {
		if s.hidden(m) {
			continue
		}
		if err := each(m); err != nil {
			return err
		}
	}
	return nil
}

// forget drops what may be different at another time. Labels are taken to be
// the same all the time.
func (s *Survey) forget() {
	s.domains = make(map[libpcp.InDom]*domain)
	if s.labels == nil {
		s.labels = make(map[libpcp.LabelID]*libpcp.LabelsQuery)
	}
}

const (
	maxBatch = 256
	maxNames = 16 << 10 // that are looked up in one round trip
)

// A group is metrics that are fetched together.
type group struct {
	lookup  libpcp.LookupQuery
	metrics []*report.Metric
	found   []*report.Metric // the metrics with identifiers
	fetch   libpcp.FetchQuery
	descs   libpcp.DescsQuery
	ask.Answers
}

// size is how many metrics a group has.
func (s *Survey) size() int {
	if s.Rewind != nil {
		return 1
	}
	return min(max(s.Batch, 1), maxBatch)
}

// window is how many groups are looked up in one round trip.
func (s *Survey) window() int { return maxNames / s.size() }

// split makes groups of names.
func (s *Survey) split(names libpcp.NameList) iter.Seq[*group] {
	return func(yield func(*group) bool) {
		for some := range ask.Chunks(names.All(), s.size()) {
			if !yield(&group{lookup: libpcp.LookupQuery{Names: some}}) {
				return
			}
		}
	}
}

// lookUp identifies the metrics of groups, in one round trip.
func (s *Survey) lookUp(ctx context.Context, groups []*group) {
	queries := make([]libpcp.Query, len(groups))
	for i, g := range groups {
		queries[i] = &g.lookup
	}
	s.C.Batch(ctx, queries...)
	for _, g := range groups {
		g.identify()
	}
}

// identify makes the metrics of a group from the answer about their names.
func (g *group) identify() {
	for i, reply := range g.lookup.Replies {
		m := &report.Metric{Name: g.lookup.Names[i], ID: libpcp.NullPMID}
		g.metrics = append(g.metrics, m)
		if reply.Err != nil {
			m.Err = &report.Failure{Call: "pmLookupName", Err: reply.Err}
			continue
		}
		m.ID = reply.ID
		g.found = append(g.found, m)
		g.descs.IDs = append(g.descs.IDs, m.ID)
	}
}

// first lists the first questions about a group: its values and descriptors.
func (s *Survey) first(g *group) []libpcp.Query {
	if len(g.found) == 0 {
		return nil
	}
	if !s.Values {
		return []libpcp.Query{&g.descs}
	}
	g.fetch.IDs = g.descs.IDs
	return []libpcp.Query{&g.fetch, &g.descs}
}

// rewound moves an archive to where each fetch begins. It reports whether
// anything is to be fetched.
func (s *Survey) rewound(g *group) bool {
	s.forget()
	if err := s.Rewind(); err != nil {
		for _, m := range g.found {
			m.Err = &report.Failure{Call: "pmSetMode", Err: err}
		}
		g.found = nil
	}
	return len(g.found) > 0
}

// followUp takes in the descriptors of a group, and lists the questions they
// lead to that have not been asked.
func (s *Survey) followUp(g *group) []libpcp.Query {
	var queries []libpcp.Query
	for i, m := range g.found {
		reply := g.descs.Replies[i]
		if reply.Err != nil {
			m.Err = &report.Failure{Call: "pmLookupDesc", Err: reply.Err}
			continue
		}
		m.Desc = &reply.Desc
		if s.OneLine {
			queries = g.AskText(queries, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextPMID, Ident: uint32(m.ID)})
		}
		if s.Help {
			queries = g.AskText(queries, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextPMID, Ident: uint32(m.ID)})
		}
		if d := reply.Desc.InDom; d != libpcp.NullInDom && (s.Domains || s.Values && !s.Counts && g.hasValues(i)) {
			queries = s.askInstances(queries, d)
		}
		if s.Labels || s.Series {
			queries = s.askLabels(queries, reply.Desc)
		}
	}
	return queries
}

// text is a help text, nil if it was not requested or does not exist.
func (s *Survey) text(a ask.Answers, kind libpcp.TextKind, ident uint32) *string {
	q := a.Text(libpcp.TextID{Kind: kind, Ident: ident})
	if q == nil {
		return nil
	}
	if q.Err != nil {
		s.Miss(report.Failure{Call: "pmLookupText", Err: q.Err})
		return nil
	}
	return &q.Text
}

func (g *group) hasValues(i int) bool {
	return g.fetch.Result != nil && len(g.fetch.Result.Sets[i].Values) > 0
}

// finish completes the records of a group from the answers.
func (s *Survey) finish(ctx context.Context, g *group) {
	for i, m := range g.found {
		if m.Desc == nil {
			continue
		}
		m.OneLine = s.text(g.Answers, libpcp.TextOneLine|libpcp.TextPMID, uint32(m.ID))
		m.Help = s.text(g.Answers, libpcp.TextHelp|libpcp.TextPMID, uint32(m.ID))
		switch {
		case s.Domains:
			s.wholeDomain(ctx, m)
		case !s.Values:
		case g.fetch.Err != nil:
			m.Err = &report.Failure{Call: "pmFetch", Err: g.fetch.Err}
		default:
			m.Time = g.fetch.Result.Time
			s.Fill(ctx, m, new(Values), s.enumerated(ctx, m, g.fetch.Result.Sets[i]))
		}
		s.label(ctx, m)
	}
}

// enumerated is a set of values, or another if the first was refused because
// instances must be asked for by number.
func (s *Survey) enumerated(ctx context.Context, m *report.Metric, set libpcp.ValueSet) libpcp.ValueSet {
	if !s.Enumerate || set.Err != libpcp.ErrProfile {
		return set
	}
	list, err := s.C.Instances(ctx, m.Desc.InDom)
	if err != nil || len(list) == 0 {
		return set
	}
	ids := make([]int32, len(list))
	for i, inst := range list {
		ids[i] = inst.ID
	}
	if s.Rewind != nil && s.Rewind() != nil {
		return set
	}
	profile := s.C.Profile()
	profile.Del(libpcp.NullInDom)
	profile.Add(m.Desc.InDom, ids...)
	defer profile.Add(libpcp.NullInDom)
	result, err := s.C.Fetch(ctx, []libpcp.PMID{m.ID})
	if err != nil {
		return libpcp.ValueSet{Err: err}
	}
	return result.Sets[0]
}
