package pmcd

import (
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// maxLookupBytes is what libpcp (C) allows for one request.
const maxLookupBytes = 63 << 10

// lookup adds requests for names, as many as there have to be.
func (c *Client) lookup(p *pipeline, q *libpcp.LookupQuery) {
	q.Replies = slices.Repeat([]libpcp.LookupReply{{ID: libpcp.NullPMID}}, len(q.Names))
	from, size := 0, 0
	for i, name := range q.Names {
		if size += 8 + len(name) + 3; size > maxLookupBytes && i > from {
			p.add(&lookupReq{q, from, i})
			from, size = i, 11+len(name)
		}
	}
	if from < len(q.Names) {
		p.add(&lookupReq{q, from, len(q.Names)})
	}
}

// lookupReq asks for the identifiers of some of a query's names.
type lookupReq struct {
	query    *libpcp.LookupQuery
	from, to int
}

func (r *lookupReq) append(dst []byte) []byte {
	m := pdu.PMNSNames{Names: r.query.Names[r.from:r.to]}
	return m.Append(dst)
}

func (r *lookupReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.PMNSIDs
	refusal, err := from.decode(pdu.TypePMNSIDs, &m)
	switch {
	case err != nil:
		return false, err
	case refusal != nil && (r.to-r.from == 1 || r.query.NoReason):
		r.fail(refusal)
	case refusal != nil: // because of one of the names, or some
		for at := r.from; at < r.to; at++ {
			p.add(&lookupReq{r.query, at, at + 1})
		}
	case len(m.IDs) != r.to-r.from:
		return false, mismatch(pdu.TypePMNSIDs, "number of identifiers")
	default:
		r.take(p, m.IDs)
	}
	return false, nil
}

// take files identifiers. pmcd reports the error of a name only in a request for
// that name alone.
func (r *lookupReq) take(p *pipeline, ids []libpcp.PMID) {
	for i, id := range ids {
		at := r.from + i
		switch reply := &r.query.Replies[at]; {
		case id != libpcp.NullPMID:
			reply.ID = id
		case len(ids) == 1 || r.query.NoReason:
			reply.Err = libpcp.ErrName
		default:
			p.add(&lookupReq{r.query, at, at + 1})
		}
	}
}

func (r *lookupReq) fail(err error) {
	for i := r.from; i < r.to; i++ {
		r.query.Replies[i].Err = err
	}
}

// namesReq asks for the names of a metric.
type namesReq struct{ query *libpcp.NamesQuery }

func (r *namesReq) append(dst []byte) []byte {
	m := pdu.PMNSIDs{IDs: []libpcp.PMID{r.query.ID}}
	return m.Append(dst)
}

func (r *namesReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.PMNSNames
	refusal, err := from.decode(pdu.TypePMNSNames, &m)
	p.conn.keep() // names alias it
	r.query.Names, r.query.Err = m.Names, refusal
	return false, err
}

func (r *namesReq) fail(err error) { r.query.Err = err }

// childrenReq asks for the names below a name.
type childrenReq struct{ query *libpcp.ChildrenQuery }

func (r *childrenReq) append(dst []byte) []byte {
	m := pdu.PMNSChild{Name: r.query.Name, Status: true}
	return m.Append(dst)
}

func (r *childrenReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.PMNSNames
	refusal, err := from.decode(pdu.TypePMNSNames, &m)
	r.query.Children, r.query.Err = nil, refusal
	if err != nil || refusal != nil {
		return false, err
	}
	if len(m.Status) != len(m.Names) {
		return false, mismatch(pdu.TypePMNSNames, "lack of statuses")
	}
	p.conn.keep() // names alias it
	r.query.Children = make([]libpcp.Child, len(m.Names))
	for i, name := range m.Names {
		r.query.Children[i] = libpcp.Child{Name: name, Leaf: m.Status[i] == pdu.StatusLeaf}
	}
	return false, nil
}

func (r *childrenReq) fail(err error) { r.query.Err = err }

// traverse adds a request for all names below one. Of PCP's two
// readings of a limit of zero seconds this is the other: no time at all.
func (c *Client) traverse(p *pipeline, q *libpcp.TraverseQuery) {
	if c.settings.requestLimit == 0 {
		q.Err = libpcp.ErrTimeout
		return
	}
	q.Names, q.Err = libpcp.NameList{}, nil
	p.add(&traverseReq{q})
}

// traverseReq asks for all names below a name.
type traverseReq struct{ query *libpcp.TraverseQuery }

func (r *traverseReq) append(dst []byte) []byte {
	m := pdu.PMNSTraverse{Name: r.query.Name}
	return m.Append(dst)
}

func (r *traverseReq) reply(p *pipeline, from reply) (bool, error) {
	var m pdu.PMNSNameList
	refusal, err := from.decode(pdu.TypePMNSNames, &m)
	p.conn.keep() // names alias it
	r.query.Names, r.query.Err = m.Names(), refusal
	return false, err
}

func (r *traverseReq) fail(err error) { r.query.Err = err }
