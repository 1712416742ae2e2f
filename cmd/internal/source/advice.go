package source

import (
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"net"
	"os"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmcd"
)

// A connectError is the error of a pmcd that cannot be reached, or does not let one in,
// with advice.
type connectError struct {
	error
	dial *pmcd.DialError
	host string // as specified
}

// Text implements [libpcp.CodedError].
func (e *connectError) Text(t libpcp.ErrorTexts) string { return t.Message(e.error) }

// Unwrap returns the error.
func (e *connectError) Unwrap() error { return e.error }

// Open opens the source that options choose. An error of a pmcd is a [tool.Adviser].
func Open(ctx context.Context, s *options.Source) (*libpcp.Context, error) {
	c, err := s.Open(ctx)
	return c, advised(err, s)
}

func advised(err error, s *options.Source) error {
	var dial *pmcd.DialError
	if !errors.As(err, &dial) {
		return err
	}
	host := s.Host
	if s.Kind == options.Undecided {
		host = "local:"
	}
	return &connectError{err, dial, host}
}

// Advice implements [tool.Adviser].
func (e *connectError) Advice() string {
	text := advice(e.dial.Err) + " Tried " + e.tried() + "."
	if e.host == "local:" || e.host == "localhost" {
		text += " Without pmcd, -L asks agents in this process."
	}
	return text
}

// tried lists where a connection was tried, and what came of it where that
// is not what the error says.
func (e *connectError) tried() string {
	var all []string
	for _, a := range e.dial.Attempts {
		if errors.Is(a.Err, syscall.EACCES) {
			a.Where += " (which this user may not use)"
		}
		all = append(all, a.Where)
	}
	return strings.Join(all, ", ")
}

// advice is the likely cause of an error of connecting.
func advice(err error) string {
	if text := securityAdvice(err); text != "" {
		return text
	}
	code := libpcp.Code(err)
	switch {
	case code == libpcp.ErrPermission:
		return "The pmcd there refuses this host or user; its pmcd.conf says whom it admits."
	case code == libpcp.ErrConnLimit:
		return "The pmcd there has as many clients from here as its pmcd.conf allows."
	case code < libpcp.ErrNYI:
		return "The pmcd there does not accept this user and password; it may know them by another method."
	case code == libpcp.ErrIPC:
		return "What answers there seems to be no pmcd, or has ended the connection."
	case code == libpcp.ErrTimeout:
		return "Something accepts connections there but does not answer; PMCD_REQUEST_TIMEOUT limits the wait."
	}
	return unreachableAdvice(err)
}

// securityAdvice is about TLS, certificates and the protection of connections.
func securityAdvice(err error) string {
	var unverified *tls.CertificateVerificationError
	var protection *pmcd.ProtectionError
	switch {
	case errors.Is(err, pmcd.ErrNoTLS):
		return "The pmcd there has no certificate for TLS; without TLS a connection can be listened to."
	case errors.Is(err, libpcp.ErrNeedClientCert):
		return "The pmcd there wants a certificate: pcps:// and tls-client-cert-file in tls.conf show it one."
	case errors.As(err, &unverified), errors.Is(err, libpcp.ErrTLS):
		return "The certificate of pmcd is not accepted here, or ours not there; tls-ca-cert-file in tls.conf names the trusted ones."
	case errors.Is(err, libpcp.ErrNotConn):
		return "TLS did not come about; tls.conf says with which certificates."
	case errors.As(err, &protection):
		return "A connection by pcps:// is encrypted, and passwords with it."
	}
	return ""
}

// unreachableAdvice is about addresses where no pmcd was reached.
func unreachableAdvice(err error) string {
	var unknown *net.DNSError
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "There are too few file descriptors: ulimit -n shows how many a process may have."
	case errors.As(err, &unknown) && (unknown.IsTimeout || unknown.IsTemporary):
		return "The address of " + unknown.Name + " cannot be found out: no name server answers."
	case errors.As(err, &unknown):
		return "No host is called " + unknown.Name + "."
	case errors.Is(err, os.ErrDeadlineExceeded), timeout(err):
		return "Nothing answers there: the host may be down, or a firewall in between; PMCD_CONNECT_TIMEOUT limits the wait."
	case errors.Is(err, syscall.EACCES):
		return "This user may not connect."
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return "Is pmcd running there?"
	}
	return "There is no way to that host."
}

func timeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}
