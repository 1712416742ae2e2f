package pmcdplay

import (
	"context"
	"fmt"
	"net"
	"slices"
	"sync"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
)

// A Player answers as the pmcd of a recording did. It matches requests by [Key]:
// the n-th that asks the same gets the n-th reply, and the last again where it
// asks about metadata. It answers metrics in other fetches than they were recorded in
// from several replies. All its connections share the recording. Its fields are to be
// read after Close.
type Player struct {
	Raw      int      // replies sent as they were recorded
	Composed int      // replies to fetches put together of several
	Missing  []string // requests that nothing was recorded of, in words; they get ErrIPC

	greeting []byte
	replies  map[string]*replies // by key; but not values
	values   map[series][]value

	listener net.Listener
	serving  sync.WaitGroup
	mu       sync.Mutex // guards all of it but the listener
	conns    []net.Conn
	closed   bool
}

// replies are those to requests of one key, in order.
type replies struct {
	all  [][]byte
	next int
}

// A series is the values of a metric under a profile.
type series struct {
	profile string
	id      libpcp.PMID
}

// A value is what one fetch returned of a metric.
type value struct {
	set   libpcp.ValueSet
	reply *result
}

// A result is the reply to one fetch.
type result struct {
	bytes []byte
	ids   []libpcp.PMID
	pdu.HighResResult
}

// NewPlayer returns a player of exchanges, of which one is a greeting.
func NewPlayer(exchanges []Exchange) *Player {
	p := &Player{replies: make(map[string]*replies), values: make(map[series][]value)}
	for _, e := range exchanges {
		if len(e.Request) == 0 {
			p.greeting = e.Reply
			continue
		}
		if q, ok := fetchOf(e.Request); ok && p.learnValues(q, e.Reply) {
			continue
		}
		key := requestKey(e.Request)
		if p.replies[key] == nil {
			p.replies[key] = new(replies)
		}
		p.replies[key].all = append(p.replies[key].all, e.Reply)
	}
	return p
}

// learnValues notes the values that a fetch returned, each by itself; ok is false
// if it failed.
func (p *Player) learnValues(q fetch, reply []byte) (ok bool) {
	r, ok := readResult(reply)
	if !ok || len(r.Sets) != len(q.ids) {
		return false
	}
	r.ids = q.ids
	for i, id := range q.ids {
		of := series{q.profile, id}
		p.values[of] = append(p.values[of], value{r.Sets[i], r})
	}
	return true
}

// readResult reads the reply to a fetch, unless that is an error.
func readResult(reply []byte) (*result, bool) {
	packets, err := split(reply)
	if err != nil || len(packets) == 0 {
		return nil, false
	}
	r := &result{bytes: reply}
	switch last := packets[len(packets)-1]; last.kind {
	case pdu.TypeHighResResult:
		return r, r.Decode(last.b) == nil
	case pdu.TypeResult:
		var m pdu.Result
		err := m.Decode(last.b)
		r.Time, r.Sets = m.Time, m.Sets
		return r, err == nil
	}
	return nil, false
}

// Dial connects to the player in this process, with any address: it is for the
// NetDial of a pmcd.Dialer. Dialing a socket of pmcd fails.
func (p *Player) Dial(_ context.Context, network, address string) (net.Conn, error) {
	if network == "unix" {
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ENOENT}
	}
	client, server := net.Pipe()
	if !p.keep(server) {
		return nil, &net.OpError{Op: "dial", Net: network, Err: syscall.ECONNREFUSED}
	}
	p.serving.Go(func() { p.serve(pmcdtest.NewConn(server)) })
	return client, nil
}

// Listen has the player listen on a free port of 127.0.0.1 until Close, for clients
// in other processes, and returns the port.
func (p *Player) Listen() (port int, err error) {
	p.listener, err = net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	p.serving.Go(p.accept)
	return p.listener.Addr().(*net.TCPAddr).Port, nil
}

// Close ends the player and its connections.
func (p *Player) Close() error {
	var err error
	if p.listener != nil {
		err = p.listener.Close()
	}
	p.mu.Lock()
	p.closed = true
	for _, conn := range p.conns {
		conn.Close()
	}
	p.mu.Unlock()
	p.serving.Wait()
	return err
}

func (p *Player) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		if !p.keep(conn) {
			return
		}
		p.serving.Go(func() { p.serve(conn) })
	}
}

// keep notes a connection for Close to end, or closes it if that has been.
func (p *Player) keep(conn net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		conn.Close()
		return false
	}
	p.conns = append(p.conns, conn)
	return true
}

// serve answers on a connection until the client closes it.
func (p *Player) serve(conn net.Conn) {
	defer conn.Close()
	if _, err := conn.Write(p.greeting); err != nil {
		return
	}
	c := conversation{profiles: make(map[int32][]byte)}
	for {
		h, b, err := pdu.Read(conn, nil, pdu.MaxLen)
		if err != nil {
			return
		}
		asked := len(c.exchanges)
		c.sent(packet{h.Type, b})
		if len(c.exchanges) == asked {
			continue
		}
		reply := p.reply(c.exchanges[asked].Request)
		if len(reply) == 0 { // as the pmcd did
			return
		}
		if _, err := conn.Write(reply); err != nil {
			return
		}
	}
}

// reply returns the reply to a request, which is empty if the pmcd closed the
// connection instead.
func (p *Player) reply(request []byte) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if q, ok := fetchOf(request); ok {
		if reply := p.fetch(q); reply != nil {
			return reply
		}
	}
	if r := p.replies[requestKey(request)]; r != nil && (r.next < len(r.all) || isMetadata(request)) {
		p.Raw++
		reply := r.all[min(r.next, len(r.all)-1)]
		r.next++
		return reply
	}
	p.Missing = append(p.Missing, describe(request))
	return (&pdu.Error{Code: libpcp.ErrIPC}).Append(nil)
}

// fetch returns the reply to a fetch: the next values of all its metrics, or nil
// if the recording has fewer.
func (p *Player) fetch(q fetch) []byte {
	asked := make(map[libpcp.PMID]int)
	next := make([]value, len(q.ids))
	for i, id := range q.ids {
		queue := p.values[series{q.profile, id}]
		if asked[id] >= len(queue) {
			return nil
		}
		next[i] = queue[asked[id]]
		asked[id]++
	}
	for id, n := range asked {
		of := series{q.profile, id}
		p.values[of] = p.values[of][n:]
	}
	if len(next) == 0 {
		return nil
	}
	first := next[0].reply
	same := slices.Equal(first.ids, q.ids) && !slices.ContainsFunc(next, func(v value) bool { return v.reply != first })
	if same && kindOf(first.bytes) == resultOf(q.kind) {
		p.Raw++
		return first.bytes
	}
	p.Composed++
	m := pdu.HighResResult{Time: first.Time}
	for _, v := range next {
		if v.reply.Time.After(m.Time) {
			m.Time = v.reply.Time
		}
		m.Sets = append(m.Sets, v.set)
	}
	if q.kind == pdu.TypeFetch {
		return (&pdu.Result{Time: m.Time, Sets: m.Sets}).Append(nil)
	}
	return m.Append(nil)
}

// resultOf is the type of the reply to a fetch of a type.
func resultOf(fetch pdu.Type) pdu.Type {
	if fetch == pdu.TypeFetch {
		return pdu.TypeResult
	}
	return pdu.TypeHighResResult
}

// kindOf is the type of the last PDU of a reply.
func kindOf(reply []byte) pdu.Type {
	packets, err := split(reply)
	if err != nil || len(packets) == 0 {
		return 0
	}
	return packets[len(packets)-1].kind
}

// String counts the replies.
func (p *Player) String() string {
	return fmt.Sprintf("%d replies as recorded, %d composed, %d missing", p.Raw, p.Composed, len(p.Missing))
}
