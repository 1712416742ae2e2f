package options

import (
	"context"
	"crypto/x509"
	"errors"
	"net/url"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/pmcd"
	"pcptools/libpcp/pmproxy"
)

// dialProxy opens a context at the pmproxy that an http or https address names,
// where genuine tools find a host specification malformed.
func (s *Source) dialProxy(ctx context.Context, address string) (libpcp.Source, error) {
	protection, err := s.protection()
	if err != nil {
		return nil, err
	}
	if exposed(address, protection) {
		return nil, errInTheClear
	}
	roots, err := s.roots(address)
	if err != nil {
		return nil, err
	}
	dialer := pmproxy.Dialer{HTTP: rest.NewHTTP(roots)}
	src, err := dialer.Dial(ctx, s.contain(address))
	if err == nil {
		return src, nil
	}
	var malformed *pmproxy.AddressError
	if errors.As(err, &malformed) || errors.Is(err, libpcp.ErrTLS) {
		s.inv.Message(s.inv.Name + ": " + err.Error() + "\n")
	}
	return nil, err
}

// roots are the certificates that may vouch for a pmproxy: those that tls.conf
// names, or else the system's, which nil stands for.
func (s *Source) roots(address string) (*x509.CertPool, error) {
	if !strings.HasPrefix(address, "https:") {
		return nil, nil
	}
	return pmcd.Roots(s.lookupEnv)
}

// errInTheClear is the error of an address that is exposed.
var errInTheClear error = &pmcd.ProtectionError{Reason: "an address of http:// is not protected, as one of https:// is", Err: libpcp.Errno(syscall.EOPNOTSUPP)}

// exposed reports whether an address gives away what is to be protected.
func exposed(address string, p pmcd.Protection) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "https" {
		return false
	}
	return p == pmcd.VerifyServer || p == pmcd.ProtectPasswords && u.User != nil
}

// contain adds the container to the host specification of an address.
func (s *Source) contain(address string) string {
	u, err := url.Parse(address)
	if s.Container == "" || err != nil {
		return address
	}
	query := u.Query()
	spec := query.Get("hostspec")
	if spec == "" {
		spec = "localhost"
	}
	separator := "?"
	if strings.Contains(spec, "?") {
		separator = "&"
	}
	query.Set("hostspec", spec+separator+"container="+s.Container)
	u.RawQuery = query.Encode()
	return u.String()
}

// WithoutPassword returns a host specification for messages: the address of a
// pmproxy without its password, any other unchanged.
func WithoutPassword(spec string) string {
	if !pmproxy.IsAddress(spec) {
		return spec
	}
	u, err := url.Parse(spec)
	if err != nil {
		return spec[strings.LastIndexByte(spec, '@')+1:]
	}
	query := u.Query()
	if spec := query.Get("hostspec"); withoutAttribute(spec) != spec {
		query.Set("hostspec", withoutAttribute(spec))
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}
