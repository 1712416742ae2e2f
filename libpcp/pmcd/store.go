package pmcd

import (
	"context"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Store implements libpcp.Storer. When it fails some of the values may have
// been stored.
func (c *Client) Store(ctx context.Context, r *libpcp.Result) error {
	s := storeReq{time: r.Time, sets: r.Sets}
	if r.Time.IsZero() {
		s.time = time.Unix(0, 0)
	}
	c.tracing.storing(ctx, &s)
	if n := s.atLeast(); n > pdu.MaxRequest {
		return tooLong(n)
	}
	c.run(ctx, &pipeline{todo: []request{&s}})
	return s.err
}

// storeReq sends values.
type storeReq struct {
	time time.Time
	sets []libpcp.ValueSet
	err  error
}

// atLeast is a number of bytes that the request does not fall short of.
func (r *storeReq) atLeast() (n int) {
	for i := range r.sets {
		n += 8 * len(r.sets[i].Values)
	}
	return n
}

func (r *storeReq) append(dst []byte) []byte {
	m := pdu.Result{Time: r.time, Sets: r.sets}
	return m.Append(dst)
}

func (r *storeReq) reply(p *pipeline, from reply) (bool, error) {
	code, err := from.status()
	if err == nil && code < 0 {
		r.err = code
	}
	return false, err
}

func (r *storeReq) fail(err error) { r.err = err }
