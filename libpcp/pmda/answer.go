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
		return handle(ctx, c, b, p.fetch)
	case pdu.TypeResult:
		return handle(ctx, c, b, p.store)
	case pdu.TypeDescReq:
		return handle(ctx, c, b, p.desc)
	case pdu.TypeInstanceReq:
		return handle(ctx, c, b, p.instances)
	case pdu.TypeTextReq:
		return handle(ctx, c, b, p.text)
	case pdu.TypeLabelReq:
		return handle(ctx, c, b, p.labels)
	case pdu.TypePMNSNames:
		return handle(ctx, c, b, p.lookup)
	case pdu.TypePMNSIDs:
		return handle(ctx, c, b, p.names)
	case pdu.TypePMNSChild:
		return handle(ctx, c, b, p.children)
	case pdu.TypePMNSTraverse:
		return handle(ctx, c, b, p.traverse)
	case pdu.TypeControlReq, pdu.TypeCreds:
		return nil, nil
	}
	p.service.log.Errorf("unrecognized PDU type 0x%x", int32(req.header.Type))
	return nil, nil
}

// handle decodes a request of a client for what answers it.
func handle[T any, P pdu.Decoder[T]](ctx context.Context, c *Client, b []byte, answer func(context.Context, *Client, P) (pdu.Message, error)) (pdu.Message, error) {
	return pdu.Handle(b, func(m P) (pdu.Message, error) { return answer(ctx, c, m) })
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
func (p *peer) fetch(ctx context.Context, c *Client, m *pdu.Fetch) (pdu.Message, error) {
	sets, err := p.service.Fetch(ctx, c, m.IDs, &p.profile)
	if err != nil {
		return nil, err
	}
	return &pdu.Result{Time: time.Unix(int64(p.service.Changes()), 0), Sets: sets}, nil
}

func (p *peer) store(ctx context.Context, c *Client, m *pdu.Result) (pdu.Message, error) {
	if err := p.service.Store(ctx, c, m.Sets); err != nil {
		return nil, err
	}
	return &pdu.Error{}, nil
}

func (p *peer) desc(ctx context.Context, c *Client, m *pdu.DescReq) (pdu.Message, error) {
	d, err := p.service.Desc(ctx, c, m.PMID)
	return &pdu.Desc{Desc: d}, err
}

func (p *peer) instances(ctx context.Context, c *Client, m *pdu.InstanceReq) (pdu.Message, error) {
	return m.Answer(
		func() ([]libpcp.Instance, error) { return p.service.Instances(ctx, c, m.InDom) },
		func() (string, error) { return p.service.InstanceName(ctx, c, m.InDom, m.Inst) },
		func() (int32, error) { return p.service.InstanceID(ctx, c, m.InDom, m.Name) },
	)
}

func (p *peer) text(ctx context.Context, c *Client, m *pdu.TextReq) (pdu.Message, error) {
	text, err := p.service.Text(ctx, c, m.ID)
	return &pdu.Text{Ident: m.ID.Ident, Text: text}, err
}

func (p *peer) labels(ctx context.Context, c *Client, m *pdu.LabelReq) (pdu.Message, error) {
	sets, err := p.service.Labels(ctx, c, m.ID, &p.profile)
	return &pdu.Label{ID: m.ID, Sets: sets}, err
}

// lookup answers with the identifiers of names, of which pmcd asks for one at
// a time.
func (p *peer) lookup(ctx context.Context, c *Client, m *pdu.PMNSNames) (pdu.Message, error) {
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

func (p *peer) names(ctx context.Context, c *Client, m *pdu.PMNSIDs) (pdu.Message, error) {
	names, err := p.service.Names(ctx, c, m.IDs[0])
	return &pdu.PMNSNames{Names: names}, err
}

func (p *peer) children(ctx context.Context, c *Client, m *pdu.PMNSChild) (pdu.Message, error) {
	children, err := p.service.Children(ctx, c, m.Name)
	return m.Answer(children), err
}

func (p *peer) traverse(ctx context.Context, c *Client, m *pdu.PMNSTraverse) (pdu.Message, error) {
	names, err := p.service.Traverse(ctx, c, m.Name)
	return &pdu.PMNSNames{Names: names}, err
}
