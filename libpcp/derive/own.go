package derive

import (
	"context"
	"errors"
	"strings"

	"pcptools/libpcp"
)

// The identifiers of a source's own metrics count down from the last one. They
// have a bit that no other has, and that their notation does not show.
const (
	lastOwn = itemsPerCluster*clusters - 1
	ownBit  = 1 << 31
)

// ownPosition is the position among a source's own metrics that an identifier
// would have.
func ownPosition(id libpcp.PMID) int {
	return lastOwn - (int(id.Cluster())*itemsPerCluster + int(id.Item()) - 1)
}

// An Adder is a Source to which derived metrics can be added.
type Adder interface {
	AddDerived(ctx context.Context, name, expression string) error
}

// Add defines a metric for src alone (pmAddDerived(3)), which must be an
// [Adder], as those are that [Wrap] makes. It hides a metric of the same name
// in the [Definitions], and is bound at once unless src itself has a metric of
// that name, which hides it. The error is a *[SyntaxError] or a *[BindError].
func Add(ctx context.Context, src libpcp.Source, name, expression string) error {
	if a, ok := src.(Adder); ok {
		return a.AddDerived(ctx, name, expression)
	}
	return libpcp.ErrNYI
}

// AddDerived implements [Adder].
func (s *source) AddDerived(ctx context.Context, name, expression string) error {
	s.defs.load()
	for _, m := range s.own {
		if m.name == name && !m.gone {
			return &SyntaxError{Message: "Duplicate per-context derived metric name", registration: true}
		}
	}
	trace := s.defs.trace
	trace.adding(name, expression)
	n := len(s.own)
	if n == itemsPerCluster {
		return &SyntaxError{Message: "per-context PMID space exhausted", registration: true}
	}
	expr, err := parse(expression, &s.defs.rules.language, s.defs.trace)
	if err != nil {
		return err
	}
	position := uint32(lastOwn - n)
	id := ownBit | libpcp.NewPMID(libpcp.DynamicDomain, position/itemsPerCluster, position%itemsPerCluster+1)
	m := &metric{definition: &definition{id: id, name: name, expr: expr, own: true}, n: len(s.defs.list) + n}
	s.own = append(s.own, m)
	if id := s.innerID(ctx, name); id != libpcp.NullPMID {
		trace.bind(m, false)
		trace.masked(m, id, s.inner)
		trace.added(m, expression)
		m.state = failed
		return nil
	}
	if s.bind(ctx, []*metric{m}); m.state != bound { // its name stays taken
		reason := m.reason
		if i := strings.LastIndex(reason, ": "); i >= 0 { // what comes before says where
			reason = reason[i+len(": "):]
		}
		trace.addFailed(m, reason)
		return &BindError{Reason: reason}
	}
	trace.added(m, expression)
	return nil
}

// innerID is the identifier that the source below has for a name.
func (s *source) innerID(ctx context.Context, name string) libpcp.PMID {
	q := libpcp.LookupQuery{Names: []string{name}, NoReason: true}
	if libpcp.Ask(ctx, s.inner, &q); len(q.Replies) != 1 {
		return libpcp.NullPMID
	}
	return q.Replies[0].ID
}

// BindError is the reason why a metric that [Add] defines cannot be bound to a
// source.
type BindError struct{ Reason string }

func (e *BindError) Error() string { return e.Reason }

// Unwrap returns the PMAPI code.
func (e *BindError) Unwrap() error { return libpcp.ErrBadDerive }

// AppendAddReport appends the message of pmAddDerivedMetric(3) about an error
// of [Add].
func AppendAddReport(dst []byte, err error, name, expression string) []byte {
	var syntax *SyntaxError
	var unbound *BindError
	switch {
	case errors.As(err, &unbound):
		dst = append(dst, "Semantic Error: pmAddDerivedMetric(\""+name+"\", ...)\n"...)
		return appendPosition(dst, expression, 0, unbound.Reason)
	case errors.As(err, &syntax) && !syntax.registration:
		dst = append(dst, "Syntax Error: pmAddDerivedMetric(\""+name+"\", ...)\n"...)
		return appendPosition(dst, expression, syntax.Pos, syntax.Message)
	}
	dst = append(dst, "Error: pmAddDerivedMetric(\""+name+"\", ...): returns -12409\n"...)
	return append(append(dst, err.Error()...), '\n')
}
