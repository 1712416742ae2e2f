package sourcetest

import (
	"slices"

	"pcptools/libpcp"
)

func (s *suite) testDescs() {
	ask := append(slices.Clone(s.ids), libpcp.NullPMID, unknownPMID, s.ids[0])
	replies := s.src.Descs(s.ctx, ask)
	if len(replies) != len(ask) {
		s.Fatalf("%d replies about %d metrics", len(replies), len(ask))
	}
	described := 0
	for i, r := range replies {
		alone := s.src.Descs(s.ctx, ask[i:i+1])
		if len(alone) != 1 || alone[0].Desc != r.Desc || libpcp.Code(alone[0].Err) != libpcp.Code(r.Err) {
			s.Errorf("%v: among others %v, alone %v", ask[i], r, alone)
		}
		if r.Err == nil && r.Desc.PMID != ask[i] {
			s.Errorf("asked about %v, told about %v", ask[i], r.Desc.PMID)
		}
		if r.Err == nil {
			described++
		}
	}
	if described < len(ask)/2 {
		s.Errorf("only %d of %d metrics have descriptors", described, len(ask))
	}
	for _, r := range replies[len(s.ids) : len(s.ids)+2] {
		if !is(r.Err, libpcp.ErrPMID, libpcp.ErrNoAgent, libpcp.ErrPMIDLog) {
			s.Errorf("unknown metric: got %v", r)
		}
	}
}

// indoms are the instance domains of the metrics under test.
func (s *suite) indoms() (indoms []libpcp.InDom) {
	for _, r := range s.src.Descs(s.ctx, s.ids) {
		if d := r.Desc.InDom; r.Err == nil && d != libpcp.NullInDom && !slices.Contains(indoms, d) {
			indoms = append(indoms, d)
		}
	}
	return indoms
}

func (s *suite) testInstances() {
	for _, d := range s.indoms() {
		instances, err := s.src.Instances(s.ctx, d)
		if err != nil {
			s.Errorf("%v: %v", d, err)
		}
		for _, inst := range instances[:min(len(instances), 20)] {
			s.testInstance(d, inst)
		}
	}
}

func (s *suite) testInstance(d libpcp.InDom, inst libpcp.Instance) {
	if name, err := s.src.InstanceName(s.ctx, d, inst.ID); err != nil || name != inst.Name {
		s.Errorf("%v[%d]: got %q, %v; want %q", d, inst.ID, name, err, inst.Name)
	}
	if id, err := s.src.InstanceID(s.ctx, d, inst.Name); err != nil || id != inst.ID {
		s.Errorf("%v[%q]: got %d, %v; want %d", d, inst.Name, id, err, inst.ID)
	}
}

func (s *suite) testInstancesUnknown() {
	noIndom := []libpcp.Error{libpcp.ErrInDom, libpcp.ErrInDomLog, libpcp.ErrNoAgent}
	noInst := []libpcp.Error{libpcp.ErrInst, libpcp.ErrInstLog}
	unknown := libpcp.NewInDom(509, 12345)
	if all, err := s.src.Instances(s.ctx, unknown); !is(err, noIndom...) {
		s.Errorf("unknown domain: got %v, %v", all, err)
	}
	d := s.indoms()[0]
	if name, err := s.src.InstanceName(s.ctx, d, 2147483646); !is(err, noInst...) {
		s.Errorf("unknown instance: got %q, %v", name, err)
	}
	if id, err := s.src.InstanceID(s.ctx, d, "no such instance"); !is(err, noInst...) {
		s.Errorf("unknown name of an instance: got %d, %v", id, err)
	}
}

// testText wants a text or an error, and the short text in place of a missing long
// one.
func (s *suite) testText() {
	for _, id := range s.ids {
		ask := libpcp.TextID{Kind: libpcp.TextPMID | libpcp.TextOneLine, Ident: uint32(id)}
		short, err := s.src.Text(s.ctx, ask)
		if err != nil && !is(err, libpcp.ErrText, libpcp.ErrPMID, libpcp.ErrNoAgent) {
			s.Errorf("%v: %v", id, err)
		}
		ask.Kind = libpcp.TextPMID | libpcp.TextHelp
		long, err := s.src.Text(s.ctx, ask)
		if short != "" && (err != nil || long == "") {
			s.Errorf("%v: only a short text: got %q, %v", id, long, err)
		}
	}
}

func (s *suite) testLabels() {
	for _, id := range s.labelIDs() {
		sets, err := s.src.Labels(s.ctx, id)
		if err != nil && !is(err, libpcp.ErrNoLabels, libpcp.ErrNoAgent, libpcp.ErrPMID, libpcp.ErrInDom) {
			s.Errorf("%v: %v", id, err)
		}
		if id.Class != libpcp.LabelInstances && len(sets) > 1 {
			s.Errorf("%v: %d sets", id, len(sets))
		}
		for _, set := range sets {
			for _, l := range set.Labels {
				if l.Name == "" || l.Value == "" || libpcp.LabelClass(l.Flags)&id.Class == 0 {
					s.Errorf("%v: label %+v", id, l)
				}
			}
		}
	}
}

// labelIDs are labels of all classes to ask for.
func (s *suite) labelIDs() []libpcp.LabelID {
	id := s.ids[0]
	ids := []libpcp.LabelID{
		{Class: libpcp.LabelContext, Ident: 0xffffffff},
		{Class: libpcp.LabelDomain, Ident: id.Domain()},
		{Class: libpcp.LabelCluster, Ident: uint32(id)},
		{Class: libpcp.LabelItem, Ident: uint32(id)},
	}
	for _, d := range s.indoms() {
		ids = append(ids,
			libpcp.LabelID{Class: libpcp.LabelInDom, Ident: uint32(d)},
			libpcp.LabelID{Class: libpcp.LabelInstances, Ident: uint32(d)})
	}
	return ids
}

func (s *suite) testHost() {
	if name := s.src.HostName(s.ctx); name == "" {
		s.Error("no host name")
	}
	if zone, err := s.src.Timezone(s.ctx); err == nil && zone == "" {
		s.Error("an empty time zone")
	}
}
