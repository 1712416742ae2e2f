package pmcd

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// Trace is told what happens on connections, by functions and by the debug
// texts of libpcp (C) (pmdbg(1)). What is nil costs nothing.
type Trace struct {
	Context io.Writer // of connecting, which the option context is about
	// NewWords has Context in the words of PCP 7.
	NewWords bool
	Profile  io.Writer // of the profiles sent, which profile is about
	// PDU is called for each PDU, when it is put in line to be sent or has been
	// received. With Result it has the order of libpcp (C).
	PDU func(PDU)
	// Result is called with the values that a PDU brings, after PDU, or that a
	// store sends, before. It may ask the same Client. If it is not nil, a
	// request is sent only when there is a reply to the one before.
	Result func(context.Context, *libpcp.Result)
	// SingleDescs has descriptors asked for one by one.
	SingleDescs bool
}

// A PDU is one as it was sent or received, header included. Its bytes are good
// during the call.
type PDU struct {
	Sent  bool
	Bytes []byte
}

// Type is the number of the PDU's type; that of ERROR is 0x7000.
func (p PDU) Type() int { return int(binary.BigEndian.Uint32(p.Bytes[4:])) }

// Name is the name of the PDU's type, such as DESC_REQ.
func (p PDU) Name() string { return TypeName(p.Type()) }

// TypeName is the name of a type of PDU, such as DESC_REQ.
func TypeName(number int) string { return pdu.Type(number).String() }

// sending tells of PDUs that are queued.
func (t Trace) sending(pdus []byte) {
	if t.PDU == nil {
		return
	}
	for len(pdus) >= pdu.HeaderLen {
		n := binary.BigEndian.Uint32(pdus)
		t.PDU(PDU{Sent: true, Bytes: pdus[:n]})
		pdus = pdus[n:]
	}
}

// values tells of the values that a request has brought.
func (t Trace) values(ctx context.Context, r request) {
	if t.Result == nil {
		return
	}
	if f, ok := r.(interface{ result() *libpcp.Result }); ok && f.result() != nil {
		t.Result(ctx, f.result())
	}
}

// received tells of a PDU from pmcd.
func (t Trace) received(b []byte) {
	if t.PDU != nil {
		t.PDU(PDU{Bytes: b})
	}
}

// descriptor is the file descriptor that a connection has in traces: the one
// that the genuine tools get. Ours also depends on the Go runtime.
const descriptor = 3

func (t Trace) printf(format string, args ...any) {
	if t.Context != nil {
		fmt.Fprintf(t.Context, format, args...)
	}
}

// socket tells of an attempt to connect.
func (t Trace) socket() {
	t.printf("__pmSetSocketIPC: fd=%d\nIPC table fd(PDU version):\n", descriptor)
}

func (t Trace) table() {
	t.printf("IPC table fd(PDU version): %d(%d,1)\n", descriptor, pdu.Version)
}

// unknown tells of a host without an address.
func (t Trace) unknown(name string, port int32) {
	if t.NewWords {
		t.printf("__pmAuxConnectPMCDPort(%s, %d): __pmGetAddrInfo: No route to host\n", name, port)
		return
	}
	t.printf("auxconnect.c:__pmAuxConnectPMCDPort(%s, %d) : hosterror=1, ``Unknown host''\n", name, port)
}

// greeted tells of what pmcd offers. A little-endian host sees the bytes of the
// offer the other way round.
func (t Trace) greeted(g *pdu.Greeting) {
	datum := uint32(g.Version) | uint32(g.Licensed)<<8 | uint32(g.Features>>8&0xff)<<16 | uint32(g.Features&0xff)<<24
	t.printf("__pmDecodeXtendError: got error PDU (code=%d, datum=%d, version=%d)\n", g.Status, int32(datum), pdu.Version)
	if g.Status < 0 {
		return
	}
	t.printf("__pmSetFeaturesIPC: fd=%d version=%d features=%d\n", descriptor, pdu.Version, g.Features)
	t.table()
}

// credentials tells of the answer to the greeting.
func (t Trace) credentials(wanted pdu.Features) {
	const versionCred = 1
	t.printf("__pmSendCreds: #0 = %x\n", versionCred<<24|pdu.Version<<16|uint32(wanted))
}

// connected tells that there is a connection: to where, a path or port.
func (c *Client) connected(where string) {
	t := c.dialer.Trace
	t.printf("__pmConnectPMCD(%s): pmcd connection %s fd=%d PDU version=%d\n", c.spec.hosts[0].name, where, descriptor, pdu.Version)
	t.table()
}

// refused tells that there is none on any of the ports.
func (c *Client) refused(err error) {
	if c.dialer.Trace.Context == nil {
		return
	}
	var ports []string
	if h := c.spec.hosts[0]; !c.spec.socket || c.spec.orTCP {
		numbers := h.ports
		if len(numbers) == 0 {
			numbers = c.dialer.portsFrom("PMCD_PORT", defaultPort)
		}
		for _, port := range numbers {
			ports = append(ports, strconv.Itoa(int(port)))
		}
	}
	c.dialer.Trace.printf("__pmConnectPMCD(%s): pmcd connection port=%s failed: %s\n",
		c.spec.hosts[0].name, strings.Join(ports, ","), libpcp.ErrorText(err))
}

// dialled tells what came of a host specification: a context, or none.
func (c *Client) dialled(spec string, err error) {
	t := c.dialer.Trace
	if err != nil {
		c.refused(err)
		t.printf("pmNewContext(1, %s) -> %d, curr_handle=-1\n", spec, libpcp.Code(err))
		return
	}
	t.printf("pmNewContext(1, %s) -> 0\nDump Contexts: current -> contexts[0] handle 0\n", spec)
	t.printf("contexts[0] handle 0: host %s: pmcd=CONNECTED profile=NOT_SENT fd=%d origin=0.000000000 delta=0.000000000\n",
		c.spec.hosts[0].name, descriptor)
	if t.Context != nil {
		t.Context.Write(appendProfile(nil, &libpcp.Profile{}))
	}
}

// profile tells of a profile that is sent.
func (t Trace) profile(p *libpcp.Profile) {
	if t.Profile != nil {
		t.Profile.Write(appendProfile([]byte("pmFetch: calling __pmSendProfile, context: 0 slot: 0\n"), p))
	}
}

func appendProfile(dst []byte, p *libpcp.Profile) []byte {
	dst = fmt.Appendf(dst, "Dump Instance Profile state=%s, %d profiles\n", profileState(p.ExcludeAll), len(p.InDoms))
	for i, d := range p.InDoms {
		dst = fmt.Appendf(dst, "\tProfile [%d] indom=%d [%s] state=%s %d instances\n",
			i, int32(d.InDom), d.InDom, profileState(d.Exclude), len(d.Insts))
		if len(d.Insts) == 0 {
			continue
		}
		dst = append(dst, "\t\tInstances:"...)
		for _, inst := range d.Insts {
			dst = fmt.Appendf(dst, " [%d]", inst)
		}
		dst = append(dst, '\n')
	}
	return dst
}

func profileState(exclude bool) string {
	if exclude {
		return "EXCLUDE"
	}
	return "INCLUDE"
}
