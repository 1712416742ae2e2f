package libpcp

import "slices"

// Profile selects the instances of each instance domain that a fetch returns
// (pmAddProfile(3)). The zero value includes everything.
type Profile struct {
	ExcludeAll bool // for domains without an entry
	InDoms     []InDomProfile
	generation uint64
}

// InDomProfile is a profile's entry for one instance domain: all instances
// but those listed, or, with Exclude, none but those listed.
type InDomProfile struct {
	InDom   InDom
	Exclude bool
	Insts   []int32
}

// Generation changes whenever the profile does, so that a source can determine
// whether its peer has the current profile.
func (p *Profile) Generation() uint64 { return p.generation }

// Includes reports whether instance inst of domain d is wanted.
func (p *Profile) Includes(d InDom, inst int32) bool {
	if e := p.find(d); e != nil {
		return e.Exclude == slices.Contains(e.Insts, inst)
	}
	return !p.ExcludeAll
}

// Add includes instances of d, or all of them when none are given; for
// NullInDom it includes everything and takes no list (pmAddProfile(3)).
func (p *Profile) Add(d InDom, insts ...int32) error {
	return p.change(d, false, insts)
}

// Del excludes instances of d, or all of them when none are given; for
// NullInDom it excludes everything and takes no list (pmDelProfile(3)).
// As in PCP, deleting some instances of a domain that has no entry yet
// excludes them all: include the domain first.
func (p *Profile) Del(d InDom, insts ...int32) error {
	return p.change(d, true, insts)
}

func (p *Profile) change(d InDom, exclude bool, insts []int32) error {
	if d == NullInDom {
		if len(insts) > 0 {
			return ErrProfileSpec
		}
		*p = Profile{ExcludeAll: exclude, generation: p.generation + 1}
		return nil
	}
	p.generation++
	e := p.find(d)
	switch {
	case e == nil && exclude:
		p.InDoms = append(p.InDoms, InDomProfile{InDom: d, Exclude: true})
	case e == nil:
		p.InDoms = append(p.InDoms, InDomProfile{InDom: d, Exclude: len(insts) > 0, Insts: slices.Clone(insts)})
	case len(insts) == 0:
		e.Exclude, e.Insts = exclude, nil
	case e.Exclude != exclude:
		e.list(insts)
	default:
		e.unlist(insts)
	}
	return nil
}

func (p *Profile) find(d InDom) *InDomProfile {
	for i := range p.InDoms {
		if p.InDoms[i].InDom == d {
			return &p.InDoms[i]
		}
	}
	return nil
}

// list adds to the entry's instances, each once; as in PCP the first ones of
// an entry are taken as they are.
func (e *InDomProfile) list(insts []int32) {
	if len(e.Insts) == 0 {
		e.Insts = slices.Clone(insts)
		return
	}
	for _, inst := range insts {
		if !slices.Contains(e.Insts, inst) {
			e.Insts = append(e.Insts, inst)
		}
	}
}

func (e *InDomProfile) unlist(insts []int32) {
	e.Insts = slices.DeleteFunc(e.Insts, func(inst int32) bool { return slices.Contains(insts, inst) })
}

// Clone returns a copy that shares nothing with p, which may be nil.
func (p *Profile) Clone() *Profile {
	if p == nil {
		return nil
	}
	c := *p
	c.InDoms = slices.Clone(p.InDoms)
	for i := range c.InDoms {
		c.InDoms[i].Insts = slices.Clone(c.InDoms[i].Insts)
	}
	return &c
}
