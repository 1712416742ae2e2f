package pmcd

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Text implements libpcp.Source. In place of a long text that does not exist
// it returns the short one.
func (c *Client) Text(ctx context.Context, id libpcp.TextID) (string, error) {
	q := libpcp.TextQuery{ID: id}
	c.Batch(ctx, &q)
	return q.Text, q.Err
}

const textLengths = libpcp.TextOneLine | libpcp.TextHelp

// textReq asks for a text: the query's, or in its place another.
type textReq struct {
	query *libpcp.TextQuery
	ask   libpcp.TextID
}

func (r *textReq) append(dst []byte) []byte {
	m := pdu.TextReq{ID: r.ask}
	return m.Append(dst)
}

func (r *textReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.Text // its identifier may be in any byte order
	refusal, err := from.decode(pdu.TypeText, &m)
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

func (r *textReq) fail(err error) { r.query.Text, r.query.Err = "", err }
