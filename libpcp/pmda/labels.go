package pmda

import (
	"context"

	"pcptools/libpcp"
)

// Labels are two JSON objects: labels, and labels that are not part of a
// metric's identity (notes, pmdaAddNotes(3)). Either may be "". Objects inside
// them become compound names. Labels in More replace labels of the same name.
type Labels struct {
	JSON  string
	Notes string
	More  *Labels
}

// Labels returns label sets: none or one, or one for each instance that the
// profile includes.
func (s *Service) Labels(ctx context.Context, c *Client, id libpcp.LabelID, p *libpcp.Profile) ([]libpcp.LabelSet, error) {
	r, err := s.begin(ctx, Request{Kind: KindLabels, Client: c, Profile: p})
	if err != nil {
		return nil, err
	}
	if id.Class == libpcp.LabelInstances {
		return s.instanceLabels(ctx, r, id)
	}
	set, err := s.labelSet(ctx, r, id)
	if err != nil || len(set.Labels) == 0 {
		return nil, err
	}
	return []libpcp.LabelSet{set}, nil
}

// instanceLabels returns a set for each instance, be it empty.
func (s *Service) instanceLabels(ctx context.Context, r *Request, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	row, err := s.knownInDom(libpcp.InDom(id.Ident))
	if err != nil {
		s.log.Warningf("__pmdaCntInst: unknown indom %v", libpcp.InDom(id.Ident))
		return nil, err
	}
	members, err := s.list(ctx, r, row)
	if err != nil {
		return nil, err
	}
	var sets []libpcp.LabelSet
	for _, inst := range members {
		if !r.Profile.Includes(libpcp.InDom(id.Ident), inst.ID) {
			continue
		}
		r.Inst = inst.ID
		set, err := s.labelSet(ctx, r, id)
		if err != nil {
			return nil, err
		}
		set.Inst = inst.ID
		sets = append(sets, set)
	}
	return sets, nil
}

// labelSet merges the labels in the tables with those the agent supplies.
func (s *Service) labelSet(ctx context.Context, r *Request, id libpcp.LabelID) (libpcp.LabelSet, error) {
	texts := []Labels{s.tableLabels(r, id)}
	if s.agent.LabelsOf != nil {
		err := s.safely("LabelsOf", func() error {
			own, err := s.agent.LabelsOf(ctx, r, id)
			texts = append(texts, own)
			return err
		})
		if err != nil {
			return libpcp.LabelSet{}, err
		}
	}
	var sets []libpcp.LabelSet
	for _, text := range texts {
		for more := &text; more != nil; more = more.More {
			sets = s.appendParsed(sets, more.JSON, uint8(id.Class))
			sets = s.appendParsed(sets, more.Notes, uint8(id.Class)|libpcp.LabelOptional)
		}
	}
	if len(sets) == 0 {
		return libpcp.LabelSet{Inst: libpcp.NullInst}, nil
	}
	return libpcp.MergeLabels(nil, sets...)
}

// appendParsed appends the labels of a text, if it has any. Invalid text is
// logged.
func (s *Service) appendParsed(sets []libpcp.LabelSet, text string, flags uint8) []libpcp.LabelSet {
	if text == "" {
		return sets
	}
	set, err := libpcp.ParseLenientLabels(text, flags)
	if err != nil {
		s.log.Errorf("labels %s: %v", text, err)
	}
	if len(set.Labels) == 0 {
		return sets
	}
	return append(sets, set)
}

func (s *Service) tableLabels(r *Request, id libpcp.LabelID) Labels {
	switch id.Class {
	case libpcp.LabelInstances:
		if row, err := s.knownInDom(libpcp.InDom(id.Ident)); err == nil {
			if l, ok := row.Members.(Labeler); ok {
				return Labels{JSON: l.Label(r)}
			}
		}
	case libpcp.LabelDomain:
		if s.agent.Labels == (Labels{}) {
			return Labels{JSON: `{"agent":"` + s.agent.Name + `"}`}
		}
		return s.agent.Labels
	case libpcp.LabelInDom:
		if row, err := s.knownInDom(libpcp.InDom(id.Ident)); err == nil {
			return Labels{JSON: row.Labels}
		}
	case libpcp.LabelItem:
		if m := s.metric(libpcp.PMID(id.Ident)); m != nil {
			return Labels{JSON: m.Labels}
		}
	}
	return Labels{}
}
