package pmcd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// peer is the other end of a connection, as the handshake needs it.
type peer struct {
	name   string // of the host, or of the proxy on the way to it
	host   string // of the host itself; "" for a socket
	socket bool   // connected by unix socket, from which pmcd knows the user
}

func (c *Client) handshake(ctx context.Context, nc net.Conn, p peer) (*conn, error) {
	return c.handshakeOn(ctx, c.newConn(nc), p)
}

// handshakeOn reads the greeting and answers it. An answer without a reply waits
// to be sent with the first request.
func (c *Client) handshakeOn(ctx context.Context, cn *conn, p peer) (*conn, error) {
	wanted, err := c.negotiate(ctx, cn, p)
	if err == nil && wanted&pdu.FeatureSecure != 0 {
		err = c.encrypt(ctx, cn, p)
	}
	if err == nil {
		err = c.identifyOn(ctx, cn, p, wanted)
	}
	if err != nil {
		cn.net.Close()
		return nil, fmt.Errorf("handshake with pmcd: %w", err)
	}
	cn.limit = c.settings.requestLimit
	return cn, nil
}

// negotiate answers the greeting with the credentials. Where they ask for TLS,
// pmcd has agreed to it when this returns.
func (c *Client) negotiate(ctx context.Context, cn *conn, p peer) (wanted pdu.Features, err error) {
	defer cn.watch(ctx)()
	if cn.features, err = cn.greeting(ctx); err != nil {
		return 0, err
	}
	if wanted, err = c.wanted(cn.features, p); err != nil {
		return 0, err
	}
	cn.queueCreds(wanted)
	cn.trace.connecting("__pmSendCreds: #0 = %x\n", 1<<24|2<<16|uint32(uint16(wanted))) // of a version, 2
	if wanted&pdu.FeatureSecure != 0 {
		err = cn.agreeOnTLS(ctx, wanted&pdu.FeatureSecureAck != 0)
	}
	return wanted, err
}

// greeting reads pmcd's first PDU: a refusal, or its features.
func (c *conn) greeting(ctx context.Context) (pdu.Features, error) {
	t, b, err := c.receive(ctx)
	if errors.Is(err, libpcp.ErrTooBig) {
		err = fmt.Errorf("%w: no pmcd: %v", libpcp.ErrIPC, err)
	}
	if err != nil {
		return 0, err
	}
	if t != pdu.TypeError {
		return 0, fmt.Errorf("greeted with %v: %w", t, libpcp.ErrIPC)
	}
	var g pdu.Greeting
	if err := g.Decode(b); err != nil {
		return 0, err
	}
	c.trace.greeted(&g)
	if g.Status < 0 {
		return 0, g.Status
	}
	return g.Features, nil
}

// identifyOn does what the credentials have announced: authentication, and the
// container.
func (c *Client) identifyOn(ctx context.Context, cn *conn, p peer, wanted pdu.Features) error {
	defer cn.watch(ctx)()
	if authenticates(wanted, p) {
		if err := c.authenticate(ctx, cn, p); refusal(err) {
			return fmt.Errorf("%w: %w", ErrAuthentication, err)
		} else if err != nil {
			return err
		}
	}
	if wanted&pdu.FeatureContainer != 0 {
		container, _ := c.spec.attrs.get(attrContainer)
		cn.queue(&pdu.Attr{Key: pdu.AttrContainer, Payload: []byte(container.value)})
	}
	return nil
}

// queueCreds queues the client's answer to the greeting.
func (c *conn) queueCreds(wanted pdu.Features) {
	start := len(c.out)
	creds := pdu.VersionCreds(pdu.Version, wanted)
	c.out = creds.Append(c.out)
	pdu.SetFrom(c.out[start:], int32(os.Getpid()))
	c.trace.sending(c.out[start:])
}

// queue queues a PDU that has no reply.
func (c *conn) queue(m interface{ Append([]byte) []byte }) {
	start := len(c.out)
	c.out = m.Append(c.out)
	c.trace.sending(c.out[start:])
}

// wanted is what the client asks for of what pmcd offers.
func (c *Client) wanted(offered pdu.Features, p peer) (wanted pdu.Features, err error) {
	wanted = offered & pdu.FeatureCredsReqd
	if wanted != 0 && p.socket {
		// Such a pmcd knows who we are, and negotiates nothing else.
		return c.wantedContainer(wanted, offered)
	}
	tls, err := c.encryptionOf(p)
	if err != nil {
		return 0, err
	}
	if offered&pdu.FeatureCertReqd != 0 && !c.isLocal(p) {
		if tls != tlsRequired {
			return 0, libpcp.ErrNeedClientCert
		}
		wanted |= pdu.FeatureCertReqd
	}
	possible := offered&pdu.FeatureSecure != 0
	if tls == tlsRequired && !possible {
		return 0, c.noTLS()
	}
	if tls != tlsOff && possible {
		wanted |= offered & (pdu.FeatureSecure | pdu.FeatureSecureAck)
	}
	if c.spec.attrs.has(attrCompress) {
		return 0, fmt.Errorf("compression: %w", errNotSupported)
	}
	if c.wantsSASL() {
		if offered&pdu.FeatureAuth == 0 {
			return 0, fmt.Errorf("pmcd offers no authentication: %w", errNotSupported)
		}
		wanted |= pdu.FeatureAuth
	}
	return c.wantedContainer(wanted, offered)
}

// wantedContainer adds the container that is asked for, if any.
func (c *Client) wantedContainer(wanted, offered pdu.Features) (pdu.Features, error) {
	container, ok := c.spec.attrs.get(attrContainer)
	if !ok {
		return wanted, nil
	}
	return wanted | pdu.FeatureContainer, checkContainer(offered, container)
}

// authenticates reports whether the client asks for authentication.
func authenticates(wanted pdu.Features, p peer) bool {
	return wanted&pdu.FeatureAuth != 0 || wanted&pdu.FeatureCredsReqd != 0 && !p.socket
}

func checkContainer(offered pdu.Features, container attributeValue) error {
	switch {
	case offered&pdu.FeatureContainer == 0:
		return fmt.Errorf("pmcd knows no containers: %w", errNotSupported)
	case container.bare:
		return fmt.Errorf("container without a name: %w", libpcp.Errno(syscall.ESRCH))
	}
	return nil
}

const errNotSupported = libpcp.Error(-int32(syscall.EOPNOTSUPP))

// isLocal reports whether libpcp (C) takes a peer to be on this machine.
func (c *Client) isLocal(p peer) bool {
	return c.spec.attrs.has(attrUnix) || c.spec.attrs.has(attrLocal) || strings.Contains(p.name, "localhost")
}

func (c *Client) wantsSASL() bool {
	return slices.ContainsFunc([]attribute{attrUserAuth, attrUser, attrPassword, attrMethod, attrRealm}, c.spec.attrs.has)
}
