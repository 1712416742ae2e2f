package pmcd

import (
	"math/bits"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

const textLengths = libpcp.TextOneLine | libpcp.TextHelp

// textReq asks for a text: the text of the query, or the short text if the long
// one does not exist.
type textReq struct {
	query *libpcp.TextQuery
	ask   libpcp.TextID
}

func (r *textReq) append(dst []byte) []byte {
	m := pdu.TextReq{ID: r.ask}
	return m.Append(dst)
}

func (r *textReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.Text
	refusal, err := from.decode(pdu.TypeText, &m)
	if err == nil && refusal == nil && !r.isOf(m.Ident) && p.awaits(m.Ident) {
		err = mismatch(pdu.TypeText, "identifier")
	}
	if err != nil {
		return false, err
	}
	if r.ask.Kind&libpcp.TextHelp != 0 && (refusal != nil || m.Text == "") {
		r.ask.Kind = r.ask.Kind&^textLengths | libpcp.TextOneLine
		p.texts = append(p.texts, r)
		return false, nil
	}
	p.conn.keep() // the text aliases it
	r.query.Text, r.query.Err = m.Text, refusal
	return false, nil
}

// isOf reports whether a text with an identifier, in any byte order, is the requested one.
func (r *textReq) isOf(ident uint32) bool {
	return ident == r.ask.Ident || ident == bits.ReverseBytes32(r.ask.Ident)
}

func (r *textReq) fail(err error) { r.query.Text, r.query.Err = "", err }
