package pmcd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// A request is one PDU for pmcd, and takes the reply.
type request interface {
	// append appends the PDU to dst.
	append(dst []byte) []byte
	// reply takes the reply; more says that another is to follow. It may add
	// requests to p. It fails on a malformed reply.
	reply(p *pipeline, r reply) (more bool, err error)
	// fail is called with the error if no reply comes.
	fail(err error)
}

// A profiled request is answered according to a profile, which pmcd has to
// have. A nil one stands for any.
type profiled interface{ profile() *libpcp.Profile }

// reply is a PDU from pmcd. Its bytes are good until the next.
type reply struct {
	pdu.Type
	bytes []byte
}

// pipeline sends requests ahead of the replies to earlier ones, which come in
// order. So that neither side ever waits for the other to read, all PDUs under way
// have to fit into the buffers between them.
type pipeline struct {
	conn  *conn
	todo  []request // not sent yet
	sent  []sent    // without a reply yet, oldest first
	bytes int       // total of sent
	held  int       // total of replies
	batch []libpcp.Query
	texts []*textReq // whose long text is missing
}

type sent struct {
	request
	bytes int
}

// Limits of the PDUs under way: well below the smallest default socket buffers.
const (
	maxBytes    = 32 << 10
	maxRequests = 1024
)

// maxHeld is how many bytes the replies to one batch of queries may have together, far
// more than any pmcd has to say about the metrics of a batch.
const maxHeld = 2 * pdu.MaxLen

// run sends requests to pmcd, and gives each its reply or its failure. A
// connection that has failed is closed, so that no late reply is taken for
// another. If ctx has ended before, nothing is sent and the connection stays.
func (c *Client) run(ctx context.Context, p *pipeline) {
	if p.empty() {
		return
	}
	if ended(ctx) {
		p.abandon(ctx, interrupted(ctx))
		return
	}
	p.conn = c.conn
	err := cmp.Or(c.lost, error(libpcp.ErrIPC))
	if c.conn != nil {
		err = p.run(ctx)
	}
	if err != nil {
		c.Close()
		c.lost = lasting(err)
		p.abandon(ctx, err)
	}
}

// lasting is the error of requests after the connection is lost: a timeout remains
// a timeout.
func lasting(err error) error {
	if errors.Is(err, libpcp.ErrTimeout) {
		return libpcp.ErrTimeout
	}
	return libpcp.ErrIPC
}

// identified is a request whose reply has the identifier of what it is about. Not all
// servers fill that in.
type identified interface{ isOf(ident uint32) bool }

// awaits reports whether a reply with an identifier is that to a later request.
func (p *pipeline) awaits(ident uint32) bool {
	return slices.ContainsFunc(p.sent[1:], func(s sent) bool {
		r, ok := s.request.(identified)
		return ok && r.isOf(ident)
	})
}

func (p *pipeline) add(r request) { p.todo = append(p.todo, r) }

func (p *pipeline) empty() bool { return len(p.todo)+len(p.sent) == 0 }

func (p *pipeline) run(ctx context.Context) error {
	defer p.conn.watch(ctx)()
	for !p.empty() {
		p.fill()
		if err := p.conn.flush(ctx); err != nil {
			return err
		}
		if err := p.drain(ctx); err != nil {
			return err
		}
		if p.empty() {
			p.answerTexts()
		}
	}
	return nil
}

// fill queues as many requests as may be under way, unless many still are.
func (p *pipeline) fill() {
	if p.bytes > maxBytes/2 || len(p.sent) > maxRequests/2 {
		return
	}
	most := maxRequests
	if p.conn.trace.pdus {
		most = 1
	}
	for len(p.todo) > 0 && len(p.sent) < most && p.bytes < maxBytes {
		if !p.send(p.todo[0]) {
			return
		}
		p.todo = p.todo[1:]
	}
}

// send queues a request, if the limits allow another one. A request that pmcd
// would not take fails at once.
func (p *pipeline) send(r request) bool {
	if r, ok := r.(profiled); ok {
		p.conn.queueProfile(r.profile())
	}
	start := len(p.conn.out)
	out := r.append(p.conn.out)
	size := len(out) - start
	switch {
	case size > pdu.MaxRequest:
		r.fail(tooLong(size))
		return true
	case len(p.sent) > 0 && p.bytes+size > maxBytes:
		return false
	}
	p.conn.out = out
	p.conn.trace.sending(out[start:])
	p.sent = append(p.sent, sent{r, size})
	p.bytes += size
	return true
}

// tooLong is the error of a request that pmcd does not take.
func tooLong(size int) error { return fmt.Errorf("request of %d bytes: %w", size, libpcp.ErrIPC) }

// drain takes the next reply, and all replies that have come with it.
func (p *pipeline) drain(ctx context.Context) error {
	for len(p.sent) > 0 {
		t, b, err := p.conn.receive(ctx)
		if err != nil {
			return err
		}
		if err := p.conn.verdict(t, b); err != nil {
			return err
		}
		if p.held += len(b); p.held > maxHeld {
			return fmt.Errorf("%w: the replies to %d queries are too long together", libpcp.ErrTooBig, len(p.batch))
		}
		oldest := p.sent[0]
		more, err := oldest.reply(p, reply{t, b})
		if err != nil {
			return err
		}
		if !more {
			p.sent = p.sent[1:]
			p.bytes -= oldest.bytes
			p.conn.trace.answered(ctx, oldest.request)
		}
		if !p.conn.buffered() {
			break
		}
	}
	return nil
}

// abandon fails all requests without a reply: the request that failed, and the
// later ones, which have no connection or no time left.
func (p *pipeline) abandon(ctx context.Context, err error) {
	next := lasting(err)
	if ended(ctx) {
		next = err
	}
	for _, s := range p.sent {
		s.fail(err)
		err = next
	}
	for _, r := range p.todo {
		r.fail(err)
		err = next
	}
	for _, r := range p.texts {
		r.fail(err)
	}
}

// answerTexts replaces missing long texts by short ones: it takes them from the
// batch, or requests them if the batch lacks them.
func (p *pipeline) answerTexts() {
	if len(p.texts) == 0 {
		return
	}
	short := make(map[libpcp.TextID]*libpcp.TextQuery)
	for _, q := range p.batch {
		if q, ok := q.(*libpcp.TextQuery); ok && q.ID.Kind&libpcp.TextOneLine != 0 {
			short[q.ID] = q
		}
	}
	for _, r := range p.texts {
		if q, ok := short[r.ask]; ok {
			r.query.Text, r.query.Err = q.Text, q.Err
		} else {
			p.add(r)
		}
	}
	p.texts = nil
}
