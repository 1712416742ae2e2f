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
	r.query.Instances, r.query.Err, err = from.instances(p, r.query.InDom)
	if err == nil && r.query.Early != nil {
		r.query.Early()
	}
	return false, err
}

func (r *instancesReq) isOf(ident uint32) bool { return ident == uint32(r.query.InDom) }

func (r *instancesReq) fail(err error) { r.query.Instances, r.query.Err = nil, err }

// instanceNameReq asks for the name of an instance.
type instanceNameReq struct{ query *libpcp.InstanceNameQuery }

func (r *instanceNameReq) append(dst []byte) []byte {
	m := pdu.InstanceReq{InDom: r.query.InDom, Inst: r.query.Inst}
	return m.Append(dst)
}

func (r *instanceNameReq) reply(p *pipeline, from reply) (bool, error) {
	found, refusal, err := from.instance(p, r.query.InDom, r.query.Inst == libpcp.NullInst)
	r.query.Name, r.query.Err = found.Name, refusal
	return false, err
}

func (r *instanceNameReq) isOf(ident uint32) bool { return ident == uint32(r.query.InDom) }

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
	found, refusal, err := from.instance(p, r.query.InDom, r.name() == "")
	r.query.Inst, r.query.Err = found.ID, refusal
	return false, err
}

func (r *instanceIDReq) isOf(ident uint32) bool { return ident == uint32(r.query.InDom) }

func (r *instanceIDReq) fail(err error) { r.query.Inst, r.query.Err = libpcp.NullInst, err }

// instance takes a reply about one instance. A request with neither number nor
// name asks for all; as in libpcp (C) the first one will do.
func (r reply) instance(p *pipeline, of libpcp.InDom, all bool) (found libpcp.Instance, refusal, err error) {
	list, refusal, err := r.instances(p, of)
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

// instances takes a reply about a domain. The domain in it may be any, as some agents
// inside pmcd leave it uninitialized, but not that of a later request.
func (r reply) instances(p *pipeline, of libpcp.InDom) (found []libpcp.Instance, refusal, err error) {
	var m pdu.Instance
	refusal, err = r.decode(pdu.TypeInstance, &m)
	if err == nil && refusal == nil && m.InDom != of && p.awaits(uint32(m.InDom)) {
		return nil, nil, mismatch(pdu.TypeInstance, "instance domain")
	}
	p.conn.keep() // names alias it
	return m.Instances, refusal, err
}
