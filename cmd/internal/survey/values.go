package survey

import (
	"context"
	"iter"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp"
)

// Fill puts the values of a set into the record of a metric whose descriptor is
// known. The values are made as the record is written, in v, which belongs to the
// record until then, and always to the same ctx; the set must not change before. An
// error in place of values has no failed call.
func (s *Survey) Fill(ctx context.Context, m *report.Metric, v *Values, set libpcp.ValueSet) {
	if set.Err != nil {
		m.Count, m.Values, m.Err = nil, report.ListOf[report.Value](), &report.Failure{Err: set.Err}
		return
	}
	v.s, v.desc, v.set, v.count = s, *m.Desc, set, len(set.Values)
	m.Count, m.Values = &v.count, nil
	if s.Counts {
		return
	}
	if v.list.All == nil {
		v.list.All = func(yield func(*report.Value) bool) { v.each(ctx, yield) }
	}
	v.list.Len, m.Values = v.count, &v.list
}

// Values are the values of a set, with their conversions. A metric that is
// sampled again and again needs them once.
type Values struct {
	s     *Survey
	desc  libpcp.Desc
	set   libpcp.ValueSet
	count int
	list  report.List[report.Value]
	now   content // the value that was yielded last
}

func (v *Values) each(ctx context.Context, yield func(*report.Value) bool) {
	inst, label := v.s.instances(ctx, v.desc.InDom), v.s.instanceLabels(v.desc.InDom)
	for i := range v.set.Values {
		v.s.content(ctx, &v.now, v.desc.Type, v.set.Format, v.set.Values[i])
		if v.desc.InDom != libpcp.NullInDom {
			v.now.instance = report.Instance{ID: v.set.Values[i].Inst}
			inst.name(ctx, &v.now.instance)
			label(&v.now.instance)
			v.now.Instance = &v.now.instance
		}
		if !yield(&v.now.Value) {
			return
		}
	}
}

// content is a value with its referents, so that one allocation serves many
// values.
type content struct {
	report.Value
	instance report.Instance
	atom     libpcp.Atom
}

// content sets a value, without its instance.
func (s *Survey) content(ctx context.Context, v *content, t libpcp.Type, f libpcp.Format, from libpcp.Value) {
	v.Value = report.Value{}
	if t.Event() && f != libpcp.InSitu {
		s.events(ctx, &v.Value, from.Block())
		return
	}
	a, err := libpcp.Extract(f, from, t, t)
	switch {
	case err == nil:
		v.atom = a
	case f == libpcp.InSitu, t.Numeric(), t == libpcp.TypeString: // no value is taken for one of another type
		v.Err = &report.Failure{Call: "pmExtractValue", Err: libpcp.ErrConv}
		return
	default:
		v.atom = libpcp.BytesAtom(libpcp.TypeAggregate, from.Block().Data)
	}
	v.Atom = &v.atom
}

// events sets a value to an array of event records.
func (s *Survey) events(ctx context.Context, v *report.Value, b libpcp.Block) {
	n, records, err := libpcp.Events(b)
	if err != nil {
		call := "pmUnpackEventRecords"
		if b.Type == libpcp.TypeHighResEvent {
			call = "pmUnpackHighResEventRecords"
		}
		v.Err = &report.Failure{Call: call, Err: err}
		return
	}
	v.Events = &report.List[report.Event]{Len: n, All: func(yield func(*report.Event) bool) {
		for r, params := range records {
			e := report.Event{Time: r.Time, Flags: r.Flags, Missed: r.Missed, Params: s.params(ctx, params, int(max(r.Count, 0)))}
			if !yield(&e) {
				return
			}
		}
	}}
}

// params are the parameters of an event record, metrics with one value each.
func (s *Survey) params(ctx context.Context, sets iter.Seq[libpcp.ValueSet], n int) *report.List[report.Metric] {
	return &report.List[report.Metric]{Len: n, All: func(yield func(*report.Metric) bool) {
		var v content
		value := report.List[report.Value]{Len: 1, All: func(yield func(*report.Value) bool) { yield(&v.Value) }}
		for set := range sets {
			m := *s.param(ctx, set.PMID)
			if m.Desc != nil && !m.Desc.Type.Event() {
				s.content(ctx, &v, m.Desc.Type, set.Format, set.Values[0])
				m.Values = &value
			}
			if !yield(&m) {
				return
			}
		}
	}}
}

// maxParams is how many metrics of event parameters are remembered.
const maxParams = 4096

// param describes the metric of a parameter.
func (s *Survey) param(ctx context.Context, id libpcp.PMID) *report.Metric {
	known := s.known[id]
	if known != nil {
		return known
	}
	known = &report.Metric{ID: id}
	var err error
	known.Name, err = s.C.Name(ctx, id)
	s.Miss(report.Failure{Call: "pmNameID", Err: err})
	if desc, err := s.C.Desc(ctx, id); err != nil {
		known.Err = &report.Failure{Call: "pmLookupDesc", Err: err}
	} else {
		known.Desc = &desc
	}
	if s.known == nil || len(s.known) == maxParams {
		s.known = make(map[libpcp.PMID]*report.Metric)
	}
	s.known[id] = known
	return known
}
