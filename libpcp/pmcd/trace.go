package pmcd

import (
	"context"
	"encoding/binary"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// A PDU is the event of a PDU that was queued for sending or received, header
// included (debug option pdu). Its bytes are valid during the call.
type PDU struct {
	Sent  bool
	Bytes []byte
}

// Type returns the number of the PDU's type; ERROR has 0x7000.
func (p PDU) Type() int { return int(binary.BigEndian.Uint32(p.Bytes[4:])) }

// Name returns the name of the PDU's type, such as DESC_REQ.
func (p PDU) Name() string { return TypeName(p.Type()) }

// TypeName returns the name of a type of PDU, such as DESC_REQ.
func TypeName(number int) string { return pdu.Type(number).String() }

// tracing selects the events of a client that are traced. The zero value traces
// nothing.
type tracing struct {
	client                  *Client
	tracer                  libpcp.Tracer
	pdu                     func(PDU) // the caller's, or nil
	context, profiles, pdus bool
}

func (c *Client) beginTracing() {
	t := c.dialer.Tracer
	c.tracing = tracing{client: c, tracer: t, pdu: c.dialer.PDU}
	if t != nil {
		c.tracing.context, c.tracing.profiles, c.tracing.pdus = t.Traces("context"), t.Traces("profile"), t.Traces("pdu")
	}
}

// connecting traces an event that the option context is about.
func (t *tracing) connecting(event any) {
	if t.context {
		t.tracer.Trace(context.Background(), event)
	}
}

// sending traces PDUs that are queued.
func (t *tracing) sending(pdus []byte) {
	if t.pdu == nil && !t.pdus {
		return
	}
	for len(pdus) >= pdu.HeaderLen {
		n := binary.BigEndian.Uint32(pdus)
		t.exchanged(PDU{Sent: true, Bytes: pdus[:n]})
		pdus = pdus[n:]
	}
}

// received traces a PDU from pmcd.
func (t *tracing) received(b []byte) {
	if t.pdu != nil || t.pdus {
		t.exchanged(PDU{Bytes: b})
	}
}

func (t *tracing) exchanged(p PDU) {
	if t.pdus {
		t.tracer.Trace(context.Background(), p)
	}
	if t.pdu != nil {
		t.pdu(p)
	}
}

// profile traces a profile that is sent.
func (t *tracing) profile(p *libpcp.Profile) {
	if t.profiles {
		t.tracer.Trace(context.Background(), traced.ProfileSent{Profile: p})
	}
}

// answered traces the values that a request has brought.
func (t *tracing) answered(ctx context.Context, r request) {
	if !t.pdus {
		return
	}
	if f, ok := r.(interface{ result() *libpcp.Result }); ok && f.result() != nil {
		t.tracer.Trace(ctx, traced.Values{Client: t.client, Result: f.result()})
	}
}

// storing traces the values that a store sends.
func (t *tracing) storing(ctx context.Context, r *storeReq) {
	if t.pdus {
		t.tracer.Trace(ctx, traced.Values{Client: t.client, Result: &libpcp.Result{Time: r.time, Sets: r.query.Result.Sets}})
	}
}

// greeted traces what pmcd offers.
func (t *tracing) greeted(g *pdu.Greeting) {
	t.connecting(traced.Greeted{Status: g.Status, Version: g.Version, Licensed: g.Licensed, Features: uint16(g.Features)})
}

// connected traces a new connection, with its path or port.
func (c *Client) connected(where string) {
	c.tracing.connecting(traced.Connected{Host: c.spec.hosts[0].name, Where: where})
}

// dialed traces what came of a host specification: a context, or none.
func (c *Client) dialed(spec string, err error) {
	h := c.spec.hosts[0]
	if err != nil {
		c.tracing.connecting(traced.Refused{Host: h.name, Ports: c.refusing(h), Err: err})
	}
	if t := c.tracing.tracer; t != nil {
		t.Trace(context.Background(), traced.Dialed{Spec: spec, Host: h.name, Err: err})
	}
}

// refusing returns the ports of a host that were tried.
func (c *Client) refusing(h host) []int32 {
	if c.spec.socket && !c.spec.orTCP {
		return nil
	}
	if len(h.ports) == 0 {
		return c.dialer.portsFrom("PMCD_PORT", defaultPort)
	}
	return h.ports
}
