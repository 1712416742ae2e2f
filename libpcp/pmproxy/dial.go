package pmproxy

import (
	"context"
	"net/http"
	"time"

	"pcptools/libpcp/internal/rest"
)

// DefaultTimeout is that of a [Dialer].
const DefaultTimeout = rest.DefaultTimeout

// idleSeconds is how long pmproxy keeps an unused context.
const idleSeconds = "60"

// Error reports that pmproxy, or the network, did not answer a request.
type Error = rest.Error

// AddressError reports a malformed address of a pmproxy. Its code is EINVAL.
type AddressError = rest.AddressError

// Dialer configures clients. Its zero value is ready for use.
type Dialer struct {
	// HTTP sends the requests. The default opens a connection for each, since
	// pmproxy ends long answers twice, and uses the proxy of HTTP_PROXY and
	// similar variables. Redirects are errors, even if its CheckRedirect allows
	// them.
	HTTP *http.Client
	// Timeout is how long one request may take; 0 is DefaultTimeout.
	Timeout time.Duration
}

// Dial connects to a pmproxy with a zero [Dialer].
func Dial(ctx context.Context, address string) (*Client, error) {
	return new(Dialer).Dial(ctx, address)
}

// IsAddress reports whether a host specification is the address of a pmproxy:
// whether it begins with http:// or https://.
func IsAddress(spec string) bool { return rest.IsAddress(spec) }

// Dial opens a context at the pmproxy that address names:
//
//	http[s]://[USER[:PASSWORD]@]HOST[:PORT][/][?hostspec=SPEC]
//
// The default port is 44322, or 443 for https. SPEC is the host
// specification (PCPIntro(1)) by which pmproxy connects to a pmcd, perhaps with
// a container; the default is the pmcd on pmproxy's host. A pmproxy opens no
// archives and no local agents. Errors have the codes of pmNewContext(3).
func (d *Dialer) Dial(ctx context.Context, address string) (*Client, error) {
	base, query, err := rest.ParseAddress(address, "hostspec")
	if err != nil {
		return nil, err
	}
	client := d.HTTP
	if client == nil {
		client = rest.NewHTTP(nil)
	}
	c := &Client{
		rest:     &rest.Client{Base: base, HTTP: client, Timeout: d.Timeout},
		hostspec: query.Get("hostspec"),
	}
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	return c, nil
}
