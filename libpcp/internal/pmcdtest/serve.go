package pmcdtest

import (
	"context"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/sourcetest"
)

// Serve is the script of a fake pmcd with the metrics of src. Connections
// share src: there should be one at a time.
func Serve(src libpcp.Source, features pdu.Features) Script {
	return func(c *Conn) {
		c.Greet(features)
		Answer(c, src)
	}
}

// Answer answers with the metrics of src what comes after the greeting.
func Answer(c *Conn, src libpcp.Source) {
	answer := Answerer(src)
	for {
		t, b, ok := c.Next()
		if !ok {
			return
		}
		if m := answer(t, b); m != nil {
			c.Send(m)
		}
	}
}

// Answerer returns a function that makes the reply to a PDU with the metrics of
// src, or nil for a PDU without a reply. It is for one connection.
func Answerer(src libpcp.Source) func(t pdu.Type, b []byte) Message {
	s := service{src: sourcetest.Direct(src)}
	return s.answer
}

// service answers the requests of one connection.
type service struct {
	src     *sourcetest.Caller
	profile *libpcp.Profile // nil until the client has sent one
}

// answer returns the reply to a PDU, or nil for a PDU without a reply.
func (s *service) answer(t pdu.Type, b []byte) Message {
	switch t {
	case pdu.TypeCreds, pdu.TypeAttr:
		return nil
	case pdu.TypeProfile:
		return handle(b, s.keepProfile)
	case pdu.TypePMNSNames:
		return handle(b, s.lookup)
	case pdu.TypePMNSIDs:
		return handle(b, s.names)
	case pdu.TypePMNSChild:
		return handle(b, s.children)
	case pdu.TypePMNSTraverse:
		return handle(b, s.traverse)
	case pdu.TypeDescReq:
		return handle(b, s.desc)
	case pdu.TypeDescIDs:
		return handle(b, s.descs)
	case pdu.TypeInstanceReq:
		return handle(b, s.instances)
	case pdu.TypeTextReq:
		return handle(b, s.text)
	case pdu.TypeLabelReq:
		return handle(b, s.labels)
	case pdu.TypeFetch:
		return handle(b, s.fetch)
	case pdu.TypeHighResFetch:
		return handle(b, s.highResFetch)
	case pdu.TypeResult:
		return handle(b, s.store)
	}
	return &pdu.Error{Code: libpcp.ErrIPC}
}

// handle decodes a request and makes a PDU of the answer or its error.
func handle[T any, P pdu.Decoder[T]](b []byte, answer func(P) (pdu.Message, error)) Message {
	m, err := pdu.Handle(b, answer)
	if err != nil {
		return &pdu.Error{Code: libpcp.Code(err)}
	}
	return m
}

func (s *service) keepProfile(q *pdu.Profile) (pdu.Message, error) {
	s.profile = &q.Profile
	return nil, nil
}

func (s *service) lookup(q *pdu.PMNSNames) (pdu.Message, error) {
	var m pdu.PMNSIDs
	for _, reply := range s.src.Lookup(context.Background(), q.Names) {
		if reply.Err != nil && len(q.Names) == 1 {
			return nil, reply.Err
		}
		m.IDs = append(m.IDs, reply.ID)
		if reply.Err == nil {
			m.Status++
		}
	}
	return &m, nil
}

func (s *service) names(q *pdu.PMNSIDs) (pdu.Message, error) {
	names, err := s.src.Names(context.Background(), q.IDs[0])
	return &pdu.PMNSNames{Names: names}, err
}

func (s *service) children(q *pdu.PMNSChild) (pdu.Message, error) {
	children, err := s.src.Children(context.Background(), q.Name)
	return q.Answer(children), err
}

func (s *service) traverse(q *pdu.PMNSTraverse) (pdu.Message, error) {
	names, err := s.src.Traverse(context.Background(), q.Name)
	return &pdu.PMNSNames{Names: names}, err
}

func (s *service) desc(q *pdu.DescReq) (pdu.Message, error) {
	d := s.src.Descs(context.Background(), []libpcp.PMID{q.PMID})[0]
	return &pdu.Desc{Desc: d.Desc}, d.Err
}

func (s *service) descs(q *pdu.DescIDs) (pdu.Message, error) {
	replies := s.src.Descs(context.Background(), q.IDs)
	if len(replies) == 1 && replies[0].Err != nil {
		return nil, replies[0].Err
	}
	m := pdu.Descs{Descs: make([]libpcp.Desc, len(replies))}
	for i, r := range replies {
		if m.Descs[i] = r.Desc; r.Err != nil {
			m.Descs[i] = libpcp.Desc{PMID: libpcp.NullPMID}
		}
	}
	return &m, nil
}

func (s *service) instances(q *pdu.InstanceReq) (pdu.Message, error) {
	ctx := context.Background()
	return q.Answer(
		func() ([]libpcp.Instance, error) { return s.src.Instances(ctx, q.InDom) },
		func() (string, error) { return s.src.InstanceName(ctx, q.InDom, q.Inst) },
		func() (int32, error) { return s.src.InstanceID(ctx, q.InDom, q.Name) },
	)
}

func (s *service) text(q *pdu.TextReq) (pdu.Message, error) {
	text, err := s.src.Text(context.Background(), q.ID)
	return &pdu.Text{Ident: q.ID.Ident, Text: text}, err
}

func (s *service) labels(q *pdu.LabelReq) (pdu.Message, error) {
	sets, err := s.src.Labels(context.Background(), q.ID)
	return &pdu.Label{ID: q.ID, Sets: sets}, err
}

func (s *service) result(ids []libpcp.PMID) (*libpcp.Result, error) {
	if s.profile == nil {
		return nil, libpcp.ErrNoProfile
	}
	return s.src.Fetch(context.Background(), ids, s.profile)
}

func (s *service) fetch(q *pdu.Fetch) (pdu.Message, error) {
	r, err := s.result(q.IDs)
	if err != nil {
		return nil, err
	}
	return notified(r, &pdu.Result{Time: r.Time, Sets: r.Sets}), nil
}

func (s *service) highResFetch(q *pdu.HighResFetch) (pdu.Message, error) {
	r, err := s.result(q.IDs)
	if err != nil {
		return nil, err
	}
	return notified(r, &pdu.HighResResult{Time: r.Time, Sets: r.Sets}), nil
}

// notice is a PDU with another before it that reports changes.
type notice struct {
	code libpcp.Error
	pdu.Message
}

// Append implements [Message].
func (n *notice) Append(dst []byte) []byte {
	return n.Message.Append((&pdu.Error{Code: n.code}).Append(dst))
}

// notified puts a notice of the changes that a result reports before m.
func notified(r *libpcp.Result, m pdu.Message) pdu.Message {
	if r.Changes == 0 {
		return m
	}
	return &notice{libpcp.Error(r.Changes), m}
}

func (s *service) store(q *pdu.Result) (pdu.Message, error) {
	err := s.src.Store(context.Background(), &libpcp.Result{Sets: q.Sets})
	if err == libpcp.ErrNotHost {
		return nil, libpcp.ErrPermission
	}
	return &pdu.Error{}, err
}
