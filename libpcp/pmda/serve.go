package pmda

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Serve answers the requests of the pmcd at the other end of conn until it
// closes the connection, which is no error. [Main] calls it.
func Serve(ctx context.Context, conn io.ReadWriter, s *Service) error {
	p := &peer{conn: conn, service: s, clients: make(map[int32]*Client)}
	if !s.agent.SlowStart {
		if err := s.Open(ctx); err != nil {
			return err
		}
	}
	err := p.greet()
	if err == nil && s.agent.SlowStart {
		err = p.start(ctx)
	}
	for err == nil && !s.agent.quit {
		err = p.next(ctx)
	}
	p.end()
	if gone(err) {
		return nil
	}
	return err
}

// gone reports whether an error is pmcd's going away.
func gone(err error) bool {
	return err == io.EOF || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// peer is a pmcd at the other end of a connection.
type peer struct {
	conn    io.ReadWriter
	service *Service
	clients map[int32]*Client
	profile libpcp.Profile // the one received last
	in, out []byte

	// behind is not nil while a goroutine reads the next request.
	behind chan request
}

// request is one PDU received.
type request struct {
	header pdu.Header
	body   []byte // the whole of it
	err    error
}

// What an agent can ask for in its credentials.
const (
	featureAuth      pdu.Features = 0x04
	featureContainer pdu.Features = 0x40
)

const protocolVersion = 2

// greet exchanges credentials, as the agent's first word.
func (p *peer) greet() error {
	var features pdu.Features
	if p.service.agent.WantAttributes {
		features = featureAuth | featureContainer
	}
	creds := pdu.VersionCreds(protocolVersion, features)
	p.out = creds.Append(p.out[:0])
	pdu.SetFrom(p.out, int32(os.Getpid()))
	if _, err := p.conn.Write(p.out); err != nil {
		return err
	}
	req := p.read()
	if req.err != nil {
		return req.err
	}
	if err := creds.Decode(req.body); err != nil {
		return fmt.Errorf("version exchange: %w", err)
	}
	if version, _, ok := creds.Version(); ok && version != protocolVersion {
		return fmt.Errorf("version exchange: version %d: %w", version, libpcp.ErrIPC)
	}
	return nil
}

// start opens an agent that is not ready until then.
func (p *peer) start(ctx context.Context) error {
	if err := p.service.Open(ctx); err != nil {
		return err
	}
	return p.send(&pdu.Error{Code: libpcp.ErrPMDAReady})
}

// end ends what the clients that are left have.
func (p *peer) end() {
	for _, c := range p.clients {
		p.service.EndClient(c)
	}
}

// read takes one PDU off the connection, or from the goroutine that does.
func (p *peer) read() (r request) {
	if p.behind != nil {
		r = <-p.behind
		p.behind = nil
		return r
	}
	r.header, r.body, r.err = pdu.Read(p.conn, p.in, pdu.MaxLen)
	if p.in = r.body; r.header.Type == pdu.TypePMNSNames {
		p.in = nil // the names alias it
	}
	return r
}

// readBehind reads ahead in a goroutine, to learn of the end of the
// connection while the agent is busy.
func (p *peer) readBehind() chan request {
	if p.behind == nil {
		ahead := make(chan request, 1)
		go func() {
			var r request
			r.header, r.body, r.err = pdu.Read(p.conn, nil, pdu.MaxLen)
			ahead <- r
		}()
		p.behind = ahead
	}
	return p.behind
}

// next reads one request and answers it.
func (p *peer) next(ctx context.Context) error {
	req := p.read()
	if req.err != nil {
		return req.err
	}
	var reply pdu.Message
	err := p.service.safely(req.header.Type.String(), func() (err error) {
		reply, err = p.answer(ctx, req)
		return err
	})
	var busy *NotReady
	switch {
	case errors.As(err, &busy) && canWait(req.header.Type):
		return p.wait(ctx, busy)
	case err != nil:
		return p.send(&pdu.Error{Code: libpcp.Code(err)})
	case reply != nil:
		return p.send(reply)
	}
	return nil
}

// canWait reports whether pmcd understands that an agent is not ready in reply
// to a request. To one about names it does not, and would drop the agent when
// that is ready again.
func canWait(t pdu.Type) bool {
	switch t {
	case pdu.TypePMNSNames, pdu.TypePMNSIDs, pdu.TypePMNSChild, pdu.TypePMNSTraverse:
		return false
	}
	return true
}

// wait reports to pmcd that the agent is not ready, and when it is again.
// Until then pmcd asks nothing, but lets it know of other clients.
func (p *peer) wait(ctx context.Context, busy *NotReady) error {
	if err := p.send(&pdu.Error{Code: libpcp.ErrPMDANotReady}); err != nil {
		return err
	}
	for {
		ahead := p.readBehind()
		select {
		case <-busy.Done:
			return p.send(&pdu.Error{Code: libpcp.ErrPMDAReady})
		case r := <-ahead:
			if p.behind = nil; r.err != nil {
				return r.err
			}
			if r.notice() {
				p.answer(ctx, r)
				continue
			}
			p.behind = make(chan request, 1) // pmcd asks all the same
			p.behind <- r
			return p.send(&pdu.Error{Code: libpcp.ErrPMDAReady})
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// notice reports whether the request never has an answer.
func (r *request) notice() bool {
	switch r.header.Type {
	case pdu.TypeProfile, pdu.TypeAttr, pdu.TypeError, pdu.TypeCreds:
		return true
	}
	return false
}

func (p *peer) send(m pdu.Message) error {
	p.out = m.Append(p.out[:0])
	_, err := p.conn.Write(p.out)
	return err
}

// client returns the client with a number.
func (p *peer) client(number int32) *Client {
	c, ok := p.clients[number]
	if !ok {
		c = &Client{Number: number}
		p.clients[number] = c
	}
	return c
}
