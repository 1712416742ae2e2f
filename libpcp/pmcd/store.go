package pmcd

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// store adds a request that sends values. When it fails some of them may have been
// stored.
func (c *Client) store(ctx context.Context, p *pipeline, q *libpcp.StoreQuery) {
	if q.Err = nil; q.Result == nil {
		q.Err = libpcp.ErrTooSmall
		return
	}
	s := storeReq{query: q, time: q.Result.Time}
	if s.time.IsZero() {
		s.time = time.Unix(0, 0)
	}
	c.tracing.storing(ctx, &s)
	if n := s.atLeast(); n > pdu.MaxRequest {
		q.Err = tooLong(n)
		return
	}
	p.add(&s)
}

// storeReq sends values.
type storeReq struct {
	query *libpcp.StoreQuery
	time  time.Time
}

// atLeast is a number of bytes that the request does not fall short of.
func (r *storeReq) atLeast() (n int) {
	for i := range r.query.Result.Sets {
		n += 8 * len(r.query.Result.Sets[i].Values)
	}
	return n
}

func (r *storeReq) append(dst []byte) []byte {
	m := pdu.Result{Time: r.time, Sets: r.query.Result.Sets}
	return m.Append(dst)
}

func (r *storeReq) reply(p *pipeline, from reply) (bool, error) {
	code, err := from.status()
	if err == nil && code < 0 {
		r.query.Err = code
	}
	return false, err
}

func (r *storeReq) fail(err error) { r.query.Err = err }
