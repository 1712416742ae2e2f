package pdu

import (
	"errors"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// PMNSNames asks for the identifiers of names, which a [PMNSIDs] answers; and
// it answers PMNSIDs, [PMNSChild] and [PMNSTraverse] with names. Status, which
// only a PMNSChild asks for, is 0 for a leaf and 1 for an inner node. After
// Decode the names alias the input.
//
//	0c  sum of the lengths of the names, each counted with a final NUL
//	10  number of statuses: 0, or the number of names
//	14  number of names, or an error code
//	18  per name: [status], length in bytes, name
type PMNSNames struct {
	Names  []string
	Status []int32 // nil, or one for each name
}

// The statuses of names.
const (
	StatusLeaf  int32 = 0
	StatusInner int32 = 1
)

var (
	errNameBytes   = errors.New("names longer than announced")
	errStatusCount = errors.New("number of statuses")
)

// Decode reads a whole PDU. An error code in the place of the number of names
// is returned as such.
func (m *PMNSNames) Decode(b []byte) error {
	*m = PMNSNames{}
	r := body(b, TypePMNSNames)
	total, nstatus, n := r.Int32(), r.Int32(), r.Int32()
	switch {
	case r.Err() != nil:
	case n < 0:
		return fmt.Errorf("%v PDU: %w", TypePMNSNames, libpcp.Error(n))
	case nstatus != 0 && nstatus != n:
		r.Fail(errStatusCount)
	case nstatus != 0:
		m.Status = make([]int32, r.CheckCount(n, 8))
	}
	if sum := m.readNames(&r, r.CheckCount(n, 4)); sum > int64(total) || int64(total) > int64(len(b)) {
		r.Fail(errNameBytes)
	}
	return finish(&r, TypePMNSNames)
}

// readNames reads n names and returns the sum of their lengths.
func (m *PMNSNames) readNames(r *wire.Reader, n int) (sum int64) {
	m.Names = make([]string, n)
	for i := range m.Names {
		if m.Status != nil {
			m.Status[i] = r.Int32()
		}
		length := *r
		sum += int64(length.Int32()) + 1
		m.Names[i] = readText(r)
	}
	return sum
}

// nameBytes is the sum of the lengths as they are in memory of a C program.
func (m *PMNSNames) nameBytes() (sum int64) {
	for _, name := range m.Names {
		sum += int64(len(name)) + 1
	}
	return sum
}

// Append appends the PDU to dst.
func (m *PMNSNames) Append(dst []byte) []byte {
	dst, start := begin(dst, TypePMNSNames)
	dst = wire.AppendUint32(dst, uint32(m.nameBytes()))
	dst = wire.AppendUint32(dst, uint32(len(m.Status)))
	dst = wire.AppendUint32(dst, uint32(len(m.Names)))
	for i, name := range m.Names {
		if m.Status != nil {
			dst = wire.AppendInt32(dst, m.Status[i])
		}
		dst = appendCounted(dst, name)
	}
	return end(dst, start)
}
