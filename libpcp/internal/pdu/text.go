package pdu

import "pcptools/libpcp/internal/wire"

// Text is a help text. After Decode it aliases the input.
//
//	0c  pmid or indom, in the byte order of the server: not to be relied on
//	10  length of the text in bytes
//	14  text
type Text struct {
	Ident uint32
	Text  string
}

// Decode reads a whole PDU.
func (m *Text) Decode(b []byte) error {
	r := body(b, TypeText)
	m.Ident = r.Uint32()
	m.Text = readText(&r)
	return finish(&r, TypeText)
}

// Append appends the PDU to dst.
func (m *Text) Append(dst []byte) []byte {
	dst, start := begin(dst, TypeText)
	dst = wire.AppendUint32(dst, m.Ident)
	return end(appendCounted(dst, m.Text), start)
}

// readCounted takes a length in bytes, that many bytes, and what fills them
// up to a word, which senders may leave out at the end of a PDU. The result
// aliases the input.
func readCounted(r *wire.Reader) []byte {
	n := r.Count(1)
	s := r.Bytes(n)
	r.Skip(min(wire.Padded(n)-n, r.Len()))
	return s
}

// readText takes a counted string, which ends before its first NUL, as in a C
// program. The result aliases the input.
func readText(r *wire.Reader) string {
	n := r.Count(1)
	s := r.String(n)
	r.Skip(min(wire.Padded(n)-n, r.Len()))
	return wire.CString(s)
}

func appendCounted(dst []byte, s string) []byte {
	dst = wire.AppendUint32(dst, uint32(len(s)))
	return wire.AppendPaddedString(dst, s)
}
