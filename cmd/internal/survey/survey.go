// Package survey asks a source about metrics and makes records of the answers,
// for the output formats that have room for all there is to know. Questions go
// out in batches, as in the classic reports.
package survey

import (
	"context"
	"slices"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Want selects what records of metrics have in them, besides names,
// identifiers and descriptors.
type Want struct {
	Values    bool
	Enumerate bool // ask once more where an instance domain must be enumerated
	Counts    bool // of the values how many there are, not the values
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
	// Notation is how the identifiers of series write units.
	Notation libpcp.UnitsNotation
	// Batch is how many metrics are fetched together; at least 1, and at most
	// what fits a request.
	Batch int
	// Rewind, for an archive, goes back to where every fetch begins.
	Rewind func() error
	// Done is told how many metrics more have been asked about; it may be nil.
	Done func(n int)

	domains map[libpcp.InDom]*domain
	labels  map[libpcp.LabelID]*libpcp.LabelsQuery
	known   map[libpcp.PMID]*report.Metric // of event parameters
}

// Metrics hands each a record for every name, in order, until that fails. The
// metrics of an archive are fetched one by one: what is fetched together is
// from one time.
func (s *Survey) Metrics(ctx context.Context, names []string, each func(*report.Metric) error) error {
	s.known = nil
	s.forget()
	for some := range slices.Chunk(names, maxNames) {
		if err := s.groups(ctx, s.lookUp(ctx, some), each); err != nil {
			return err
		}
	}
	return nil
}

// groups hands each the records of groups.
func (s *Survey) groups(ctx context.Context, groups []*group, each func(*report.Metric) error) error {
	for i, g := range groups {
		groups[i] = nil // its memory is no longer needed than it is reported
		if s.Rewind != nil {
			s.forget()
			s.fetchAlone(ctx, g)
		} else if i == 0 {
			s.C.Batch(ctx, s.first(g)...)
		}
		queries := s.followUp(g)
		if s.Rewind == nil && i+1 < len(groups) {
			queries = append(queries, s.first(groups[i+1])...)
		}
		s.C.Batch(ctx, queries...)
		s.finish(ctx, g)
		if s.Done != nil {
			s.Done(len(g.metrics))
		}
		for _, m := range g.metrics {
			if err := each(m); err != nil {
				return err
			}
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
	metrics []*report.Metric
	found   []*report.Metric // those of them with identifiers
	fetch   libpcp.FetchQuery
	descs   libpcp.DescsQuery
	texts   texts
}

// lookUp identifies all names, in one round trip.
func (s *Survey) lookUp(ctx context.Context, names []string) []*group {
	size := min(max(s.Batch, 1), maxBatch)
	if s.Rewind != nil {
		size = 1
	}
	var groups []*group
	var lookups []*libpcp.LookupQuery
	var queries []libpcp.Query
	for len(names) > 0 {
		n := min(size, len(names))
		q := &libpcp.LookupQuery{Names: names[:n]}
		names = names[n:]
		lookups, queries = append(lookups, q), append(queries, q)
		groups = append(groups, &group{})
	}
	s.C.Batch(ctx, queries...)
	for i, q := range lookups {
		groups[i].identify(q)
	}
	return groups
}

// identify makes the metrics of a group from the answer about their names.
func (g *group) identify(q *libpcp.LookupQuery) {
	for i, name := range q.Names {
		m := &report.Metric{Name: name, ID: libpcp.NullPMID}
		g.metrics = append(g.metrics, m)
		reply := q.Replies[i]
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

// fetchAlone asks the first questions about a group of an archive.
func (s *Survey) fetchAlone(ctx context.Context, g *group) {
	if err := s.Rewind(); err != nil {
		for _, m := range g.found {
			m.Err = &report.Failure{Call: "pmSetMode", Err: err}
		}
		g.found = nil
	}
	s.C.Batch(ctx, s.first(g)...)
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
			queries = g.texts.ask(queries, libpcp.TextOneLine|libpcp.TextPMID, uint32(m.ID))
		}
		if s.Help {
			queries = g.texts.ask(queries, libpcp.TextHelp|libpcp.TextPMID, uint32(m.ID))
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

func (g *group) hasValues(i int) bool {
	return g.fetch.Result != nil && len(g.fetch.Result.Sets[i].Values) > 0
}

// finish completes the records of a group from the answers.
func (s *Survey) finish(ctx context.Context, g *group) {
	for i, m := range g.found {
		if m.Desc == nil {
			continue
		}
		m.OneLine = g.texts.text(libpcp.TextOneLine|libpcp.TextPMID, uint32(m.ID))
		m.Help = g.texts.text(libpcp.TextHelp|libpcp.TextPMID, uint32(m.ID))
		switch {
		case s.Domains:
			s.wholeDomain(ctx, m)
		case !s.Values:
		case g.fetch.Err != nil:
			m.Err = &report.Failure{Call: "pmFetch", Err: g.fetch.Err}
		default:
			m.Time = g.fetch.Result.Time
			s.Fill(ctx, m, s.enumerated(ctx, m, g.fetch.Result.Sets[i]))
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
