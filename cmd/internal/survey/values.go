package survey

import (
	"context"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Fill puts the values of a set into the record of a metric whose descriptor
// is known. An error in the place of values is no call that failed.
func (s *Survey) Fill(ctx context.Context, m *report.Metric, set libpcp.ValueSet) {
	n := len(set.Values)
	m.Count = &n
	m.Values = make([]report.Value, 0, n)
	if set.Err != nil {
		m.Count, m.Err = nil, &report.Failure{Err: set.Err}
		return
	}
	if s.Counts {
		m.Values = nil
		return
	}
	for _, v := range set.Values {
		value := s.content(ctx, m.Desc.Type, set.Format, v)
		if m.Desc.InDom != libpcp.NullInDom {
			value.Instance = s.instance(ctx, m.Desc.InDom, v.Inst)
		}
		m.Values = append(m.Values, value)
	}
}

// content is a value, without its instance.
func (s *Survey) content(ctx context.Context, t libpcp.Type, f libpcp.Format, v libpcp.Value) report.Value {
	if t.Event() && f != libpcp.InSitu {
		return s.events(ctx, v.Block())
	}
	if a, err := libpcp.Extract(f, v, t, t); err == nil {
		return report.Value{Atom: &a}
	}
	if f == libpcp.InSitu {
		return report.Value{Err: &report.Failure{Call: "pmExtractValue", Err: libpcp.ErrConv}}
	}
	a := libpcp.BytesAtom(libpcp.TypeAggregate, v.Block().Data)
	return report.Value{Atom: &a}
}

// events is an array of event records.
func (s *Survey) events(ctx context.Context, b libpcp.Block) report.Value {
	records, err := libpcp.UnpackEvents(b)
	if err != nil {
		call := "pmUnpackEventRecords"
		if b.Type == libpcp.TypeHighResEvent {
			call = "pmUnpackHighResEventRecords"
		}
		return report.Value{Err: &report.Failure{Call: call, Err: err}}
	}
	events := make([]report.Event, len(records))
	for i, r := range records {
		events[i] = report.Event{Time: r.Time, Flags: r.Flags, Missed: r.Missed}
		for _, set := range r.Params {
			events[i].Params = append(events[i].Params, s.param(ctx, set))
		}
	}
	return report.Value{Events: events}
}

// param is a parameter of an event record, as a metric with one value.
func (s *Survey) param(ctx context.Context, set libpcp.ValueSet) *report.Metric {
	known := s.params[set.PMID]
	if known == nil {
		known = &report.Metric{ID: set.PMID}
		known.Name, _ = s.C.Name(ctx, set.PMID)
		if desc, err := s.C.Desc(ctx, set.PMID); err != nil {
			known.Err = &report.Failure{Call: "pmLookupDesc", Err: err}
		} else {
			known.Desc = &desc
		}
		if s.params == nil {
			s.params = make(map[libpcp.PMID]*report.Metric)
		}
		s.params[set.PMID] = known
	}
	m := *known
	if m.Desc != nil && !m.Desc.Type.Event() {
		m.Values = []report.Value{s.content(ctx, m.Desc.Type, set.Format, set.Values[0])}
	}
	return &m
}
