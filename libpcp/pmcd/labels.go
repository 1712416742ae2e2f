package pmcd

import (
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// labels adds a request for labels, if pmcd has any. The profile of the last fetch
// restricts the labels of instances.
func (c *Client) labels(p *pipeline, q *libpcp.LabelsQuery) {
	q.Sets, q.Err = nil, nil
	r := labelsReq{query: q, id: q.ID}
	if r.id.Class == libpcp.LabelContext {
		r.id.Ident = uint32(libpcp.NullPMID) // as pmcd answers
	}
	switch {
	case c.conn != nil && !c.has(pdu.FeatureLabels):
		q.Err = libpcp.ErrNoLabels
		return
	case q.ID.Class == libpcp.LabelInstances:
		p.add(&instanceLabelsReq{r})
		return
	}
	p.add(&r)
}

// labelsReq asks for label sets.
type labelsReq struct {
	query *libpcp.LabelsQuery
	id    libpcp.LabelID
}

func (r *labelsReq) append(dst []byte) []byte {
	m := pdu.LabelReq{ID: r.id}
	return m.Append(dst)
}

func (r *labelsReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.Label
	refusal, err := from.decode(pdu.TypeLabel, &m)
	if err == nil && refusal == nil && m.ID != r.id {
		err = mismatch(pdu.TypeLabel, "identifier")
	}
	if err != nil {
		return false, err
	}
	p.conn.keep() // labels alias it
	r.query.Sets, r.query.Err = m.Sets, refusal
	return false, nil
}

func (r *labelsReq) fail(err error) { r.query.Err = err }

// instanceLabelsReq asks for the labels of instances, which depend on a
// profile.
type instanceLabelsReq struct{ labelsReq }

func (r *instanceLabelsReq) profile() *libpcp.Profile { return nil }
