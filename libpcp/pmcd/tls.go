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
	"pcptools/libpcp/format"
	"pcptools/libpcp/internal/ciphers"
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
// name that the certificate must be for, if not "". With mixed both
// certificates of the file are shown.
func configure(conf tlsConf, server, verified string, mixed bool) (*tls.Config, error) {
	pairs, err := conf.pairs(mixed)
	if err != nil {
		return nil, err
	}
	roots, err := conf.roots()
	if err != nil {
		return nil, misconfigured("Cannot load the CA Certificate list from "+conf["tls-ca-cert-file"], err)
	}
	config := &tls.Config{
		MinVersion:         tls.VersionTLS12,
		CipherSuites:       ciphers.Suites(),
		ServerName:         serverName(server),
		InsecureSkipVerify: true,
	}
	switch verify := conf["tls-verify-clients"]; {
	case verified != "":
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyServer(s, roots, verified) }
	case verify == "yes" || verify == "true":
		config.VerifyConnection = func(s tls.ConnectionState) error { return verifyChain(s, roots, "") }
	}
	config.Certificates, err = certificates(pairs)
	return config, err
}

// A pair is a certificate of tls.conf with its key: "client " for clients, or ""
// for all.
type pair struct{ kind, certificate, key string }

// pairs are what the client can show: the pair for clients, else that for all, or
// with mixed both.
func (c tlsConf) pairs(mixed bool) ([]pair, error) {
	own := pair{"client ", c["tls-client-cert-file"], c["tls-client-key-file"]}
	shared := pair{"", c["tls-cert-file"], c["tls-key-file"]}
	switch {
	case mixed:
		return []pair{own, shared}, nil
	case (own.certificate == "") != (own.key == ""):
		return nil, misconfigured("Client certificate and key must be configured together", errors.New("one is missing"))
	case own.certificate != "":
		return []pair{own}, nil
	}
	return []pair{shared}, nil
}

// certificates reads pairs. A certificate without a key is only checked; one takes
// the place of an earlier one for the same kind of key, whose key is then wrong.
func certificates(pairs []pair) ([]tls.Certificate, error) {
	var usable []tls.Certificate
	for _, p := range pairs {
		if p.certificate == "" {
			continue
		}
		if _, err := readCertificates(p.certificate); err != nil {
			return nil, misconfigured("Cannot load "+p.kind+"certificate chain from "+p.certificate, err)
		}
		if p.key == "" {
			continue
		}
		loaded, err := tls.LoadX509KeyPair(p.certificate, p.key)
		if err != nil {
			return nil, misconfigured("Cannot load "+p.kind+"private key from "+p.key, err)
		}
		usable = append(usable, loaded)
	}
	if len(usable) > 1 && usable[0].Leaf.PublicKeyAlgorithm == usable[1].Leaf.PublicKeyAlgorithm && !usable[0].Leaf.Equal(usable[1].Leaf) {
		return nil, misconfigured("Cannot load client private key from "+pairs[0].key, errors.New("it is not that of "+pairs[1].certificate))
	}
	return usable, nil
}

// misconfigured is the error for a mistake in tls.conf.
func misconfigured(text string, err error) error {
	return &tlsSettingsError{text, fmt.Errorf("%w: %w", libpcp.ErrNotConn, err)}
}

// serverName is the name by which a server is asked for its certificate: this
// machine's name for a local server.
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
	if _, err := s.PeerCertificates[0].Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, DNSName: name}); err != nil {
		return &certificateError{err}
	}
	return nil
}

// certificateError is why a certificate is not accepted. Its text, in which
// there may be names from the certificate, is printable.
type certificateError struct{ err error }

func (e *certificateError) Error() string { return format.Printable(e.err.Error()) }

// Unwrap returns the error of package x509.
func (e *certificateError) Unwrap() error { return e.err }
