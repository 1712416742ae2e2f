package pmcd

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/release"
)

// maxDescIDs is how many identifiers a request for descriptors can hold.
const maxDescIDs = (pdu.MaxRequest - pdu.HeaderLen - 8) / 4

// descs adds requests for descriptors: in bulk where pmcd knows how to, but
// for one, of which only the other way gives the reason for a failure.
func (c *Client) descs(p *pipeline, q *libpcp.DescsQuery) {
	q.Replies = make([]libpcp.DescReply, len(q.IDs))
	if len(q.IDs) == 1 || !c.has(pdu.FeatureDescs) || c.dialer.SingleDescs {
		for i := range q.IDs {
			p.add(&descReq{c, q, i})
		}
		return
	}
	for from := 0; from < len(q.IDs); from += maxDescIDs {
		p.add(&descsReq{c, q, from, min(from+maxDescIDs, len(q.IDs))})
	}
}

// known is a descriptor without what the release that the client stands for
// does not know.
func (c *Client) known(d libpcp.Desc) libpcp.Desc {
	if !c.dialer.Release.Has(release.ExtraUnits) {
		d.Units = d.Units.WithoutExtra()
	}
	return d
}

// descsReq asks for the descriptors of some of a query's metrics.
type descsReq struct {
	client   *Client
	query    *libpcp.DescsQuery
	from, to int
}

func (r *descsReq) append(dst []byte) []byte {
	m := pdu.DescIDs{IDs: r.query.IDs[r.from:r.to]}
	return m.Append(dst)
}

func (r *descsReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.Descs
	refusal, err := from.decode(pdu.TypeDescs, &m)
	switch {
	case err != nil:
		return false, err
	case refusal != nil:
		r.fail(refusal)
	case len(m.Descs) != r.to-r.from:
		return false, mismatch(pdu.TypeDescs, "number of descriptors")
	default:
		return false, r.take(p, m.Descs)
	}
	return false, nil
}

// take files descriptors, and asks again for missing ones to learn the reason.
func (r *descsReq) take(p *pipeline, descs []libpcp.Desc) error {
	for i, d := range descs {
		switch at := r.from + i; d.PMID {
		case libpcp.NullPMID:
			p.add(&descReq{r.client, r.query, at})
		case r.query.IDs[at]:
			r.query.Replies[at].Desc = r.client.known(d)
		default:
			return mismatch(pdu.TypeDescs, "metric")
		}
	}
	return nil
}

func (r *descsReq) fail(err error) {
	for i := r.from; i < r.to; i++ {
		r.query.Replies[i].Err = err
	}
}

// descReq asks for the descriptor of one of a query's metrics.
type descReq struct {
	client *Client
	query  *libpcp.DescsQuery
	at     int
}

func (r *descReq) append(dst []byte) []byte {
	m := pdu.DescReq{PMID: r.query.IDs[r.at]}
	return m.Append(dst)
}

func (r *descReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.Desc
	refusal, err := from.decode(pdu.TypeDesc, &m)
	if err == nil && refusal == nil && m.Desc.PMID != r.query.IDs[r.at] {
		err = mismatch(pdu.TypeDesc, "metric")
	}
	if err != nil {
		return false, err
	}
	r.query.Replies[r.at] = libpcp.DescReply{Desc: r.client.known(m.Desc), Err: refusal}
	return false, nil
}

func (r *descReq) fail(err error) { r.query.Replies[r.at].Err = err }
