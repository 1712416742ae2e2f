package pmcd

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
)

// peer is who is at the other end, as far as that matters to the handshake.
type peer struct {
	name   string // of the host, or of the proxy on the way to it
	socket bool   // connected by unix socket, which tells pmcd who we are
}

func (c *Client) introduce(ctx context.Context, nc net.Conn, p peer) (*conn, error) {
	return c.introduceOn(ctx, c.newConn(nc), p)
}

// introduceOn reads the greeting and leaves the answer, to which there is no
// reply, to be sent with the first request.
func (c *Client) introduceOn(ctx context.Context, cn *conn, p peer) (*conn, error) {
	features, err := cn.greeting(ctx)
	if err == nil {
		cn.features = features
		err = c.answer(cn, p)
	}
	if err != nil {
		cn.net.Close()
		return nil, fmt.Errorf("handshake with pmcd: %w", err)
	}
	cn.limit = c.settings.requestLimit
	return cn, nil
}

// greeting reads what pmcd says first: a refusal, or what it offers.
func (c *conn) greeting(ctx context.Context) (pdu.Features, error) {
	defer c.watch(ctx)()
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
	if g.Status < 0 {
		return 0, g.Status
	}
	return g.Features, nil
}

// answer queues the credentials, and the container if one is asked for.
func (c *Client) answer(cn *conn, p peer) error {
	if err := c.checkSecurity(cn.features, p); err != nil {
		return err
	}
	var wanted pdu.Features
	container, inContainer := c.spec.attrs.get(attrContainer)
	if inContainer {
		if err := checkContainer(cn.features, container); err != nil {
			return err
		}
		wanted |= pdu.FeatureContainer
	}
	if cn.features&pdu.FeatureCredsReqd != 0 {
		wanted |= pdu.FeatureCredsReqd
	}
	start := len(cn.out)
	creds := pdu.VersionCreds(pdu.Version, wanted)
	cn.out = creds.Append(cn.out)
	pdu.SetFrom(cn.out[start:], int32(os.Getpid()))
	if inContainer {
		attr := pdu.Attr{Key: pdu.AttrContainer, Payload: []byte(container.value)}
		cn.out = attr.Append(cn.out)
	}
	cn.count(cn.out[start:])
	return nil
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

// checkSecurity refuses connections on which TLS or authentication, which are
// not supported yet, would be due: rather none than one in clear text. On a
// unix socket pmcd that demands credentials has them, and wants nothing else.
func (c *Client) checkSecurity(offered pdu.Features, p peer) error {
	tls, err := c.wantedTLS()
	switch {
	case err != nil:
		return err
	case offered&pdu.FeatureCertReqd != 0 && !c.isLocal(p) && tls != tlsRequired:
		return libpcp.ErrNeedClientCert
	case tls == tlsRequired && offered&pdu.FeatureSecure == 0:
		return fmt.Errorf("pmcd offers no TLS: %w", errNotSupported)
	case tls != tlsOff && offered&pdu.FeatureSecure != 0:
		return fmt.Errorf("TLS is not yet supported: %w", errNotSupported)
	case c.spec.attrs.has(attrCompress):
		return fmt.Errorf("compression: %w", errNotSupported)
	case c.wantsSASL() || offered&pdu.FeatureCredsReqd != 0 && !p.socket:
		return fmt.Errorf("authentication is not yet supported: %w", errNotSupported)
	}
	return nil
}

// isLocal is the original's idea of a peer on this machine.
func (c *Client) isLocal(p peer) bool {
	return c.spec.attrs.has(attrUnix) || c.spec.attrs.has(attrLocal) || strings.Contains(p.name, "localhost")
}

func (c *Client) wantsSASL() bool {
	for _, key := range []attribute{attrUserAuth, attrUser, attrPassword, attrMethod, attrRealm} {
		if c.spec.attrs.has(key) {
			return true
		}
	}
	return false
}

// tlsWish says whether a connection is to be encrypted.
type tlsWish int

const (
	tlsOff tlsWish = iota
	tlsRelaxed
	tlsRequired
)

// wantedTLS is what the host specification asks for, or else the environment.
// The original ignores a value it does not know and goes on in clear text;
// where TLS was asked for that is refused here.
func (c *Client) wantedTLS() (tlsWish, error) {
	if protocol, _ := c.spec.attrs.get(attrProtocol); protocol.value != schemePCPS {
		if value, ok := os.LookupEnv("PCP_SECURE_SOCKETS"); ok {
			wish, _ := parseTLS(value)
			return wish, nil
		}
		return tlsOff, nil
	}
	secure, ok := c.spec.attrs.get(attrSecure)
	wish, known := parseTLS(secure.value)
	if ok && (secure.bare || !known) {
		return tlsOff, fmt.Errorf("attribute secure=%s: %w", secure.value, errNotSupported)
	}
	return wish, nil
}

func parseTLS(value string) (wish tlsWish, ok bool) {
	switch value {
	case "", "1", "enforce":
		return tlsRequired, true
	case "relaxed":
		return tlsRelaxed, true
	}
	return tlsOff, false
}
