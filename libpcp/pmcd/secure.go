package pmcd

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"pcptools/libpcp"
)

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

// encrypt turns the connection into one in TLS, once what is queued has told
// pmcd so and pmcd, if it acknowledges at all, has agreed.
func (c *Client) encrypt(ctx context.Context, cn *conn, p peer, acknowledged bool) error {
	config, err := c.clientTLS(p.name)
	if err != nil {
		return err
	}
	if err := cn.flush(ctx); err != nil {
		return err
	}
	if acknowledged {
		if err := cn.agreement(ctx); err != nil {
			return err
		}
	}
	if cn.in.Buffered() > 0 {
		return fmt.Errorf("%d bytes ahead of TLS: %w", cn.in.Buffered(), libpcp.ErrIPC)
	}
	if err := cn.arm(ctx); err != nil {
		return err
	}
	encrypted := tls.Client(cn.net, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		return tlsError(ctx, cn, err)
	}
	cn.net, cn.encrypted = encrypted, true
	cn.in.Reset(encrypted)
	return nil
}

// agreement takes the status that pmcd gives before it expects TLS.
func (c *conn) agreement(ctx context.Context) error {
	t, b, err := c.receive(ctx)
	if err != nil {
		return err
	}
	code, err := reply{t, b}.status()
	if err == nil && code < 0 {
		err = code
	}
	return err
}

// tlsError gives a failed TLS handshake its code.
func tlsError(ctx context.Context, cn *conn, err error) error {
	switch {
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded):
		return cn.failure(ctx, err)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: closed during the TLS handshake", libpcp.ErrNotConn)
	}
	return fmt.Errorf("%w: %w", libpcp.ErrTLS, err)
}

// clientTLS is the configuration of a client's end. As the original does, it
// takes any certificate of a server, unless tls.conf asks for verification, and
// even then of the chain only and not of the server's name. Which ciphers are
// used is left to the TLS library.
func (c *Client) clientTLS(server string) (*tls.Config, error) {
	conf := readTLSConf()
	roots, err := conf.roots()
	if err != nil {
		return nil, c.misconfigured("Cannot load the CA Certificate list from "+conf["tls-ca-cert-file"], err)
	}
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         serverName(server),
		InsecureSkipVerify: true,
	}
	if verify := conf["tls-verify-clients"]; verify == "yes" || verify == "true" {
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyChain(s, roots) }
	}
	config.Certificates, err = c.certificates(conf)
	return config, err
}

// certificates reads what the client can show: the pair of files for clients
// and the one for all. A certificate without a key is only checked.
func (c *Client) certificates(conf tlsConf) ([]tls.Certificate, error) {
	var usable []tls.Certificate
	for _, kind := range []struct{ prefix, name string }{{"tls-client-", "client "}, {"tls-", ""}} {
		certificate, key := conf[kind.prefix+"cert-file"], conf[kind.prefix+"key-file"]
		if certificate == "" {
			continue
		}
		if _, err := readCertificates(certificate); err != nil {
			return nil, c.misconfigured("Cannot load "+kind.name+"certificate chain from "+certificate, err)
		}
		if key == "" {
			continue
		}
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, c.misconfigured("Cannot load "+kind.name+"private key from "+key, err)
		}
		usable = append(usable, pair)
	}
	return usable, nil
}

// misconfigured logs what is wrong with tls.conf and returns the error for it.
func (c *Client) misconfigured(text string, err error) error {
	c.log("Error", text)
	return fmt.Errorf("%s: %w: %w", text, libpcp.ErrNotConn, err)
}

// serverName is the name by which a server is asked for its certificate: this
// machine's for one that is reached locally.
func serverName(peer string) string {
	if strings.HasPrefix(peer, "/") || strings.HasPrefix(peer, "local") {
		if name, err := os.Hostname(); err == nil {
			return name
		}
	}
	return peer
}

// verifyChain checks that the server's certificate descends from roots.
func verifyChain(s tls.ConnectionState, roots *x509.CertPool) error {
	if len(s.PeerCertificates) == 0 {
		return errors.New("no certificate")
	}
	between := x509.NewCertPool()
	for _, certificate := range s.PeerCertificates[1:] {
		between.AddCert(certificate)
	}
	_, err := s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between})
	return err
}
