package pmproxy

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"pcptools/libpcp"
)

// The defaults of a [Dialer].
const (
	DefaultPort    = "44322"
	DefaultTimeout = 10 * time.Second
)

// idleSeconds is how long pmproxy keeps a context that nobody uses.
const idleSeconds = "60"

// Dialer configures clients. Its zero value is ready for use.
type Dialer struct {
	// HTTP sends the requests. Nil stands for a client that opens a connection
	// for each, since pmproxy ends long answers twice, and that heeds HTTP_PROXY
	// and its kind.
	HTTP *http.Client
	// Timeout is how long one request may take; 0 is DefaultTimeout.
	Timeout time.Duration
}

// Dial connects to a pmproxy with a zero [Dialer].
func Dial(ctx context.Context, address string) (*Client, error) {
	return new(Dialer).Dial(ctx, address)
}

// IsAddress reports whether a host specification is the address of a pmproxy:
// one that begins with http:// or https://.
func IsAddress(spec string) bool {
	return strings.HasPrefix(spec, "http://") || strings.HasPrefix(spec, "https://")
}

// Dial opens a context at the pmproxy that address names:
//
//	http[s]://[USER[:PASSWORD]@]HOST[:PORT][/][?hostspec=SPEC]
//
// Without a port it is DefaultPort, or that of https. SPEC is the host
// specification (PCPIntro(1)) by which pmproxy is to find a pmcd; without it
// that is the one beside pmproxy. Failures carry the code that pmNewContext(3)
// would return for them.
func (d *Dialer) Dial(ctx context.Context, address string) (*Client, error) {
	u, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	c := &Client{
		base:     *u,
		http:     d.client(),
		timeout:  cmp.Or(d.Timeout, DefaultTimeout),
		hostspec: u.Query().Get("hostspec"),
	}
	c.base.RawQuery = ""
	if err := c.open(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

func (d *Dialer) client() *http.Client {
	if d.HTTP != nil {
		return d.HTTP
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// Connections are closed by this side: a pmproxy that is asked to close one
	// does so before a long answer is through.
	transport.MaxIdleConnsPerHost = -1
	return &http.Client{Transport: transport}
}

// parseAddress checks an address and fills in what it leaves out.
func parseAddress(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, &AddressError{address, "is malformed"}
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, &AddressError{address, "does not begin with http:// or https://"}
	case u.Hostname() == "":
		return nil, &AddressError{address, "names no host"}
	case strings.Trim(u.Path, "/") != "" || u.Fragment != "":
		return nil, &AddressError{address, "has a path"}
	}
	for name := range u.Query() {
		if name != "hostspec" {
			return nil, &AddressError{address, "has the parameter " + strconv.Quote(name) + "; there is but hostspec"}
		}
	}
	if u.Port() == "" && u.Scheme == "http" {
		u.Host += ":" + DefaultPort
	}
	u.Path = ""
	return u, nil
}

// AddressError reports an address that names no pmproxy. Its code is EINVAL.
type AddressError struct {
	Address string
	Reason  string
}

func (e *AddressError) Error() string {
	address := e.Address
	if u, err := url.Parse(address); err == nil {
		address = u.Redacted()
	} else if at := strings.LastIndexByte(address, '@'); at >= 0 {
		address = address[at+1:]
	}
	return "address of a pmproxy: " + strconv.Quote(address) + " " + e.Reason
}

// Unwrap returns the code.
func (e *AddressError) Unwrap() error { return libpcp.Errno(einval) }
