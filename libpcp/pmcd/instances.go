package pmcd

import (
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Instances implements libpcp.Source.
func (c *Client) Instances(ctx context.Context, d libpcp.InDom) ([]libpcp.Instance, error) {
	q := libpcp.InstancesQuery{InDom: d}
	c.Batch(ctx, &q)
	return q.Instances, q.Err
}

// InstanceName implements libpcp.Source.
func (c *Client) InstanceName(ctx context.Context, d libpcp.InDom, inst int32) (string, error) {
	r := instanceReq{ask: pdu.InstanceReq{InDom: d, Inst: inst}}
	c.run(ctx, &pipeline{todo: []request{&r}})
	return r.found.Name, r.err
}

// InstanceID implements libpcp.Source.
func (c *Client) InstanceID(ctx context.Context, d libpcp.InDom, name string) (int32, error) {
	name, _, _ = strings.Cut(name, "\x00") // where it ends for pmcd
	r := instanceReq{ask: pdu.InstanceReq{InDom: d, Inst: libpcp.NullInst, Name: name}}
	c.run(ctx, &pipeline{todo: []request{&r}})
	if r.err != nil {
		return libpcp.NullInst, r.err
	}
	return r.found.ID, nil
}

// instancesReq asks for all instances of a domain.
type instancesReq struct{ query *libpcp.InstancesQuery }

func (r *instancesReq) append(dst []byte) []byte {
	m := pdu.InstanceReq{InDom: r.query.InDom, Inst: libpcp.NullInst}
	return m.Append(dst)
}

func (r *instancesReq) reply(p *pipeline, from reply) (bool, error) {
	var err error
	r.query.Instances, r.query.Err, err = from.instances(p)
	return false, err
}

func (r *instancesReq) fail(err error) { r.query.Instances, r.query.Err = nil, err }

// instanceReq asks for the other half of one instance.
type instanceReq struct {
	ask   pdu.InstanceReq
	found libpcp.Instance
	err   error
}

func (r *instanceReq) append(dst []byte) []byte { return r.ask.Append(dst) }

func (r *instanceReq) reply(p *pipeline, from reply) (bool, error) {
	found, refusal, err := from.instances(p)
	switch {
	case err != nil:
		return false, err
	case refusal != nil:
		r.err = refusal
	case r.ask.Inst == libpcp.NullInst && r.ask.Name == "":
		// That asks for all; as in libpcp (C) the first one will do.
		if r.err = libpcp.ErrInst; len(found) > 0 {
			r.found, r.err = found[0], nil
		}
	case len(found) != 1:
		return false, mismatch(pdu.TypeInstance, "number of instances")
	default:
		r.found = found[0]
	}
	return false, nil
}

func (r *instanceReq) fail(err error) { r.err = err }

// instances takes a reply. The domain in it is not looked at: from some agents
// inside pmcd it is whatever was in memory.
func (r reply) instances(p *pipeline) (found []libpcp.Instance, refusal, err error) {
	var m pdu.Instance
	refusal, err = r.decode(pdu.TypeInstance, &m)
	p.conn.keep() // names alias it
	return m.Instances, refusal, err
}
