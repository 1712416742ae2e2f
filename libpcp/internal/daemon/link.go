package daemon

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Link is a connection on which agent and pmcd have greeted each other. Its
// requests are for one goroutine at a time; Close may be called at any time.
// From is the number of the client that asks.
type Link struct {
	conn     Conn
	timeout  time.Duration
	features pdu.Features
	in       chan received
	closed   chan struct{}
	closing  sync.Once
	dropped  error // why the agent is not asked any more
	notReady bool
	out      []byte
}

// received is a PDU of the agent, or the error that ends them.
type received struct {
	header pdu.Header
	body   []byte
	err    error
}

// protocolVersion is that between pmcd and agents.
const protocolVersion = 2

// Limits are the times that an agent may take.
type Limits struct {
	Greeting time.Duration // until it greets
	Reply    time.Duration // for a reply
}

// Greet waits for the agent's greeting and answers it. With notReady the
// agent answers no requests until it reports that it is ready, for which it is
// given the time for a reply; after that, requests are ErrAgain until it does.
func Greet(conn Conn, limits Limits, notReady bool) (*Link, error) {
	l := &Link{conn: conn, timeout: limits.Greeting, notReady: notReady, in: make(chan received), closed: make(chan struct{})}
	go l.receive()
	if err := l.greet(); err != nil {
		l.Close()
		return nil, err
	}
	l.timeout = limits.Reply
	if notReady {
		l.awaitReady()
	}
	return l, nil
}

func (l *Link) awaitReady() {
	if r, err := l.await(); err != libpcp.ErrTimeout {
		if err := l.notice(r); err != nil {
			l.drop(err)
		}
	}
}

func (l *Link) greet() error {
	r, err := l.await()
	switch {
	case err == io.EOF:
		return errors.New("unexpected end-of-file at initial exchange")
	case err != nil:
		return fmt.Errorf("error at initial exchange: %w", err)
	case r.header.Type != pdu.TypeCreds:
		return fmt.Errorf("unexpected PDU type (0x%x) at initial exchange", int32(r.header.Type))
	}
	var creds pdu.Creds
	if err := creds.Decode(r.body); err != nil {
		return fmt.Errorf("error at initial exchange: %w", err)
	}
	_, l.features, _ = creds.Version()
	creds = pdu.VersionCreds(protocolVersion, l.features&pdu.FeatureAuth)
	return l.send(int32(os.Getpid()), &creds)
}

// WantsAttributes reports whether the agent asked for attributes of clients.
func (l *Link) WantsAttributes() bool {
	return l.features&(pdu.FeatureAuth|pdu.FeatureContainer) != 0
}

// Err is why the agent is not asked any more, or nil.
func (l *Link) Err() error { return l.dropped }

// Close closes the connection.
func (l *Link) Close() {
	l.closing.Do(func() {
		close(l.closed)
		l.conn.Close()
	})
}

// drop ends the connection with an agent that has failed.
func (l *Link) drop(err error) error {
	l.dropped = err
	l.Close()
	return err
}

// receive reads the PDUs of the agent, one ahead of the requests, so that a PDU that
// comes between two requests is not taken for the reply to the second.
func (l *Link) receive() {
	for {
		var r received
		r.header, r.body, r.err = pdu.Read(l.conn, nil, pdu.MaxLen)
		select {
		case l.in <- r:
		case <-l.closed:
			return
		}
		if r.err != nil {
			return
		}
	}
}

// await waits for the next PDU.
func (l *Link) await() (received, error) {
	timer := time.NewTimer(l.timeout)
	defer timer.Stop()
	select {
	case r := <-l.in:
		return r, r.err
	case <-timer.C:
		return received{}, libpcp.ErrTimeout
	case <-l.closed:
		return received{}, libpcp.ErrIPC
	}
}

// send writes a PDU.
func (l *Link) send(from int32, m pdu.Message) error {
	l.out = m.Append(l.out[:0])
	pdu.SetFrom(l.out, from)
	l.conn.SetWriteDeadline(time.Now().Add(l.timeout))
	_, err := l.conn.Write(l.out)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return libpcp.ErrTimeout
	case errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET), errors.Is(err, os.ErrClosed):
		return libpcp.ErrIPC
	}
	return err
}

// settle takes a PDU that the agent has sent unasked; only an agent that is not
// ready may send one, to report that it is ready.
func (l *Link) settle() error {
	for l.dropped == nil {
		select {
		case r := <-l.in:
			if err := l.notice(r); err != nil {
				l.drop(err)
			}
			continue
		default:
		}
		if l.notReady {
			return libpcp.ErrAgain
		}
		return nil
	}
	return libpcp.ErrNoAgent
}

func (l *Link) notice(r received) error {
	if r.err == io.EOF {
		return errors.New("end of file")
	} else if r.err != nil {
		return r.err
	}
	var m pdu.Error
	if r.header.Type == pdu.TypeError && l.notReady && m.Decode(r.body) == nil && m.Code == libpcp.ErrPMDAReady {
		l.notReady = false
		return nil
	}
	return fmt.Errorf("unexpected %v PDU: %w", r.header.Type, libpcp.ErrIPC)
}

// tell sends a message without a reply.
func (l *Link) tell(from int32, m pdu.Message) error {
	if err := l.settle(); err != nil {
		return err
	}
	if err := l.send(from, m); err != nil {
		return l.drop(err)
	}
	return nil
}

// ask sends a request and decodes its reply. An error that the agent replies
// is returned as it is; others drop the agent.
func (l *Link) ask(from int32, request, reply pdu.Message, t pdu.Type) error {
	if err := l.tell(from, request); err != nil {
		return err
	}
	r, err := l.await()
	switch {
	case err == libpcp.ErrTimeout:
		return l.drop(err)
	case err != nil:
		return l.drop(libpcp.ErrIPC)
	case r.header.Type == t:
		return l.decoded(reply.Decode(r.body))
	case r.header.Type == pdu.TypeError:
		return l.refused(r.body)
	}
	return l.drop(fmt.Errorf("%v PDU for %v: %w", r.header.Type, t, libpcp.ErrIPC))
}

// decoded drops an agent that has sent what cannot be decoded.
func (l *Link) decoded(err error) error {
	if errors.Is(err, libpcp.ErrIPC) {
		return l.drop(err)
	}
	return err
}

// refused is the error that an agent replies.
func (l *Link) refused(body []byte) error {
	var m pdu.Error
	if err := m.Decode(body); err != nil {
		return l.drop(err)
	}
	if m.Code == 0 {
		return l.malformed("success in place of a reply")
	}
	return l.status(m.Code)
}

// status makes an error of the status that an agent replies.
func (l *Link) status(code libpcp.Error) error {
	switch {
	case code == 0:
		return nil
	case code == libpcp.ErrPMDANotReady:
		l.notReady = true
		return libpcp.ErrAgain
	case code > 0:
		return l.malformed("positive status")
	}
	return code
}

// malformed drops an agent whose reply does not fit the request.
func (l *Link) malformed(what string) error {
	return l.drop(fmt.Errorf("%s: %w", what, libpcp.ErrIPC))
}
