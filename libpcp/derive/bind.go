package derive

import (
	"context"

	"pcptools/libpcp"
)

// binding is a definition as it applies to one source.
type binding struct {
	tried    bool
	err      error
	desc     libpcp.Desc
	operands []libpcp.PMID
}

func (b *binding) reply() libpcp.DescReply {
	if b.err != nil {
		return libpcp.DescReply{Err: b.err}
	}
	return libpcp.DescReply{Desc: b.desc}
}

// bind binds the definitions at the given positions that are not bound yet.
func (s *source) bind(ctx context.Context, positions []int) {
	if len(positions) == 0 {
		return
	}
	for len(s.bindings) < len(s.defs.list) {
		s.bindings = append(s.bindings, binding{})
	}
	for _, n := range positions {
		b := &s.bindings[n]
		if !b.tried {
			b.tried = true
			b.desc = libpcp.Desc{PMID: s.defs.list[n].id, Type: libpcp.TypeU32, InDom: libpcp.NullInDom, Sem: libpcp.SemDiscrete}
		}
	}
}
