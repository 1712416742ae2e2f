package pmcd

import (
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// fetch adds a request for values, in the better resolution of time if pmcd
// has it.
func (c *Client) fetch(p *pipeline, q *libpcp.FetchQuery) {
	q.Result, q.Err = nil, nil
	if len(q.IDs) == 0 {
		q.Err = libpcp.ErrTooSmall
		return
	}
	p.add(&fetchReq{query: q, highRes: c.has(pdu.FeatureHighRes), changes: &c.changes})
}

// fetchReq asks for values.
type fetchReq struct {
	query   *libpcp.FetchQuery
	highRes bool
	changes *libpcp.StateChange // reported and not yet part of a result
	notices int
}

const (
	knownChanges = libpcp.AgentAdded | libpcp.AgentRestarted | libpcp.AgentDropped |
		libpcp.LabelsChanged | libpcp.NamesChanged | libpcp.HostnameChanged
	maxNotices = 8 // pmcd sends one
)

func (r *fetchReq) profile() *libpcp.Profile {
	if r.query.Profile == nil {
		return &libpcp.Profile{}
	}
	return r.query.Profile
}

func (r *fetchReq) result() *libpcp.Result { return r.query.Result }

func (r *fetchReq) append(dst []byte) []byte {
	if r.highRes {
		m := pdu.HighResFetch{IDs: r.query.IDs}
		return m.Append(dst)
	}
	m := pdu.Fetch{IDs: r.query.IDs}
	return m.Append(dst)
}

func (r *fetchReq) reply(p *pipeline, from reply) (more bool, err error) {
	if from.Type == pdu.TypeError {
		return r.notice(from)
	}
	result := new(libpcp.Result)
	if r.highRes {
		var m pdu.HighResResult
		_, err = from.decode(pdu.TypeHighResResult, &m)
		result.Time, result.Sets = m.Time, m.Sets
	} else {
		var m pdu.Result
		_, err = from.decode(pdu.TypeResult, &m)
		result.Time, result.Sets = m.Time, m.Sets
	}
	if err != nil {
		return false, err
	}
	p.conn.keep() // values alias it
	r.query.Result = result
	result.Changes, *r.changes = *r.changes, 0
	return false, checkSets(result.Sets, r.query.IDs)
}

// notice takes a status: a change in pmcd, after which the values follow, or an
// error in their place.
func (r *fetchReq) notice(from reply) (more bool, err error) {
	code, err := from.status()
	switch {
	case err != nil:
		return false, err
	case code < 0:
		r.query.Err = code
		return false, nil
	case code == 0 || r.notices == maxNotices:
		return false, fmt.Errorf("status %d instead of values: %w", int32(code), libpcp.ErrIPC)
	}
	*r.changes |= libpcp.StateChange(code) & knownChanges
	r.notices++
	return true, nil
}

// checkSets checks that each metric has one set, in order.
func checkSets(sets []libpcp.ValueSet, ids []libpcp.PMID) error {
	if len(sets) != len(ids) {
		return mismatch(pdu.TypeResult, "number of metrics")
	}
	for i := range sets {
		if sets[i].PMID != ids[i] {
			return mismatch(pdu.TypeResult, "metric")
		}
	}
	return nil
}

func (r *fetchReq) fail(err error) { r.query.Result, r.query.Err = nil, err }
