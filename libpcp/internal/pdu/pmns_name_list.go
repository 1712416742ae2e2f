package pdu

import (
	"fmt"
	"iter"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// PMNSNameList is a [PMNSNames] that is decoded, but for its statuses, while it
// is read: it may have a great many short names. After Decode it aliases the
// input.
type PMNSNameList struct {
	names      wire.Reader // at the first of them
	n          int
	withStatus bool
}

// Decode checks a whole PDU. An error code in the place of the number of names
// is returned as such.
func (m *PMNSNameList) Decode(b []byte) error {
	*m = PMNSNameList{}
	r := body(b, TypePMNSNames)
	total, nstatus, n := r.Int32(), r.Int32(), r.Int32()
	elem := 4
	switch {
	case r.Err() != nil:
	case n < 0:
		return fmt.Errorf("%v PDU: %w", TypePMNSNames, libpcp.Error(n))
	case nstatus != 0 && nstatus != n:
		r.Fail(errStatusCount)
	case nstatus != 0:
		m.withStatus, elem = true, 8
	}
	m.n, m.names = r.CheckCount(n, elem), r
	sum := int64(0)
	for range m.n {
		_, _, length := m.next(&r)
		sum += int64(length) + 1
	}
	if sum > int64(total) || int64(total) > int64(len(b)) {
		r.Fail(errNameBytes)
	}
	err := finish(&r, TypePMNSNames)
	if err != nil {
		*m = PMNSNameList{}
	}
	return err
}

// next reads a name, and how long it was before it was cut at a NUL.
func (m *PMNSNameList) next(r *wire.Reader) (name string, status int32, length int) {
	if m.withStatus {
		status = r.Int32()
	}
	peek := *r
	length = int(peek.Int32())
	return readText(r), status, length
}

// Len is the number of names.
func (m *PMNSNameList) Len() int { return m.n }

// All yields the names and their statuses, which are 0 in a list without statuses.
func (m *PMNSNameList) All() iter.Seq2[string, int32] {
	return func(yield func(string, int32) bool) {
		r := m.names
		for range m.n {
			name, status, _ := m.next(&r)
			if !yield(name, status) {
				return
			}
		}
	}
}

// Names is the list of the names.
func (m *PMNSNameList) Names() libpcp.NameList {
	return libpcp.NewNameList(m.n, func(yield func(string) bool) {
		for name := range m.All() {
			if !yield(name) {
				return
			}
		}
	})
}
