package survey

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// A domain is an instance domain, as it was when it was asked for.
type domain struct {
	query libpcp.InstancesQuery
	names map[int32]string // nil until asked for
}

// askInstances appends the question for the instances of a domain.
func (s *Survey) askInstances(queries []libpcp.Query, d libpcp.InDom) []libpcp.Query {
	if s.instances[d] != nil {
		return queries
	}
	dom := &domain{query: libpcp.InstancesQuery{InDom: d}}
	s.instances[d] = dom
	return append(queries, &dom.query)
}

// domain returns a domain, from memory if it has been asked for.
func (s *Survey) domain(ctx context.Context, d libpcp.InDom) *domain {
	if queries := s.askInstances(nil, d); queries != nil {
		s.C.Batch(ctx, queries...)
	}
	return s.instances[d]
}

// name finds the name of an instance.
func (d *domain) name(inst int32) (string, bool) {
	if d.names == nil {
		d.names = make(map[int32]string, len(d.query.Instances))
		for _, i := range d.query.Instances {
			d.names[i.ID] = i.Name
		}
	}
	name, ok := d.names[inst]
	return name, ok
}

// instance describes an instance of a domain. One that is not in it now may
// once have been in an archive.
func (s *Survey) instance(ctx context.Context, d libpcp.InDom, inst int32) *report.Instance {
	i := &report.Instance{ID: inst}
	if i.Name, i.Named = s.domain(ctx, d).name(inst); i.Named {
		return i
	}
	if archive, err := s.C.Archive(); err == nil {
		name, err := archive.AnyInstanceName(d, inst)
		i.Name, i.Named = name, err == nil
	}
	return i
}

// wholeDomain makes the instances of its domain the values of a metric,
// whether or not they have any.
func (s *Survey) wholeDomain(ctx context.Context, m *report.Metric) {
	n := 1
	m.Count = &n
	m.Values = []report.Value{}
	if m.Desc.InDom == libpcp.NullInDom {
		m.Values = append(m.Values, report.Value{})
		return
	}
	list, err := s.AllInstances(ctx, m.Desc.InDom)
	if err != nil {
		m.Err = &report.Failure{Call: "pmGetInDom", Err: err}
		return
	}
	n = len(list)
	for _, i := range list {
		m.Values = append(m.Values, report.Value{Instance: &report.Instance{ID: i.ID, Name: i.Name, Named: true}})
	}
}

// AllInstances returns the instances of a domain: those that an archive ever
// had, or else as they are now.
func (s *Survey) AllInstances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	if archive, err := s.C.Archive(); err == nil {
		return archive.AllInstances(d)
	}
	dom := s.domain(ctx, d)
	return dom.query.Instances, dom.query.Err
}

// InDom makes the record of an instance domain.
func (s *Survey) InDom(ctx context.Context, d libpcp.InDom) *report.InDom {
	s.forget()
	var queries []libpcp.Query
	if s.OneLine {
		queries = s.askText(queries, libpcp.TextOneLine|libpcp.TextInDom, uint32(d))
	}
	if s.Help {
		queries = s.askText(queries, libpcp.TextHelp|libpcp.TextInDom, uint32(d))
	}
	if s.Labels {
		queries = s.ask(queries, append(inDomLabelIDs(d), instanceLabels(d))...)
	}
	s.C.Batch(ctx, queries...)
	record := &report.InDom{ID: d,
		OneLine: s.text(libpcp.TextOneLine|libpcp.TextInDom, uint32(d)),
		Help:    s.text(libpcp.TextHelp|libpcp.TextInDom, uint32(d))}
	list, err := s.AllInstances(ctx, d)
	if err != nil {
		record.Err = &report.Failure{Call: "pmGetInDom", Err: err}
	}
	for _, i := range list {
		record.Instances = append(record.Instances, report.Instance{ID: i.ID, Name: i.Name, Named: true})
	}
	if s.Labels {
		record.Labels = s.merged(ctx, nil, inDomLabelIDs(d)).Labels
		s.labelInstances(d, len(record.Instances), func(i int) *report.Instance { return &record.Instances[i] })
	}
	return record
}

// Update has a live domain asked for again if values are of instances that
// were not in it.
func (s *Survey) Update(d libpcp.InDom, values []libpcp.Value) {
	dom := s.instances[d]
	if dom == nil {
		return
	}
	if _, err := s.C.Archive(); err == nil {
		return
	}
	for i := range values {
		if _, named := dom.name(values[i].Inst); !named {
			delete(s.instances, d)
			return
		}
	}
}
