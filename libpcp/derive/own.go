package derive

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pcptools/libpcp"
)

// addQuery asks to define a metric for a source alone.
type addQuery struct {
	name, expression string
	libpcp.Answer
}

// Add defines a metric for src alone (pmAddDerived(3)). [Wrap] must have made src,
// or a source within src. The metric hides a metric of the same name in the
// [Definitions], and is bound at once unless src itself has a metric of that
// name, which hides it. The error wraps a *[SyntaxError], a *[BindError], or
// libpcp.ErrNYI for another source, behind the name.
func Add(ctx context.Context, src libpcp.Source, name, expression string) error {
	q := addQuery{name: name, expression: expression}
	src.Ask(ctx, &q)
	if q.Err != nil {
		return fmt.Errorf("%s: %w", name, q.Err)
	}
	return nil
}

func (s *source) add(ctx context.Context, name, expression string) error {
	count := s.defs.loaded()
	for _, m := range s.own {
		if m.name == name && !m.removed {
			return &SyntaxError{Message: "Duplicate per-context derived metric name", registration: true}
		}
	}
	trace := s.defs.trace()
	trace.ofParsing().printf("pmAddDerived(ctx->0): name=\"%s\" expr=\"%s\"\n", name, expression)
	n := len(s.own)
	if n == itemsPerCluster {
		return &SyntaxError{Message: "per-context PMID space exhausted", registration: true}
	}
	expr, err := s.defs.parse(expression)
	if err != nil {
		return err
	}
	position := uint32(lastOwn - n)
	id := ownBit | libpcp.NewPMID(libpcp.DynamicDomain, position/itemsPerCluster, position%itemsPerCluster+1)
	m := &metric{definition: &definition{id: id, name: name, expr: expr, own: true}, n: count + n}
	s.own = append(s.own, m)
	if id := s.innerID(ctx, name); id != libpcp.NullPMID {
		trace.bind(m, false)
		kind := "host"
		if s.archive {
			kind = "archive"
		}
		trace.printf("Warning: %s [%s %s context] masks per-context derived metric [%s] with the same name\n", name, id, kind, m.id)
		trace.added(m, expression)
		m.state = failed
		return nil
	}
	if s.bind(ctx, []*metric{m}); m.state != bound && m.reason != "" { // its name stays taken
		reason := m.reason
		if i := strings.LastIndex(reason, ": "); i >= 0 { // the position is before it
			reason = reason[i+len(": "):]
		}
		trace.printf("pmAddDerived(ctx->0): %s: bind failed: %s\n", name, reason)
		return &BindError{Reason: reason}
	}
	trace.added(m, expression)
	return nil
}

// innerID is the identifier that the source below has for a name.
func (s *source) innerID(ctx context.Context, name string) libpcp.PMID {
	q := libpcp.LookupQuery{Names: []string{name}, NoReason: true}
	s.inner.Ask(ctx, &q)
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
	return append(append(dst, strings.TrimPrefix(err.Error(), name+": ")...), '\n')
}

// removeQuery asks to remove a metric of a source alone.
type removeQuery struct {
	name string
	libpcp.Answer
}

// Remove removes a metric that [Add] has defined for src alone. The error is
// [libpcp.ErrName] if no metric has the name.
func Remove(src libpcp.Source, name string) error {
	q := removeQuery{name: name}
	src.Ask(context.Background(), &q)
	return q.Err
}

func (s *source) remove(name string) error {
	for _, m := range s.own {
		if m.name == name && !m.removed {
			m.removed = true
			return nil
		}
	}
	return libpcp.ErrName
}
