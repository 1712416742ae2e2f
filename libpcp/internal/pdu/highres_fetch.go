package pdu

import "pcptools/libpcp"

// HighResFetch is a [Fetch] whose reply is a [HighResResult].
type HighResFetch struct {
	Context int32
	IDs     []libpcp.PMID
}

// Decode reads a whole PDU.
func (m *HighResFetch) Decode(b []byte) error {
	var err error
	m.Context, m.IDs, err = decodeFetch(b, TypeHighResFetch)
	return err
}

// Append appends the PDU to dst.
func (m *HighResFetch) Append(dst []byte) []byte {
	return appendFetch(dst, TypeHighResFetch, m.Context, m.IDs)
}
