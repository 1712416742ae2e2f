package derive

import (
	"context"

	"pcptools/libpcp"
)

// source is a Source with derived metrics.
type source struct {
	inner   libpcp.Source
	history historian // of an archive, or nil
	defs    *Definitions
	local   bool
	ordered bool      // derived names follow all others, as with a pmcd
	remote  bool      // to ask costs a round trip
	walking bool      // metrics are bound for a traversal
	bare    bool      // there are names only
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
// The result has every optional interface of libpcp, forwards to src what is
// not about derived metrics, and owns src.
func Wrap(src libpcp.Source, defs *Definitions, options ...Option) libpcp.Source {
	s := &source{inner: src, defs: defs}
	for _, option := range options {
		option(s)
	}
	if s.bare = s.bare && !defs.rules.DeferredFirst; s.bare {
		defs.deferred = nil
	} else if defs.eager {
		defs.load()
	}
	archive, err := libpcp.Archive(src)
	s.history, _ = archive.(historian)
	s.ordered = err != nil && !s.local
	s.remote = err != nil
	defs.trace.open(len(defs.list))
	return s
}

// Archive implements [libpcp.Archiver]: records have no derived metrics.
func (s *source) Archive() (libpcp.Seeker, error) { return libpcp.Archive(s.inner) }

// Store implements [libpcp.Storer].
func (s *source) Store(ctx context.Context, r *libpcp.Result) error {
	return libpcp.Store(ctx, s.inner, r)
}

// Reconnect implements [libpcp.Reconnector]: definitions are bound anew
// afterwards, also where there is no connection.
func (s *source) Reconnect(ctx context.Context) error {
	s.metrics = nil
	for _, m := range s.own {
		m.unbind()
	}
	return libpcp.Reconnect(ctx, s.inner)
}

// Duplicate implements [libpcp.Duplicator]: the new source has the same
// definitions, not yet bound.
func (s *source) Duplicate(ctx context.Context) (libpcp.Source, error) {
	inner, err := libpcp.Duplicate(ctx, s.inner)
	if err != nil {
		return nil, err
	}
	dup := &source{inner: inner, defs: s.defs, local: s.local, ordered: s.ordered, remote: s.remote}
	if archive, err := libpcp.Archive(inner); err == nil {
		dup.history, _ = archive.(historian)
	}
	return dup, nil
}

// Instances implements [libpcp.Source]. Derived metrics have the instance
// domains of their operands.
func (s *source) Instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	return s.inner.Instances(ctx, d)
}

// InstanceName implements [libpcp.Source].
func (s *source) InstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	return s.inner.InstanceName(ctx, d, inst)
}

// InstanceID implements [libpcp.Source].
func (s *source) InstanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	return s.inner.InstanceID(ctx, d, name)
}

// Text implements [libpcp.Source]: a one-line text serves for missing help.
func (s *source) Text(ctx context.Context, id libpcp.TextID) (string, error) {
	if text, err, ok := s.text(id); ok {
		return text, err
	}
	return s.inner.Text(ctx, id)
}

// text answers for derived metrics; ok says whether id is one.
func (s *source) text(id libpcp.TextID) (text string, err error, ok bool) {
	if id.Kind&libpcp.TextPMID == 0 {
		return "", nil, false
	}
	m := s.byID(libpcp.PMID(id.Ident))
	if m == nil {
		return "", nil, false
	}
	text, err = m.text(id.Kind)
	return text, err, true
}

// Labels implements [libpcp.Source]. Derived metrics have no labels but the
// source's own.
func (s *source) Labels(ctx context.Context, id libpcp.LabelID) ([]libpcp.LabelSet, error) {
	return s.inner.Labels(ctx, id)
}

// HostName implements [libpcp.Source].
func (s *source) HostName(ctx context.Context) string { return s.inner.HostName(ctx) }

// Timezone implements [libpcp.Source].
func (s *source) Timezone(ctx context.Context) (string, error) { return s.inner.Timezone(ctx) }

// Close implements [libpcp.Source].
func (s *source) Close() error { return s.inner.Close() }
