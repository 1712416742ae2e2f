package hostile

import (
	"fmt"
	"slices"

	"pcptools/libpcp"
)

// said is all that a source has said, in whatever state: what may be reported
// about it.
type said struct {
	names     map[string][]libpcp.PMID
	descs     map[libpcp.PMID][]libpcp.Desc
	instances map[libpcp.InDom][]libpcp.Instance
	values    map[int]saidValue // by code
	stored    []libpcp.ValueSet
}

type saidValue struct {
	id   libpcp.PMID
	inst int32
	kind libpcp.Type
}

func newSaid() said {
	return said{names: make(map[string][]libpcp.PMID), descs: make(map[libpcp.PMID][]libpcp.Desc),
		instances: make(map[libpcp.InDom][]libpcp.Instance), values: make(map[int]saidValue)}
}

func (s *said) name(name string, id libpcp.PMID) { s.names[name] = add(s.names[name], id) }
func (s *said) desc(d libpcp.Desc)               { s.descs[d.PMID] = add(s.descs[d.PMID], d) }
func (s *said) instance(d libpcp.InDom, i libpcp.Instance) {
	s.instances[d] = add(s.instances[d], i)
}
func (s *said) value(code int, id libpcp.PMID, inst int32, kind libpcp.Type) {
	s.values[code] = saidValue{id, inst, kind}
}

func add[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// report is what somebody reports about a value.
type report struct {
	name     string
	id       libpcp.PMID // NullPMID: that of the name
	code     int
	text     bool   // it is in a string
	kind     string // type and instance domain, "" if not reported
	indom    string
	inst     int32  // anyInst if not reported
	instance string // "" if not reported
}

const anyInst = -2

// check says what of a report has never been said.
func (s *said) check(r report) error {
	v, ok := s.values[r.code]
	switch {
	case !ok:
		return fmt.Errorf("%s: %d was never a value", r.name, r.code)
	case !slices.Contains(s.names[r.name], v.id):
		return fmt.Errorf("%s: %d is a value of %v, and the name was that of %v", r.name, r.code, v.id, s.names[r.name])
	case r.id != libpcp.NullPMID && r.id != v.id:
		return fmt.Errorf("%s: %d is a value of %v, not of %v", r.name, r.code, v.id, r.id)
	case r.inst != anyInst && r.inst != v.inst:
		return fmt.Errorf("%s: %d is a value of instance %d, not of %d", r.name, r.code, v.inst, r.inst)
	case r.text != (v.kind == libpcp.TypeString):
		return fmt.Errorf("%s: %d is of type %v", r.name, r.code, v.kind)
	case r.kind != "" && !s.hadType(v.id, r.kind, r.indom):
		return fmt.Errorf("%s: %v was never of type %s and domain %q", r.name, v.id, r.kind, r.indom)
	case r.instance != "" && !s.hadInstance(v.id, libpcp.Instance{ID: v.inst, Name: r.instance}):
		return fmt.Errorf("%s: instance %d was never %q", r.name, v.inst, r.instance)
	}
	return nil
}

func (s *said) hadType(id libpcp.PMID, kind, indom string) bool {
	return slices.ContainsFunc(s.descs[id], func(d libpcp.Desc) bool {
		return d.Type.String() == kind && (indom == "" && d.InDom == libpcp.NullInDom || indom == d.InDom.String())
	})
}

func (s *said) hadInstance(id libpcp.PMID, inst libpcp.Instance) bool {
	return slices.ContainsFunc(s.descs[id], func(d libpcp.Desc) bool { return slices.Contains(s.instances[d.InDom], inst) })
}
