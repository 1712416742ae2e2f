package debug

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"pcptools/internal/traced"
	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// descriptor is the file descriptor printed for a connection, as in PCP's tools.
// The real number depends on the Go runtime.
const descriptor = 3

// pduVersion is the version of the protocol.
const pduVersion = 2

// connection prints what happens while a connection is made, and profiles. It
// reports whether the event is of that kind.
func (t *tracer) connection(event any) bool {
	switch e := event.(type) {
	case traced.SocketOpened:
		t.printf("__pmSetSocketIPC: fd=%d\nIPC table fd(PDU version):\n", descriptor)
	case traced.HostUnknown:
		t.unresolved(e)
	case traced.Greeted:
		t.greeted(e)
	case traced.CredentialsSent:
		const versionCred = 1
		t.printf("__pmSendCreds: #0 = %x\n", versionCred<<24|pduVersion<<16|uint32(e.Features))
	case traced.Connected:
		t.printf("__pmConnectPMCD(%s): pmcd connection %s fd=%d PDU version=%d\n", e.Host, e.Where, descriptor, pduVersion)
		t.table()
	case traced.Refused:
		t.refused(e)
	case traced.Dialed:
		t.context(e)
	case traced.ProfileSent:
		t.w.Write(appendProfile([]byte("pmFetch: calling __pmSendProfile, context: 0 slot: 0\n"), e.Profile))
	default:
		return false
	}
	return true
}

// unresolved prints why a host has no address.
func (t *tracer) unresolved(e traced.HostUnknown) {
	reason, hosterror := libpcp.Errno(syscall.EHOSTUNREACH), "1, ``Unknown host''"
	if e.Unanswered {
		reason, hosterror = libpcp.ErrAgain, "2, ``Host name lookup failure''"
	}
	if t.release.Has(release.ResolverCode) {
		t.printf("__pmAuxConnectPMCDPort(%s, %d): __pmGetAddrInfo: %s\n", e.Host, e.Port, libpcp.ErrorText(reason))
	} else {
		t.printf("auxconnect.c:__pmAuxConnectPMCDPort(%s, %d) : hosterror=%s\n", e.Host, e.Port, hosterror)
	}
}

func (t *tracer) table() {
	t.printf("IPC table fd(PDU version): %d(%d,1)\n", descriptor, pduVersion)
}

// greeted prints what pmcd offers. A little-endian host sees the bytes of the
// offer the other way round.
func (t *tracer) greeted(g traced.Greeted) {
	datum := uint32(g.Version) | uint32(g.Licensed)<<8 | uint32(g.Features>>8)<<16 | uint32(g.Features&0xff)<<24
	t.printf("__pmDecodeXtendError: got error PDU (code=%d, datum=%d, version=%d)\n", g.Status, int32(datum), pduVersion)
	if g.Status < 0 {
		return
	}
	t.printf("__pmSetFeaturesIPC: fd=%d version=%d features=%d\n", descriptor, pduVersion, g.Features)
	t.table()
}

func (t *tracer) refused(r traced.Refused) {
	ports := make([]string, len(r.Ports))
	for i, port := range r.Ports {
		ports[i] = strconv.Itoa(int(port))
	}
	t.printf("__pmConnectPMCD(%s): pmcd connection port=%s failed: %s\n",
		r.Host, strings.Join(ports, ","), libpcp.ErrorText(r.Err))
}

// context prints what came of a host specification: a context, or none.
func (t *tracer) context(d traced.Dialed) {
	t.dialed = t.dialed || d.Err == nil
	switch {
	case !t.Traces("context"):
	case d.Err != nil:
		t.printf("pmNewContext(1, %s) -> %d, curr_handle=-1\n", d.Spec, libpcp.Code(d.Err))
	default:
		t.printf("pmNewContext(1, %s) -> 0\nDump Contexts: current -> contexts[0] handle 0\n", d.Spec)
		t.printf("contexts[0] handle 0: host %s: pmcd=CONNECTED profile=NOT_SENT fd=%d origin=0.000000000 delta=0.000000000\n",
			d.Host, descriptor)
		t.w.Write(appendProfile(nil, &libpcp.Profile{}))
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
