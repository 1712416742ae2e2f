package pmcd

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
)

// encryption is the encryption that is asked of a connection.
type encryption int

const (
	tlsOff encryption = iota
	tlsRelaxed
	tlsRequired
)

// encryptionOf is what the protection requires, or else what the host
// specification asks for, or else the environment.
// PCP ignores a value it does not know and goes on in clear text;
// where TLS was asked for that is refused here.
func (c *Client) encryptionOf(p peer) (encryption, error) {
	level, err := c.askedEncryption()
	if c.protect >= VerifyServer && !p.socket {
		level = tlsRequired
	}
	return level, err
}

func (c *Client) askedEncryption() (encryption, error) {
	if protocol, _ := c.spec.attrs.get(attrProtocol); protocol.value != schemePCPS {
		if value, ok := c.dialer.env().Var("PCP_SECURE_SOCKETS"); ok {
			level, _ := parseEncryption(value)
			return level, nil
		}
		return tlsOff, nil
	}
	secure, ok := c.spec.attrs.get(attrSecure)
	level, known := parseEncryption(secure.value)
	if ok && (secure.bare || !known) {
		return tlsOff, fmt.Errorf("attribute secure=%s: %w", secure.value, errNotSupported)
	}
	return level, nil
}

func parseEncryption(value string) (level encryption, ok bool) {
	switch value {
	case "", "1", "enforce":
		return tlsRequired, true
	case "relaxed":
		return tlsRelaxed, true
	}
	return tlsOff, false
}

// agreeOnTLS sends the queue, which announces TLS to pmcd, and waits for
// pmcd to agree, if it acknowledges at all.
func (c *conn) agreeOnTLS(ctx context.Context, acknowledged bool) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	if acknowledged {
		if err := c.agreement(ctx); err != nil {
			return err
		}
	}
	if n := c.in.Buffered(); n > 0 {
		return fmt.Errorf("%d bytes ahead of TLS: %w", n, libpcp.ErrIPC)
	}
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

// encrypt turns the connection, on which pmcd has agreed to TLS, into one in
// TLS. Nothing may watch it meanwhile.
func (c *Client) encrypt(ctx context.Context, cn *conn, p peer) error {
	ctx, cancel := context.WithTimeout(ctx, cn.limit)
	defer cancel()
	config, err := c.tlsConfig(p)
	if err != nil {
		return err
	}
	encrypted, err := startTLS(ctx, cn.net, config)
	if err != nil {
		return cn.failure(ctx, err)
	}
	cn.net, cn.encrypted = encrypted, true
	cn.in.Reset(encrypted)
	return nil
}

// tlsConfig is the configuration for a peer: the Dialer's, or the configuration in
// tls.conf.
func (c *Client) tlsConfig(p peer) (*tls.Config, error) {
	if given := c.dialer.TLSConfig; given != nil {
		config := given.Clone()
		config.ServerName = cmp.Or(config.ServerName, c.verifiedName(p), serverName(p.name))
		config.InsecureSkipVerify = config.InsecureSkipVerify && c.protect < VerifyServer
		return config, nil
	}
	config, err := configure(readTLSConf(c.dialer.env()), p.name, c.verifiedName(p), !c.dialer.Release.Has(release.ClientCertificatePair))
	var bad *tlsSettingsError
	if errors.As(err, &bad) {
		c.log("Error", bad.text)
	}
	return config, err
}

// verifiedName is the name that the certificate of a peer must be for, if any:
// the name of the host, or of this machine for a socket.
func (c *Client) verifiedName(p peer) string {
	if c.protect < VerifyServer {
		return ""
	}
	return cmp.Or(p.host, serverName(p.name))
}

// noTLS is the error of a pmcd without TLS where that is required.
func (c *Client) noTLS() error {
	if c.protect >= VerifyServer {
		return &ProtectionError{Reason: "the server cannot be verified", Err: ErrNoTLS}
	}
	return ErrNoTLS
}
