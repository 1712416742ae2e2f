package survey

import (
	"context"
	"slices"
	"time"

	"pcptools/cmd/internal/ask"
	"pcptools/cmd/internal/index"
	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
	"pcptools/libpcp/archive"
)

// A domain is an instance domain, as it was when it was asked for.
type domain struct {
	query libpcp.InstancesQuery
	names *index.Index[libpcp.Instance] // nil until one is asked for
	at    time.Time                     // when it was so in an archive, if known
}

// askInstances appends the question for the instances of a domain.
func (s *Survey) askInstances(queries []libpcp.Query, d libpcp.InDom) []libpcp.Query {
	if s.domains[d] != nil {
		return queries
	}
	dom := &domain{query: libpcp.InstancesQuery{InDom: d}}
	s.domains[d] = dom
	return append(queries, &dom.query)
}

// domain returns a domain, from memory if it has been asked for.
func (s *Survey) domain(ctx context.Context, d libpcp.InDom) *domain {
	if queries := s.askInstances(nil, d); queries != nil {
		s.C.Batch(ctx, queries...)
	}
	return s.domains[d]
}

// name finds the name of an instance.
func (d *domain) name(inst int32) (string, bool) {
	if d.names == nil {
		d.names = index.Instances(d.query.Instances)
	}
	i := d.names.First(inst)
	if i == nil {
		return "", false
	}
	return i.Name, true
}

// instances finds the instances of a domain.
type instances struct {
	domain  *domain
	indom   libpcp.InDom
	archive *libpcp.Recording // or nil
}

// instances returns the instances of a domain, to be named.
func (s *Survey) instances(ctx context.Context, d libpcp.InDom) instances {
	if d == libpcp.NullInDom {
		return instances{}
	}
	archive, _ := s.C.Recording()
	dom := s.domain(ctx, d)
	s.Miss(report.Failure{Call: "pmGetInDom", Err: dom.query.Err})
	return instances{dom, d, archive}
}

// name sets the name of an instance. In an archive it also finds instances that
// have left the domain.
func (d instances) name(ctx context.Context, i *report.Instance) {
	if i.Name, i.Named = d.domain.name(i.ID); !i.Named && d.archive != nil {
		name, err := d.archive.AnyInstanceName(ctx, d.indom, i.ID)
		i.Name, i.Named = name, err == nil
	}
}

// list is a list of instances with their labels.
func (s *Survey) list(d libpcp.InDom, all []libpcp.Instance) *report.List[report.Instance] {
	return &report.List[report.Instance]{Len: len(all), All: func(yield func(*report.Instance) bool) {
		label := s.instanceLabels(d)
		for i := range all {
			inst := report.Instance{ID: all[i].ID, Name: all[i].Name, Named: true}
			label(&inst)
			if !yield(&inst) {
				return
			}
		}
	}}
}

// wholeDomain makes the instances of its domain the values of a metric,
// whether or not they have any.
func (s *Survey) wholeDomain(ctx context.Context, m *report.Metric) {
	n := 1
	m.Count = &n
	if m.Desc.InDom == libpcp.NullInDom {
		m.Values = report.ListOf(report.Value{})
		return
	}
	m.Values = report.ListOf[report.Value]()
	all, err := s.AllInstances(ctx, m.Desc.InDom)
	if err != nil {
		m.Err = &report.Failure{Call: "pmGetInDom", Err: err}
		return
	}
	n = len(all)
	insts := s.list(m.Desc.InDom, all)
	m.Values = &report.List[report.Value]{Len: n, All: func(yield func(*report.Value) bool) {
		for i := range insts.All {
			if !yield(&report.Value{Instance: i}) {
				return
			}
		}
	}}
}

// AllInstances returns the instances of a domain: of an archive, all that ever
// existed; else the current ones.
func (s *Survey) AllInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if archive, err := s.C.Recording(); err == nil {
		return archive.AllInstances(ctx, d)
	}
	dom := s.domain(ctx, d)
	return dom.query.Instances, dom.query.Err
}

// EveryInstance is AllInstances with each name that an instance had in an
// archive.
func (s *Survey) EveryInstance(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if every, ok := s.every[d]; ok {
		return every, nil
	}
	all, err := s.AllInstances(ctx, d)
	past := archive.InDomHistoryQuery{InDom: d}
	if s.C.Batch(ctx, &past); past.Err != nil || err != nil {
		return all, err
	}
	all = slices.Clip(all) // it is the domain's, too
	seen := make(map[libpcp.Instance]bool, len(all))
	for _, i := range all {
		seen[i] = true
	}
	for version, err := range past.Versions {
		if err != nil {
			return all, err
		}
		for _, i := range version.Instances {
			if !seen[i] {
				seen[i], all = true, append(all, i)
			}
		}
	}
	if s.every == nil {
		s.every = make(map[libpcp.InDom][]libpcp.Instance)
	}
	s.every[d] = all
	return all, nil
}

// InDom makes the record of an instance domain.
func (s *Survey) InDom(ctx context.Context, d libpcp.InDom) *report.InDom {
	s.forget()
	var texts ask.Answers
	var queries []libpcp.Query
	if s.OneLine {
		queries = texts.AskText(queries, libpcp.TextID{Kind: libpcp.TextOneLine | libpcp.TextInDom, Ident: uint32(d)})
	}
	if s.Help {
		queries = texts.AskText(queries, libpcp.TextID{Kind: libpcp.TextHelp | libpcp.TextInDom, Ident: uint32(d)})
	}
	if s.Labels {
		queries = s.ask(queries, append(inDomLabelIDs(d), instanceLabels(d))...)
	}
	s.C.Batch(ctx, queries...)
	record := &report.InDom{ID: d,
		OneLine: s.text(texts, libpcp.TextOneLine|libpcp.TextInDom, uint32(d)),
		Help:    s.text(texts, libpcp.TextHelp|libpcp.TextInDom, uint32(d))}
	all, err := s.AllInstances(ctx, d)
	if err != nil {
		record.Err = &report.Failure{Call: "pmGetInDom", Err: err}
	}
	if len(all) > 0 {
		record.Instances = s.list(d, all)
	}
	if s.Labels {
		record.Labels = s.merged(ctx, nil, inDomLabelIDs(d)).Labels
	}
	return record
}

// Update updates the instances of a domain to the time of values. It requests a
// live domain again if values have instances that are not in it, or that had no
// value in the sample before, if any: their numbers may belong to other
// instances now. Both lists of values are in order.
func (s *Survey) Update(ctx context.Context, d libpcp.InDom, values []libpcp.Value, before *libpcp.ValueSet, at time.Time) {
	if _, err := s.C.Recording(); err == nil {
		s.rewindDomain(ctx, d, at)
		return
	}
	dom := s.domains[d]
	if dom == nil {
		return
	}
	if before != nil && others(values, before.Values) {
		delete(s.domains, d)
		return
	}
	for i := range values {
		if _, named := dom.name(values[i].Inst); !named {
			delete(s.domains, d)
			return
		}
	}
}

// others reports whether values are of instances that had none before.
func others(values, before []libpcp.Value) bool {
	at := 0
	for i := range values {
		for at < len(before) && before[at].Inst < values[i].Inst {
			at++
		}
		if at == len(before) || before[at].Inst != values[i].Inst {
			return true
		}
	}
	return false
}

// rewindDomain sets a domain of an archive to its members at a time, or if
// these are unknown to earlier ones.
func (s *Survey) rewindDomain(ctx context.Context, d libpcp.InDom, at time.Time) {
	dom := s.domains[d]
	if d == libpcp.NullInDom || dom != nil && dom.at.Equal(at) {
		return
	}
	list, err := s.C.InstancesAt(ctx, d, at)
	switch {
	case err != nil:
		return
	case dom == nil || !slices.Equal(list, dom.query.Instances):
		dom = &domain{query: libpcp.InstancesQuery{InDom: d, Instances: list}}
		s.domains[d] = dom
	}
	dom.at = at
}
