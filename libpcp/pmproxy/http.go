package pmproxy

import (
	"crypto/x509"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
	"pcptools/libpcp/pmcd"
)

// NewHTTP returns a client for requests to the pmproxy at an address. It trusts the
// certificates that tls.conf names, or else the system's. For an address whose
// connections are less protected than they have to be the error is a
// [pmcd.ProtectionError]. LookupEnv looks up variables; nil is os.LookupEnv.
func NewHTTP(address string, least pmcd.Protection, lookupEnv func(name string) (value string, ok bool)) (*http.Client, error) {
	if exposed(address, least) {
		return nil, &pmcd.ProtectionError{Reason: "an address of http:// is not protected, as one of https:// is", Err: libpcp.Errno(syscall.EOPNOTSUPP)}
	}
	var roots *x509.CertPool // the system's
	if strings.HasPrefix(address, "https:") {
		var err error
		if roots, err = pmcd.Roots(lookupEnv); err != nil {
			return nil, err
		}
	}
	return rest.NewHTTP(roots), nil
}

// exposed reports whether an address exposes what p protects.
func exposed(address string, p pmcd.Protection) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme != "https" && (p == pmcd.VerifyServer || p == pmcd.ProtectPasswords && u.User != nil)
}
