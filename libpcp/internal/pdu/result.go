package pdu

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/valueset"
	"pcptools/libpcp/internal/wire"
)

// Result is the values of metrics at a time, in microseconds: the reply to
// [Fetch], and to pmcd the request to store values, whose reply is [Error].
// After Decode the blocks of the values alias the input.
//
//	0c  seconds
//	10  microseconds
//	14  number of value sets
//	18  value sets, value blocks (see package valueset)
type Result struct {
	Time time.Time
	Sets []libpcp.ValueSet
}

// Decode reads a whole PDU.
func (m *Result) Decode(b []byte) error {
	r := body(b, TypeResult)
	m.Time = readTimeval(&r)
	n := r.Int32()
	var err error
	m.Sets, err = decodeSets(&r, b, n, TypeResult)
	return err
}

// Append appends the PDU to dst.
func (m *Result) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeResult)
	dst = appendTimeval(dst, m.Time)
	dst = wire.AppendUint32(dst, uint32(len(m.Sets)))
	return end(valueset.Append(dst, m.Sets, start), start)
}

// decodeSets reads n value sets, which start where r is, from the PDU b.
func decodeSets(r *wire.Reader, b []byte, n int32, t Type) ([]libpcp.ValueSet, error) {
	if err := r.Err(); err != nil {
		return nil, failure(t, err)
	}
	sets, err := valueset.Decode(b, r.Offset(), n, 0)
	return sets, failure(t, err)
}
