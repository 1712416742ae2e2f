package pmcd

import (
	"context"
	"encoding/binary"
	"fmt"

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
	context, profiles, pdus bool
}

func (c *Client) beginTracing() {
	t := c.dialer.Tracer
	c.tracing = tracing{client: c, tracer: t}
	if t != nil {
		c.tracing.context, c.tracing.profiles, c.tracing.pdus = t.Traces("context"), t.Traces("profile"), t.Traces("pdu")
	}
}

// connecting traces, for the option context, how a connection is made. The file
// descriptor is the one that PCP's tools have; ours depends on the Go runtime.
func (t *tracing) connecting(format string, args ...any) {
	if t.context {
		t.tracer.Trace(context.Background(), fmt.Sprintf(format, args...))
	}
}

// sending traces PDUs that are queued.
func (t *tracing) sending(pdus []byte) {
	if !t.pdus {
		return
	}
	for len(pdus) >= pdu.HeaderLen {
		n := binary.BigEndian.Uint32(pdus)
		t.tracer.Trace(context.Background(), PDU{Sent: true, Bytes: pdus[:n]})
		pdus = pdus[n:]
	}
}

// received traces a PDU from pmcd.
func (t *tracing) received(b []byte) {
	if t.pdus {
		t.tracer.Trace(context.Background(), PDU{Bytes: b})
	}
}

// profile traces a profile that is sent.
func (t *tracing) profile(p *libpcp.Profile) {
	if t.profiles {
		t.tracer.Trace(context.Background(), "pmFetch: calling __pmSendProfile, context: 0 slot: 0\n"+profileText(p))
	}
}

func profileText(p *libpcp.Profile) string {
	text := fmt.Appendf(nil, "Dump Instance Profile state=%s, %d profiles\n", profileState(p.ExcludeAll), len(p.InDoms))
	for i, d := range p.InDoms {
		text = fmt.Appendf(text, "\tProfile [%d] indom=%d [%s] state=%s %d instances\n",
			i, int32(d.InDom), d.InDom, profileState(d.Exclude), len(d.Insts))
		if len(d.Insts) == 0 {
			continue
		}
		text = append(text, "\t\tInstances:"...)
		for _, inst := range d.Insts {
			text = fmt.Appendf(text, " [%d]", inst)
		}
		text = append(text, '\n')
	}
	return string(text)
}

func profileState(exclude bool) string {
	if exclude {
		return "EXCLUDE"
	}
	return "INCLUDE"
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

// opened traces an attempt to connect.
func (t *tracing) opened() {
	t.connecting("__pmSetSocketIPC: fd=3\nIPC table fd(PDU version):\n")
}

// greeted traces what pmcd offers. A little-endian host sees the bytes of the
// offer the other way round.
func (t *tracing) greeted(g *pdu.Greeting) {
	features := uint16(g.Features)
	datum := uint32(g.Version) | uint32(g.Licensed)<<8 | uint32(features>>8)<<16 | uint32(features&0xff)<<24
	t.connecting("__pmDecodeXtendError: got error PDU (code=%d, datum=%d, version=2)\n", g.Status, int32(datum))
	if g.Status >= 0 {
		t.connecting("__pmSetFeaturesIPC: fd=3 version=2 features=%d\n"+versionTable, features)
	}
}

const versionTable = "IPC table fd(PDU version): 3(2,1)\n"

// connected traces a new connection, with its path or port.
func (c *Client) connected(where string) {
	c.tracing.connecting("__pmConnectPMCD(%s): pmcd connection %s fd=3 PDU version=2\n"+versionTable, c.spec.hosts[0].name, where)
}

// dialed traces what came of a host specification: a context, or none.
func (c *Client) dialed(spec string, err error) {
	if err != nil {
		c.tracing.connecting("pmNewContext(1, %s) -> %d, curr_handle=-1\n", spec, libpcp.Code(err))
		return
	}
	c.tracing.connecting("pmNewContext(1, %s) -> 0\nDump Contexts: current -> contexts[0] handle 0\n"+
		"contexts[0] handle 0: host %s: pmcd=CONNECTED profile=NOT_SENT fd=3 origin=0.000000000 delta=0.000000000\n%s",
		spec, c.spec.hosts[0].name, profileText(&libpcp.Profile{}))
}
