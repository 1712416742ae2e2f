package pmcd

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
)

// startTLS performs the TLS handshake with server on a connection on which pmcd
// has agreed to TLS. A tls.conf that cannot be followed is a
// [*tlsSettingsError] and libpcp.ErrNotConn, as is a server that hangs up; other
// TLS failures, such as an unknown certificate, are libpcp.ErrTLS.
func startTLS(ctx context.Context, nc net.Conn, config *tls.Config) (net.Conn, error) {
	encrypted := tls.Client(nc, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		return nil, tlsFailure(ctx, err)
	}
	return encrypted, nil
}

// tlsFailure gives a failed TLS handshake its code; a timeout or an
// interruption is returned as it is.
func tlsFailure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded):
		return err
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: closed during the TLS handshake", libpcp.ErrNotConn)
	}
	return fmt.Errorf("%w: %w", libpcp.ErrTLS, err)
}

// tlsSettingsError reports a tls.conf that cannot be followed.
type tlsSettingsError struct {
	text string // what libpcp (C) logs
	err  error  // carries the code
}

func (e *tlsSettingsError) Error() string { return e.text + ": " + e.err.Error() }

// Unwrap returns the cause.
func (e *tlsSettingsError) Unwrap() error { return e.err }

// configure is the configuration of a client's end. As libpcp (C) does, it
// accepts any certificate of a server, unless tls.conf asks for verification,
// and even then of the chain only and not of the server's name; verified is a
// name that the certificate must be for, if not "". Which ciphers are used is
// left to the TLS library.
func configure(conf tlsConf, server, verified string) (*tls.Config, error) {
	roots, err := conf.roots()
	if err != nil {
		return nil, misconfigured("Cannot load the CA Certificate list from "+conf["tls-ca-cert-file"], err)
	}
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		ServerName:         serverName(server),
		InsecureSkipVerify: true,
	}
	switch verify := conf["tls-verify-clients"]; {
	case verified != "":
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyServer(s, roots, verified) }
	case verify == "yes" || verify == "true":
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyChain(s, roots, "") }
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
	return &tlsSettingsError{text, fmt.Errorf("%w: %w", libpcp.ErrNotConn, err)}
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

// verifyServer is verifyChain for a connection that is to be protected.
func verifyServer(s tls.ConnectionState, roots *x509.CertPool, name string) error {
	if err := verifyChain(s, roots, name); err != nil {
		return &ProtectionError{Reason: "certificate of pmcd: " + err.Error(), Err: fmt.Errorf("%w: %w", libpcp.ErrTLS, err)}
	}
	return nil
}

// verifyChain checks that the server's certificate descends from roots, and is
// for a name if that is not "".
func verifyChain(s tls.ConnectionState, roots *x509.CertPool, name string) error {
	if len(s.PeerCertificates) == 0 {
		return errors.New("no certificate")
	}
	between := x509.NewCertPool()
	for _, certificate := range s.PeerCertificates[1:] {
		between.AddCert(certificate)
	}
	_, err := s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, DNSName: name})
	return err
}
