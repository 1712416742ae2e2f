package derive

import "pcptools/libpcp"

// metric is a definition as it applies to one source.
type metric struct {
	*definition
	n        int // its position in the list it is from
	state    bindState
	lost     bool // once bound, and not any more since a change
	root     *term
	operands []libpcp.PMID
	reason   string // why it cannot be bound, if there is anything to say
}

type bindState uint8

const (
	unbound bindState = iota
	inProgress
	bound
	failed
)

// unbind makes the metric one that has not been tried yet.
func (m *metric) unbind() { *m = metric{definition: m.definition, n: m.n} }

// reply describes the metric.
func (m *metric) reply() libpcp.DescReply {
	if m.state != bound {
		return libpcp.DescReply{Err: libpcp.ErrBadDerive}
	}
	desc := m.root.desc
	desc.PMID = m.id
	return libpcp.DescReply{Desc: desc}
}

// shared returns the metric of the n-th definition.
func (s *source) shared(n int) *metric {
	for len(s.metrics) <= n {
		i := len(s.metrics)
		s.metrics = append(s.metrics, &metric{definition: s.defs.list[i], n: i})
	}
	return s.metrics[n]
}

// byName returns the derived metric of a name, or nil.
func (s *source) byName(name string) *metric {
	for _, m := range s.own {
		if m.name == name && !m.gone {
			return m
		}
	}
	if n := s.defs.byName(name); n >= 0 {
		return s.shared(n)
	}
	return nil
}

// byID returns the derived metric of an identifier, or nil.
func (s *source) byID(id libpcp.PMID) *metric {
	if !id.Derived() {
		return nil
	}
	if id&ownBit != 0 {
		if n := ownPosition(id); n >= 0 && n < len(s.own) && !s.own[n].gone {
			return s.own[n]
		}
		return nil
	}
	if n := s.defs.byID(id); n >= 0 && !s.defs.list[n].gone {
		return s.shared(n)
	}
	return nil
}

// all returns the derived metrics that have a name here: those of all sources
// as far as none of this one's own has the same name, and these.
func (s *source) all() []*metric {
	list := s.defs.all()
	visible := make([]*metric, 0, len(list)+len(s.own))
	for n, def := range list {
		if m := s.shared(n); !def.gone && (s.own == nil || s.byName(def.name) == m) {
			visible = append(visible, m)
		}
	}
	for _, m := range s.own {
		if !m.gone {
			visible = append(visible, m)
		}
	}
	return visible
}
