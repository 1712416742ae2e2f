package source

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"syscall"
	"testing"

	"pcptools/cmd/internal/tool"
	"pcptools/libpcp"
	"pcptools/libpcp/options"
	"pcptools/libpcp/pmcd"
)

// TestAdvice wants causes distinguished, and no attribute of a host
// specification repeated: one may be a password.
func TestAdvice(t *testing.T) {
	opError := func(err error) error {
		return fmt.Errorf("%w: %w", libpcp.Errno(syscall.ECONNREFUSED), &net.OpError{Op: "dial", Err: err})
	}
	for want, err := range map[string]error{
		"No host is called x.":       fmt.Errorf("%w: %w", libpcp.Errno(syscall.EHOSTUNREACH), &net.DNSError{Name: "x", IsNotFound: true}),
		"no name server answers":     fmt.Errorf("%w: %w", libpcp.Errno(syscall.EHOSTUNREACH), &net.DNSError{Name: "x", IsTimeout: true}),
		"Is pmcd running there?":     opError(syscall.ECONNREFUSED),
		"a firewall in between":      opError(context.DeadlineExceeded),
		"ulimit -n shows":            opError(syscall.EMFILE),
		"This user may not connect":  opError(syscall.EACCES),
		"does not answer":            libpcp.ErrTimeout,
		"no certificate for TLS":     pmcd.ErrNoTLS,
		"certificate of pmcd is not": fmt.Errorf("%w: %w", libpcp.ErrTLS, &tls.CertificateVerificationError{}),
		"wants a certificate":        libpcp.ErrNeedClientCert,
		"pcps:// is encrypted":       &pmcd.ProtectionError{Err: libpcp.ErrNYI - 4},
		"its pmcd.conf says whom":    libpcp.ErrPermission,
		"as many clients":            libpcp.ErrConnLimit,
		"does not accept this user":  libpcp.ErrNYI - 13,
		"seems to be no pmcd":        libpcp.ErrIPC,
		"tls.conf says with which":   libpcp.ErrNotConn,
	} {
		s := &options.Source{Choice: options.Choice{Kind: options.Host, Host: "h?password=sekret"}}
		dial := &pmcd.DialError{Attempts: []pmcd.Attempt{{Where: "port 1 of h", Err: err}}, Err: err}
		adviser, ok := advised(&options.OpenError{Failure: "Cannot connect", Err: dial}, s).(tool.Adviser)
		if !ok {
			t.Fatalf("%v: no advice", err)
		}
		got := adviser.Advice()
		if !strings.Contains(got, want) || !strings.Contains(got, " Tried port 1 of h") || strings.Contains(got, "sekret") {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}
