package pmda

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// Metric is a row in the table of metrics. A row without functions and with
// everything else constant is static data and costs nothing at start-up.
//
// Several rows with one identifier are names of one metric, which the first of
// them describes.
type Metric struct {
	Name    string
	Cluster uint16 // 12 bits
	Item    uint16 // 10 bits
	// Domain is zero, unless the name belongs to another agent's metric.
	Domain uint16
	Type   libpcp.Type
	InDom  *InDom // nil for a singular metric, so that serial number 0 is free
	Sem    libpcp.Semantics
	Units  libpcp.Units

	OneLine string
	Help    string // "" for OneLine alone
	Labels  string // a JSON object, or ""

	// Since is the behaviour that brought the row and Until the behaviour that
	// ended it, for [RowsOf]. A metric whose description changes has two rows,
	// of which each release has one.
	Since, Until release.Behaviour

	// Fetch supplies one value: of r.Inst, which is an instance in the
	// domain that the client wants, or NullInst. Source takes its place in
	// tables that are static data.
	Fetch  FetchFunc
	Source Source
	// Values replaces Fetch for metrics whose values are supplied together, or
	// whose instances differ from the members of the domain. Values of
	// instances that the client did not request are dropped. One of Fetch,
	// Source, Values and Encoded must be set, unless the agent has a Fetch for
	// the others, and only one can be. The type TypeNoSupport needs none.
	Values func(ctx context.Context, r *Request) ([]Value, error)
	// Encoded takes the place of both for very many values: it supplies the
	// values of the instances that the client wants, encoded by an [libpcp.Encoder]
	// from atoms of the metric's type.
	Encoded func(ctx context.Context, r *Request) (libpcp.Format, []libpcp.Value, error)
	// Store changes the value of r.Inst, which may be any number. Without
	// Store, stores fail with libpcp.ErrPermission. Store returns
	// libpcp.ErrBadStore for a value out of range.
	Store func(ctx context.Context, r *Request, v libpcp.Atom) error
	// Desc replaces the row's descriptor, for metrics whose descriptors
	// change. Values are then not converted to the row's Type.
	Desc func(ctx context.Context, r *Request) (libpcp.Desc, error)
	// Hidden reports whether the metric does not exist at the moment: it then
	// has no name, no descriptor and no values (libpcp.ErrPMID).
	Hidden func(r *Request) bool
}

// A FetchFunc supplies the value of r.Metric for r.Inst. A number of another
// type than the metric's is converted. [NoValue] stands for no value now; any
// other error becomes the metric's status, unless other instances have values.
type FetchFunc func(ctx context.Context, r *Request) (libpcp.Atom, error)

// A Source supplies one value, as a [FetchFunc] does, and can carry the place of
// that value: the key of a line, a column, a method of a parsed file. Unlike a
// function a Source in a table of metrics may lead back to that table, and the
// table stays static data.
type Source interface {
	Value(r *Request) (libpcp.Atom, error)
}

// Value is the value of one instance.
type Value struct {
	Inst int32 // libpcp.NullInst for a singular metric
	Atom libpcp.Atom
}

// NoValue is returned by a fetch function that has no value now, which is not
// a failure.
var NoValue error = noValue{}

type noValue struct{}

func (noValue) Error() string { return "no value" }

// Parameter is the Fetch of a metric that has no values but as a parameter of event
// records.
func Parameter(context.Context, *Request) (libpcp.Atom, error) { return libpcp.Atom{}, NoValue }

func (m *Metric) hidden(r *Request) bool { return m.Hidden != nil && m.Hidden(r) }

// desc is the row's descriptor in a domain.
func (m *Metric) desc(domain uint32) libpcp.Desc {
	return libpcp.Desc{
		PMID:  m.id(domain),
		Type:  m.Type,
		InDom: m.InDom.in(domain),
		Sem:   m.Sem,
		Units: m.Units,
	}
}

// id is the row's identifier in a domain.
func (m *Metric) id(domain uint32) libpcp.PMID {
	if m.Domain != 0 {
		domain = uint32(m.Domain)
	}
	return libpcp.NewPMID(domain, uint32(m.Cluster), uint32(m.Item))
}
