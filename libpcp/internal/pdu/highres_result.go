package pdu

import (
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/valueset"
	"pcptools/libpcp/internal/wire"
)

// HighResResult is the values of metrics at a time, in nanoseconds. After
// Decode the blocks of the values alias the input.
//
//	0c  number of value sets
//	10  seconds                (two words)
//	18  nanoseconds            (two words)
//	20  value sets, value blocks (see package valueset)
type HighResResult struct {
	Time time.Time
	Sets []libpcp.ValueSet
}

// Decode reads a whole PDU.
func (m *HighResResult) Decode(b []byte) error {
	r := body(b, TypeHighResResult)
	n := r.Int32()
	sec, nsec := r.Int64(), r.Int64()
	m.Time = time.Unix(sec, nsec)
	var err error
	m.Sets, err = decodeSets(&r, b, n, TypeHighResResult)
	return err
}

// Append appends the PDU to dst.
func (m *HighResResult) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeHighResResult)
	dst = wire.AppendUint32(dst, uint32(len(m.Sets)))
	dst = wire.AppendInt64(dst, m.Time.Unix())
	dst = wire.AppendInt64(dst, int64(m.Time.Nanosecond()))
	return end(valueset.Append(dst, m.Sets, start), start)
}
