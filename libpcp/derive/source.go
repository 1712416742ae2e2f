package derive

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// metric is a definition as it applies to one source.
type metric struct {
	*definition
	n        int  // its position in the list it is from
	removed  bool // of a source's own
	state    bindState
	lost     bool // once bound, and not any more since a change
	root     *term
	operands []libpcp.PMID
	reason   string // why it cannot be bound, if known
}

type bindState uint8

const (
	unbound bindState = iota
	inProgress
	bound
	failed
)

// unbind returns the metric to the state before binding.
func (m *metric) unbind() { *m = metric{definition: m.definition, n: m.n, removed: m.removed} }

// evaluable reports whether a metric is derived and bound. In a fetch without such
// a metric the source, which does not know them, answers for unbound metrics.
func (m *metric) evaluable() bool { return m != nil && m.state == bound }

// reply describes the metric.
func (m *metric) reply() libpcp.DescReply {
	if m.state != bound {
		return libpcp.DescReply{Err: libpcp.ErrBadDerive}
	}
	desc := m.root.desc
	desc.PMID = m.id
	return libpcp.DescReply{Desc: desc}
}

// source is a Source with derived metrics.
type source struct {
	upstream
	defs    *Definitions
	local   bool
	ordered bool      // derived names follow all others, as with a pmcd
	walking bool      // metrics are bound for a traversal
	bare    bool      // there are names only
	asks    bool      // descriptors of derived metrics are requested, in vain
	metrics []*metric // of the definitions, as far as they have been needed
	own     []*metric // of this source alone, by Add
}

// An Option changes what [Wrap] does.
type Option func(*source)

// LocalNames is for a name space in this process (a name-space file, a local
// context; an archive's always is): derived names then follow the others at
// each level, rather than all others.
func LocalNames() Option { return func(s *source) { s.local = true } }

// NamesOnly is [LocalNames] for a name space without a context: derived
// metrics are listed without being bound, and deferred ones are left out.
func NamesOnly() Option { return func(s *source) { s.local, s.bare = true, true } }

// Wrap returns src with the derived metrics of defs, which may still grow.
// The result owns src, and passes on to it all queries about other metrics. It
// serves one goroutine at a time; several sources, each with a goroutine of its own,
// may share definitions.
func Wrap(src libpcp.Source, defs *Definitions, options ...Option) libpcp.Source {
	s := &source{upstream: upstream{inner: src, rules: &defs.rules}, defs: defs}
	for _, option := range options {
		option(s)
	}
	s.bare = s.bare && defs.rules.Has(release.SiteDerivedLast)
	var count int
	count, s.asks = defs.wrap(s.bare)
	s.archive = libpcp.IsRecording(src)
	s.ordered = !s.archive && !s.local
	defs.trace().ofBinding().printf("__dmopencontext(->ctx 0) called, %d derived metrics\n", count)
	return s
}

// Duplicate implements [libpcp.Duplicator]: the new source has the same
// definitions, not yet bound, without definitions added to s alone.
func (s *source) Duplicate(ctx context.Context) (libpcp.Source, error) {
	inner, err := libpcp.Duplicate(ctx, s.inner)
	if err != nil {
		return nil, err
	}
	dup := &source{upstream: s.upstream, defs: s.defs, local: s.local, ordered: s.ordered, asks: s.asks}
	dup.inner = inner
	return dup, nil
}

// Close implements [libpcp.Source].
func (s *source) Close() error { return s.inner.Close() }

// shared returns the metric of the n-th definition.
func (s *source) shared(n int) *metric {
	if n >= len(s.metrics) {
		for _, def := range s.defs.from(len(s.metrics)) {
			s.metrics = append(s.metrics, &metric{definition: def, n: len(s.metrics)})
		}
	}
	return s.metrics[n]
}

// byName returns the derived metric of a name, or nil.
func (s *source) byName(name string) *metric {
	for _, m := range s.own {
		if m.name == name && !m.removed {
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
		if n := ownPosition(id); n >= 0 && n < len(s.own) && !s.own[n].removed {
			return s.own[n]
		}
		return nil
	}
	if n := s.defs.byID(id); n >= 0 {
		return s.shared(n)
	}
	return nil
}

// all returns the derived metrics that have a name here: metrics of this source
// alone, and metrics of all sources unless the former have the same name.
func (s *source) all() []*metric {
	all := s.defs.all()
	visible := make([]*metric, 0, len(all)+len(s.own))
	for _, n := range all {
		if m := s.shared(n); s.own == nil || s.byName(m.name) == m {
			visible = append(visible, m)
		}
	}
	for _, m := range s.own {
		if !m.removed {
			visible = append(visible, m)
		}
	}
	return visible
}

// described returns the derived metric that a help text is about, or nil.
func (s *source) described(id libpcp.TextID) *metric {
	if id.Kind&libpcp.TextPMID == 0 {
		return nil
	}
	return s.byID(libpcp.PMID(id.Ident))
}

// unbindAll has definitions bound anew when they are needed.
func (s *source) unbindAll() {
	s.metrics = nil
	for _, m := range s.own {
		m.unbind()
	}
}
