package pdu

import (
	"errors"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/wire"
)

// DescIDs asks for the descriptors of metrics in bulk; the reply is a
// [Descs].
//
//	0c  -1
//	10  number of pmids
//	14  pmids
type DescIDs struct {
	IDs []libpcp.PMID
}

var errDescIDsStatus = errors.New("status is not -1")

// Decode reads a whole PDU.
func (m *DescIDs) Decode(b []byte) error {
	r := body(b, TypeDescIDs)
	if status := r.Int32(); r.Err() == nil && status != -1 {
		r.Fail(errDescIDsStatus)
	}
	m.IDs = readIDs(&r)
	return finish(&r, TypeDescIDs)
}

// Append appends the PDU to dst.
func (m *DescIDs) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeDescIDs)
	dst = wire.AppendInt32(dst, -1)
	return end(appendIDs(dst, m.IDs), start)
}

var errNoIDs = errors.New("no metric identifiers")

// readIDs takes a count, which must not be zero, and that many identifiers.
func readIDs(r *wire.Reader) []libpcp.PMID {
	n := r.Count(4)
	if n == 0 {
		r.Fail(errNoIDs)
		return nil
	}
	ids := make([]libpcp.PMID, n)
	for i := range ids {
		ids[i] = libpcp.PMID(r.Uint32())
	}
	return ids
}

func appendIDs(dst []byte, ids []libpcp.PMID) []byte {
	dst = wire.AppendUint32(dst, uint32(len(ids)))
	for _, id := range ids {
		dst = wire.AppendUint32(dst, uint32(id))
	}
	return dst
}
