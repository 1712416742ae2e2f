package pcps

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmcd"
)

// Client makes of a connection on which pmcd has agreed to TLS one in TLS, as
// a [pmcd.Dialer] wants it. A tls.conf that cannot be followed is a
// [*pmcd.SecureError] and libpcp.ErrNotConn, as is a server that hangs up; what
// else goes wrong with TLS, such as an unknown certificate, is libpcp.ErrTLS.
func Client(ctx context.Context, nc net.Conn, server string) (net.Conn, error) {
	config, err := configure(readTLSConf(), server)
	if err != nil {
		return nil, err
	}
	encrypted := tls.Client(nc, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		return nil, failure(ctx, err)
	}
	return encrypted, nil
}

// failure gives a failed TLS handshake its code; who sets a limit of time knows
// what it means.
func failure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded):
		return err
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: closed during the TLS handshake", libpcp.ErrNotConn)
	}
	return fmt.Errorf("%w: %w", libpcp.ErrTLS, err)
}

// configure is the configuration of a client's end. As the original does, it
// takes any certificate of a server, unless tls.conf asks for verification, and
// even then of the chain only and not of the server's name. Which ciphers are
// used is left to the TLS library.
func configure(conf tlsConf, server string) (*tls.Config, error) {
	roots, err := conf.roots()
	if err != nil {
		return nil, misconfigured("Cannot load the CA Certificate list from "+conf["tls-ca-cert-file"], err)
	}
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         serverName(server),
		InsecureSkipVerify: true,
	}
	if verify := conf["tls-verify-clients"]; verify == "yes" || verify == "true" {
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyChain(s, roots) }
	}
	config.Certificates, err = certificates(conf)
	return config, err
}

// certificates reads what the client can show: the pair of files for clients
// and the one for all. A certificate without a key is only checked.
func certificates(conf tlsConf) ([]tls.Certificate, error) {
	var usable []tls.Certificate
	for _, kind := range []struct{ prefix, name string }{{"tls-client-", "client "}, {"tls-", ""}} {
		certificate, key := conf[kind.prefix+"cert-file"], conf[kind.prefix+"key-file"]
		if certificate == "" {
			continue
		}
		if _, err := readCertificates(certificate); err != nil {
			return nil, misconfigured("Cannot load "+kind.name+"certificate chain from "+certificate, err)
		}
		if key == "" {
			continue
		}
		pair, err := tls.LoadX509KeyPair(certificate, key)
		if err != nil {
			return nil, misconfigured("Cannot load "+kind.name+"private key from "+key, err)
		}
		usable = append(usable, pair)
	}
	return usable, nil
}

// misconfigured is the error for what is wrong with tls.conf.
func misconfigured(text string, err error) error {
	return &pmcd.SecureError{Text: text, Err: fmt.Errorf("%w: %w", libpcp.ErrNotConn, err)}
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
