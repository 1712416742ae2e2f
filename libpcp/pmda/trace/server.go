package trace

import (
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/trace"
)

// server accepts connections of programs and stores their events.
type server struct {
	store    *store
	log      *pmda.Logger
	listener net.Listener

	mu     sync.Mutex
	access Access
	conns  map[net.Conn]bool
	ended  bool
}

// listen begins to serve programs.
func listen(port int, s *server) error {
	l, err := net.Listen("tcp", net.JoinHostPort("", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	s.listener, s.conns = l, make(map[net.Conn]bool)
	go s.accept()
	return nil
}

func (s *server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		go s.serve(conn)
	}
}

// version is the version of the protocol.
const version = 1

// answerLimit is how long a program may take to read an answer.
const answerLimit = 10 * time.Second

// serve admits a program and reads its events until it disconnects or sends an
// invalid event.
func (s *server) serve(conn net.Conn) {
	r, err := s.admit(conn)
	defer s.release(conn, r)
	if err != 0 {
		answer(conn, int32(err))
		return
	}
	if answer(conn, version) != nil {
		return
	}
	var buf []byte
	for {
		h, b, err := pdu.Read(conn, buf, maxEvent)
		if err != nil || h.Type != pdu.TypeTraceData {
			return
		}
		buf = b
		if !s.event(conn, b) {
			return
		}
	}
}

// maxEvent is the longest PDU that a program sends, in bytes.
const maxEvent = 1024

// event stores an event, and answers if asked to.
func (s *server) event(conn net.Conn, b []byte) bool {
	var e pdu.TraceData
	if err := e.Decode(b); err != nil || len(e.Tag) > maxTag || e.Tag == "" {
		s.log.Errorf("bogus PDU read - %v", trace.ErrIPC)
		return false
	}
	if err := s.store.add(e, time.Now()); err != nil {
		s.log.Errorf("event %q: %v", e.Tag, err)
		return false
	}
	return !e.Ack || answer(conn, int32(e.Kind)) == nil
}

// maxTag is the longest tag that is accepted, in bytes.
const maxTag = 124

func answer(conn net.Conn, code int32) error {
	b := (&pdu.TraceAck{Code: code}).Append(nil)
	pdu.SetFrom(b, int32(os.Getpid()))
	conn.SetWriteDeadline(time.Now().Add(answerLimit))
	_, err := conn.Write(b)
	return err
}

// admit applies the access rules.
func (s *server) admit(conn net.Conn) (*rule, trace.Error) {
	address, _, _ := net.SplitHostPort(conn.RemoteAddr().String())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conns[conn] = true
	r := s.access.find(address)
	switch {
	case s.ended:
		return nil, trace.ErrIPC
	case r == nil:
		return nil, 0
	case r.limit == 0:
		return nil, trace.ErrPermission
	case r.open >= r.limit:
		return nil, trace.ErrConnLimit
	}
	r.open++
	return r, 0
}

func (s *server) release(conn net.Conn, r *rule) {
	conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, conn)
	if r != nil {
		r.open--
	}
}

// close ends all connections.
func (s *server) close() error {
	if s.listener == nil {
		return nil
	}
	err := s.listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for conn := range s.conns {
		conn.Close()
	}
	return err
}
