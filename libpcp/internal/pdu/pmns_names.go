package pdu

import (
	"errors"

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
	var list PMNSNameList
	if err := list.Decode(b); err != nil {
		return err
	}
	m.Names = make([]string, 0, list.Len())
	if list.withStatus {
		m.Status = make([]int32, 0, list.Len())
	}
	for name, status := range list.All() {
		if m.Names = append(m.Names, name); list.withStatus {
			m.Status = append(m.Status, status)
		}
	}
	return nil
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
