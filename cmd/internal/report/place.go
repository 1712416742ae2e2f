package report

import "pcptools/libpcp"

// A Place is where values of one thing after the other appear: a metric of a host, or
// an instance of it.
type Place struct {
	Host, Metric string
	Inst         int32 // NullInst without instances
}

// PlaceOf is the place of a value of an instance, or without one.
func PlaceOf(host, metric string, i *Instance) Place {
	if i == nil {
		return Place{host, metric, libpcp.NullInst}
	}
	return Place{host, metric, i.ID}
}

// A Memory has what was at places the last time. The zero Memory is ready.
type Memory[T any] struct{ last, now map[Place]T }

// Next begins another time.
func (m *Memory[T]) Next() { m.last, m.now = m.now, make(map[Place]T, len(m.now)) }

// First reports whether this is the first time.
func (m *Memory[T]) First() bool { return m.last == nil }

// Put takes in what is at a place now.
func (m *Memory[T]) Put(at Place, what T) {
	if m.now == nil {
		m.now = make(map[Place]T)
	}
	m.now[at] = what
}

// Last is what was at a place the last time.
func (m *Memory[T]) Last(at Place) (what T, known bool) {
	what, known = m.last[at]
	return what, known
}

// Past is the last contents of tables on a screen, to mark changes.
type Past struct{ Memory[string] }
