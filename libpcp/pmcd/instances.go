package pmcd

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// instancesReq asks for all instances of a domain.
type instancesReq struct{ query *libpcp.InstancesQuery }

func (r *instancesReq) append(dst []byte) []byte {
	m := pdu.InstanceReq{InDom: r.query.InDom, Inst: libpcp.NullInst}
	return m.Append(dst)
}

func (r *instancesReq) reply(p *pipeline, from reply) (bool, error) {
	var err error
	r.query.Instances, r.query.Err, err = from.instances(p)
	if err == nil && r.query.Early != nil {
		r.query.Early()
	}
	return false, err
}

func (r *instancesReq) fail(err error) { r.query.Instances, r.query.Err = nil, err }

// instanceNameReq asks for the name of an instance.
type instanceNameReq struct{ query *libpcp.InstanceNameQuery }

func (r *instanceNameReq) append(dst []byte) []byte {
	m := pdu.InstanceReq{InDom: r.query.InDom, Inst: r.query.Inst}
	return m.Append(dst)
}

func (r *instanceNameReq) reply(p *pipeline, from reply) (bool, error) {
	found, refusal, err := from.instance(p, r.query.Inst == libpcp.NullInst)
	r.query.Name, r.query.Err = found.Name, refusal
	return false, err
}

func (r *instanceNameReq) fail(err error) { r.query.Name, r.query.Err = "", err }

// instanceIDReq asks for the identifier of an instance.
type instanceIDReq struct{ query *libpcp.InstanceIDQuery }

// name is where that ends for pmcd.
func (r *instanceIDReq) name() string {
	name, _, _ := strings.Cut(r.query.Name, "\x00")
	return name
}

func (r *instanceIDReq) append(dst []byte) []byte {
	m := pdu.InstanceReq{InDom: r.query.InDom, Inst: libpcp.NullInst, Name: r.name()}
	return m.Append(dst)
}

func (r *instanceIDReq) reply(p *pipeline, from reply) (bool, error) {
	found, refusal, err := from.instance(p, r.name() == "")
	r.query.Inst, r.query.Err = found.ID, refusal
	return false, err
}

func (r *instanceIDReq) fail(err error) { r.query.Inst, r.query.Err = libpcp.NullInst, err }

// instance takes a reply about one instance. A request with neither number nor
// name asks for all; as in libpcp (C) the first one will do.
func (r reply) instance(p *pipeline, all bool) (found libpcp.Instance, refusal, err error) {
	list, refusal, err := r.instances(p)
	none := libpcp.Instance{ID: libpcp.NullInst}
	switch {
	case err != nil || refusal != nil:
		return none, refusal, err
	case all && len(list) == 0:
		return none, libpcp.ErrInst, nil
	case !all && len(list) != 1:
		return none, nil, mismatch(pdu.TypeInstance, "number of instances")
	}
	return list[0], nil, nil
}

// instances takes a reply. It ignores the domain in the reply: some agents inside
// pmcd leave it uninitialized.
func (r reply) instances(p *pipeline) (found []libpcp.Instance, refusal, err error) {
	var m pdu.Instance
	refusal, err = r.decode(pdu.TypeInstance, &m)
	p.conn.keep() // names alias it
	return m.Instances, refusal, err
}
