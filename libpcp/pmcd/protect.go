package pmcd

import (
	"fmt"
	"syscall"

	"pcptools/libpcp"
)

// Protection is the required protection of connections. Libpcp (C) has none:
// it sends passwords in clear text and accepts any server.
type Protection int

// The levels. Each includes those before it.
const (
	Unprotected Protection = iota
	// ProtectPasswords sends no password in clear text: without TLS only
	// mechanisms such as SCRAM are used, which do not transmit it.
	ProtectPasswords
	// VerifyServer requires TLS, except on unix sockets, with a trusted
	// certificate for the host that was requested.
	VerifyServer
)

// ParseProtection parses a level of protection: "passwords" or "verify", as in
// the attribute "protect" of a host specification.
func ParseProtection(text string) (Protection, error) {
	switch text {
	case "passwords":
		return ProtectPasswords, nil
	case "verify":
		return VerifyServer, nil
	}
	return 0, &ProtectionError{
		Reason: fmt.Sprintf("unknown protection %q, not one of passwords, verify", text),
		Err:    libpcp.Errno(syscall.EINVAL),
	}
}

// A ProtectionError reports a connection that was refused because of its
// [Protection].
type ProtectionError struct {
	Reason string
	Err    error // carries the code
}

func (e *ProtectionError) Error() string { return e.Reason + ": " + e.Err.Error() }

// Unwrap returns e.Err.
func (e *ProtectionError) Unwrap() error { return e.Err }

// protection is the higher of the Dialer's level and the level of a host
// specification.
func (d *Dialer) protection(attrs attributes) (Protection, error) {
	a, ok := attrs.get(attrProtect)
	if !ok {
		return d.Protection, nil
	}
	p, err := ParseProtection(a.value)
	return max(p, d.Protection), err
}

// ErrNoTLS is the error if TLS is required and pmcd does not offer it.
var ErrNoTLS error = noTLS{}

type noTLS struct{}

func (noTLS) Error() string { return "pmcd offers no TLS: " + errNotSupported.Error() }
func (noTLS) Unwrap() error { return errNotSupported }
