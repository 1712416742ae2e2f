// Package pdu encodes and decodes the protocol data units that pmcd, its
// clients and its agents exchange, and the units of pmlogger's control port: one
// file and one struct each.
//
// A PDU is a header of three words and a body; numbers are big-endian, a word
// is four bytes, strings are counted and filled up to a word. The drawings in
// the files show the body only, a word per field, offsets counted from the
// start of the PDU.
//
// [Read] takes one PDU off a connection and the Decode method of the struct
// that belongs to its [Type] makes sense of it:
//
//	h, b, err := pdu.Read(conn, nil, pdu.MaxLen)
//	if h.Type == pdu.TypeDesc {
//		var m pdu.Desc
//		err = m.Decode(b)
//	}
//
// Decode takes a whole PDU, header included, and fails with an error that is
// libpcp.ErrIPC on anything malformed; it never panics and allocates in
// proportion to the input. What may alias the input says so. Append is its
// inverse: it appends a whole PDU, with zero in the header's From field (see
// [SetFrom]).
package pdu

// A Message is a pointer to one of the structs of this package.
type Message interface {
	// Decode reads a whole PDU, which must be of the message's type.
	Decode(b []byte) error
	// Append appends the PDU to dst.
	Append(dst []byte) []byte
}
