package linux

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// This file has words and sources for rows of several collectors; a source of one
// collector stands beside its parser.

// Short words for the tables of metrics.
const (
	i32    = libpcp.Type32
	i64    = libpcp.Type64
	u32    = libpcp.TypeU32
	u64    = libpcp.TypeU64
	float  = libpcp.TypeFloat
	double = libpcp.TypeDouble
	str    = libpcp.TypeString

	counter  = libpcp.SemCounter
	instant  = libpcp.SemInstant
	discrete = libpcp.SemDiscrete
)

// Labels of metrics, besides the labels of their instance domains.
const (
	ofCPUs  = `{"device_type":"cpu"}`
	perNode = `{"device_type":["numa_node","cpu"]}`
)

// from is the source of a metric unlike all others: from((*agent).hardware).
type from func(*agent, *pmda.Request) (libpcp.Atom, error)

func (f from) Value(r *pmda.Request) (libpcp.Atom, error) { return f(of(r), r) }

// count is the source of a number that the agent has a method for.
type count func(*agent, *pmda.Request) uint64

func (f count) Value(r *pmda.Request) (libpcp.Atom, error) { return whole(r, f(of(r), r)), nil }

// constant is the source of a number that never changes.
type constant uint64

func (n constant) Value(r *pmda.Request) (libpcp.Atom, error) { return whole(r, uint64(n)), nil }

// fileOrZero is the source of the number in a file, or of 0.
type fileOrZero string

func (path fileOrZero) Value(r *pmda.Request) (libpcp.Atom, error) {
	return of(r).fileOr(r, string(path), 0)
}

// members are the members of a domain, a T for each. They may have labels, too, and
// be insiders.
type members[T any] interface {
	set(r *pmda.Request) *set[T]
}

// domain makes the Members of an instance domain.
type domain[T any] struct{ members[T] }

func (d domain[T]) List(ctx context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	if i, ok := d.members.(insider); ok {
		return listInside(ctx, r, i.spaces(), d.members)
	}
	return d.set(r).list()
}

func (d domain[T]) Label(r *pmda.Request) string {
	if l, ok := d.members.(interface{ label(*pmda.Request) string }); ok {
		return l.label(r)
	}
	return ""
}

func (d domain[T]) spaces() spaces {
	if i, ok := d.members.(insider); ok {
		return i.spaces()
	}
	return spaces{}
}

// each is the source of a number of each member of the metric's domain.
type each[T any] func(*T) uint64

func (f each[T]) Value(r *pmda.Request) (libpcp.Atom, error) {
	t, err := memberOf[T](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, f(t)), nil
}

// eachText is the source of a text about each member of the metric's domain.
type eachText[T any] func(*T) string

func (f eachText[T]) Value(r *pmda.Request) (libpcp.Atom, error) {
	t, err := memberOf[T](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return libpcp.StringAtom(f(t)), nil
}

// fromEach is the source of each member of the metric's domain that the agent has a
// method for.
type fromEach[T any] func(*agent, *pmda.Request, *T) (libpcp.Atom, error)

func (f fromEach[T]) Value(r *pmda.Request) (libpcp.Atom, error) {
	t, err := memberOf[T](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return f(of(r), r, t)
}

// memberOf returns the T of r.Inst, or NoValue.
func memberOf[T any](r *pmda.Request) (*T, error) {
	return r.Metric.InDom.Members.(members[T]).set(r).find(r.Inst)
}

// countOf is the source of the number of members of a domain.
type countOf[T any] struct{ members[T] }

func (c countOf[T]) Value(r *pmda.Request) (libpcp.Atom, error) {
	return whole(r, uint64(len(c.set(r).things))), nil
}

func (c countOf[T]) spaces() spaces { return domain[T](c).spaces() }

// eachPages is the source of a number of pages of each member of the metric's domain.
type eachPages[T any] func(*T) uint64

// Value is the number in kilobytes.
func (f eachPages[T]) Value(r *pmda.Request) (libpcp.Atom, error) {
	return each[T](func(t *T) uint64 { return of(r).pageKilobytes(f(t)) }).Value(r)
}
