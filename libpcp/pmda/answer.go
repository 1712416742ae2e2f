package pmda

import (
	"bytes"
	"context"
	"errors"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// answer answers a request. No reply and no error is no answer.
func (p *peer) answer(ctx context.Context, req request) (pdu.Message, error) {
	c, b := p.client(req.header.From), req.body
	switch req.header.Type {
	case pdu.TypeProfile:
		return nil, p.takeProfile(ctx, c, b)
	case pdu.TypeAttr:
		return nil, p.takeAttr(ctx, c, b)
	case pdu.TypeError:
		return nil, p.takeError(c, b)
	case pdu.TypeFetch:
		return p.fetch(ctx, c, b)
	case pdu.TypeResult:
		return p.store(ctx, c, b)
	case pdu.TypeDescReq:
		return p.desc(ctx, c, b)
	case pdu.TypeInstanceReq:
		return p.instances(ctx, c, b)
	case pdu.TypeTextReq:
		return p.text(ctx, c, b)
	case pdu.TypeLabelReq:
		return p.labels(ctx, c, b)
	case pdu.TypePMNSNames:
		return p.lookup(ctx, c, b)
	case pdu.TypePMNSIDs:
		return p.names(ctx, c, b)
	case pdu.TypePMNSChild:
		return p.children(ctx, c, b)
	case pdu.TypePMNSTraverse:
		return p.traverse(ctx, c, b)
	case pdu.TypeControlReq, pdu.TypeCreds:
		return nil, nil
	}
	p.service.log.Errorf("unrecognized PDU type 0x%x", int32(req.header.Type))
	return nil, nil
}

func (p *peer) takeProfile(ctx context.Context, c *Client, b []byte) error {
	var m pdu.Profile
	if err := m.Decode(b); err != nil {
		p.service.log.Errorf("%v", err)
		return nil
	}
	p.profile = m.Profile
	p.service.Profile(ctx, c, &p.profile)
	return nil
}

func (p *peer) takeAttr(ctx context.Context, c *Client, b []byte) error {
	var m pdu.Attr
	if err := m.Decode(b); err != nil {
		p.service.log.Errorf("%v", err)
		return nil
	}
	value, _, _ := bytes.Cut(m.Payload, []byte{0})
	p.service.SetAttribute(ctx, c, Attribute(m.Key), string(value))
	return nil
}

// takeError takes note of the end of a client.
func (p *peer) takeError(c *Client, b []byte) error {
	var m pdu.Error
	switch err := m.Decode(b); {
	case err != nil:
		p.service.log.Errorf("%v", err)
	case m.Code == libpcp.ErrNotConn:
		delete(p.clients, c.Number)
		p.service.EndClient(c)
	default:
		p.service.log.Errorf("error %d from pmcd: %v", int(m.Code), m.Code)
	}
	return nil
}

// fetch answers with values. The low byte of the time reports changes of the
// agent.
func (p *peer) fetch(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.Fetch
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	sets, err := p.service.Fetch(ctx, c, m.IDs, &p.profile)
	if err != nil {
		return nil, err
	}
	return &pdu.Result{Time: time.Unix(int64(p.service.Changes()), 0), Sets: sets}, nil
}

func (p *peer) store(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.Result
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	if err := p.service.Store(ctx, c, m.Sets); err != nil {
		return nil, err
	}
	return &pdu.Error{}, nil
}

func (p *peer) desc(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.DescReq
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	d, err := p.service.Desc(ctx, c, m.PMID)
	return &pdu.Desc{Desc: d}, err
}

// instances answers with all instances, or the half that is asked for of one.
func (p *peer) instances(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.InstanceReq
	err := m.Decode(b)
	if err != nil {
		return nil, err
	}
	reply := pdu.Instance{InDom: m.InDom}
	switch {
	case m.Inst != libpcp.NullInst:
		half := libpcp.Instance{ID: libpcp.NullInst}
		half.Name, err = p.service.InstanceName(ctx, c, m.InDom, m.Inst)
		reply.Instances = []libpcp.Instance{half}
	case m.Name != "":
		var half libpcp.Instance
		half.ID, err = p.service.InstanceID(ctx, c, m.InDom, m.Name)
		reply.Instances = []libpcp.Instance{half}
	default:
		reply.Instances, err = p.service.Instances(ctx, c, m.InDom)
	}
	return &reply, err
}

func (p *peer) text(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.TextReq
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	text, err := p.service.Text(ctx, c, m.ID)
	return &pdu.Text{Ident: m.ID.Ident, Text: text}, err
}

func (p *peer) labels(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.LabelReq
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	sets, err := p.service.Labels(ctx, c, m.ID, &p.profile)
	return &pdu.Label{ID: m.ID, Sets: sets}, err
}

// lookup answers with the identifiers of names, of which pmcd asks for one at
// a time.
func (p *peer) lookup(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.PMNSNames
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	if len(m.Names) == 0 {
		return nil, libpcp.ErrName
	}
	var reply pdu.PMNSIDs
	for _, name := range m.Names {
		id, err := p.service.Lookup(ctx, c, name)
		if err != nil && len(m.Names) == 1 {
			return nil, unknownName(err)
		}
		reply.IDs = append(reply.IDs, id)
	}
	return &reply, nil
}

// unknownName makes an inner node as unknown as any other name that is no
// leaf, as libpcp (C) does.
func unknownName(err error) error {
	if errors.Is(err, libpcp.ErrNonLeaf) {
		return libpcp.ErrName
	}
	return err
}

func (p *peer) names(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.PMNSIDs
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	names, err := p.service.Names(ctx, c, m.IDs[0])
	return &pdu.PMNSNames{Names: names}, err
}

func (p *peer) children(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.PMNSChild
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	children, err := p.service.Children(ctx, c, m.Name)
	var reply pdu.PMNSNames
	for _, child := range children {
		reply.Names = append(reply.Names, child.Name)
		switch {
		case !m.Status:
		case child.Leaf:
			reply.Status = append(reply.Status, pdu.StatusLeaf)
		default:
			reply.Status = append(reply.Status, pdu.StatusInner)
		}
	}
	return &reply, err
}

func (p *peer) traverse(ctx context.Context, c *Client, b []byte) (pdu.Message, error) {
	var m pdu.PMNSTraverse
	if err := m.Decode(b); err != nil {
		return nil, err
	}
	names, err := p.service.Traverse(ctx, c, m.Name)
	return &pdu.PMNSNames{Names: names}, err
}
