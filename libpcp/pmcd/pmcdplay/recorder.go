package pmcdplay

import (
	"net"
	"sync"

	"pcptools/libpcp/internal/pdu"
)

// A Recorder is a proxy before a pmcd: it passes on what a client and the pmcd
// send, and pairs requests with replies. Neither TLS nor authentication can pass.
type Recorder struct {
	server   string
	listener net.Listener
	relays   sync.WaitGroup

	mu        sync.Mutex
	exchanges []Exchange
}

// NewRecorder returns a recorder before the pmcd at an address. It listens on a
// free port of 127.0.0.1 until Close.
func NewRecorder(address string) (*Recorder, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &Recorder{server: address, listener: l}
	r.relays.Go(r.accept)
	return r, nil
}

// Port is where clients find the recorder.
func (r *Recorder) Port() int { return r.listener.Addr().(*net.TCPAddr).Port }

// Close waits until the clients have gone, and returns all exchanges; the
// exchanges of a connection are in the order of their requests.
func (r *Recorder) Close() ([]Exchange, error) {
	err := r.listener.Close()
	r.relays.Wait()
	return r.exchanges, err
}

func (r *Recorder) accept() {
	for {
		client, err := r.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp4", r.server)
		if err != nil {
			client.Close()
			continue
		}
		c := &conversation{exchanges: make([]Exchange, 1), profiles: make(map[int32][]byte)} // the greeting comes first
		var both sync.WaitGroup
		both.Go(func() { relay(server, client, c.sent) })
		both.Go(func() { relay(client, server, c.replied) })
		r.relays.Go(func() {
			both.Wait()
			r.mu.Lock()
			defer r.mu.Unlock()
			r.exchanges = append(r.exchanges, c.exchanges...)
		})
	}
}

// relay copies PDUs until one side closes, and then closes both. What it copies
// is seen first.
func relay(to, from net.Conn, see func(packet)) {
	defer from.Close()
	defer to.Close()
	for {
		h, b, err := pdu.Read(from, nil, pdu.MaxLen)
		if err != nil {
			return
		}
		see(packet{h.Type, b})
		if _, err := to.Write(b); err != nil {
			return
		}
	}
}

// A conversation is what passes over one connection.
type conversation struct {
	mu        sync.Mutex
	exchanges []Exchange
	answered  int              // of the exchanges
	profiles  map[int32][]byte // in force, by context
	profile   []byte           // the latest
}

// sent takes a PDU of the client.
func (c *conversation) sent(p packet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var profile pdu.Profile
	switch {
	case p.kind == pdu.TypeProfile && profile.Decode(p.b) == nil:
		c.profile = p.b
		c.profiles[profile.Context] = p.b
	case hasReply(p.kind):
		request := append([]byte(nil), c.profileFor(p)...)
		c.exchanges = append(c.exchanges, Exchange{Request: append(request, p.b...)})
	}
}

// profileFor returns the profile that the reply to a PDU depends on, or nothing.
func (c *conversation) profileFor(p packet) []byte {
	var fetch pdu.Fetch
	var highRes pdu.HighResFetch
	switch {
	case p.kind == pdu.TypeFetch && fetch.Decode(p.b) == nil:
		return c.profiles[fetch.Context]
	case p.kind == pdu.TypeHighResFetch && highRes.Decode(p.b) == nil:
		return c.profiles[highRes.Context]
	case needsProfile(p.kind):
		return c.profile
	}
	return nil
}

// replied takes a PDU of the pmcd.
func (c *conversation) replied(p packet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answered == len(c.exchanges) {
		return // to nothing that was asked
	}
	e := &c.exchanges[c.answered]
	e.Reply = append(e.Reply, p.b...)
	if !isNotice(p) || c.answered == 0 {
		c.answered++
	}
}

// isNotice reports whether a PDU of a pmcd reports a change and precedes a reply.
func isNotice(p packet) bool {
	var m pdu.Error
	return p.kind == pdu.TypeError && m.Decode(p.b) == nil && m.Code > 0
}

// Fresh returns the exchanges about metadata that ours has and theirs lacks, each
// once: the additional questions of another client.
func Fresh(ours, theirs []Exchange) []Exchange {
	known := make(map[string]bool)
	for _, e := range theirs {
		known[requestKey(e.Request)] = true
	}
	var fresh []Exchange
	for _, e := range ours {
		if key := requestKey(e.Request); !known[key] && isMetadata(e.Request) {
			known[key] = true
			fresh = append(fresh, e)
		}
	}
	return fresh
}
