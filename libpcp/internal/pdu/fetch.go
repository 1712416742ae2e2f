package pdu

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// Fetch asks for the values of metrics under the profile sent for the same
// context number; the reply is a [Result].
//
//	0c  context number
//	10  0, 0                   (formerly a time)
//	18  number of pmids
//	1c  pmids
type Fetch struct {
	Context int32
	IDs     []libpcp.PMID
}

// Decode reads a whole PDU.
func (m *Fetch) Decode(b []byte) error {
	var err error
	m.Context, m.IDs, err = decodeFetch(b, TypeFetch)
	return err
}

// Append appends the PDU to dst.
func (m *Fetch) Append(dst []byte) []byte {
	return appendFetch(dst, TypeFetch, m.Context, m.IDs)
}

func decodeFetch(b []byte, t Type) (context int32, ids []libpcp.PMID, err error) {
	r := body(b, t)
	context = r.Int32()
	r.Skip(8)
	ids = readIDs(&r)
	return context, ids, finish(&r, t)
}

func appendFetch(dst []byte, t Type, context int32, ids []libpcp.PMID) []byte {
	dst, start := begin(dst, t)
	dst = wire.AppendInt32(dst, context)
	dst = wire.AppendUint64(dst, 0)
	return end(appendIDs(dst, ids), start)
}
