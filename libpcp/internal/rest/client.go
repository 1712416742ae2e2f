// Package rest sends the requests of PMWEBAPI(3) to a pmproxy(1) and reads its
// answers, within bounds of time and memory.
package rest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/ciphers"
	"pcptools/libpcp/internal/nss"
)

const (
	connecting = 30 * time.Second // as in package http
	// maxReply is how long an answer may be, in bytes.
	maxReply = 64 << 20
	// maxQuery is how long a list in a query may be: pmproxy refuses addresses
	// of more than 8 KB.
	maxQuery = 6000
	// maxMessage is how long the text of an error may be, in bytes.
	maxMessage = 4096
	// maxHeader is how long the status line and the header of an answer may be.
	maxHeader = 64 << 10
)

// The defaults of a [Client].
const (
	DefaultPort    = "44322"
	DefaultTimeout = 10 * time.Second
)

// Client sends requests to one pmproxy. Several goroutines may use it.
type Client struct {
	Base    url.URL       // scheme, user, host and port
	HTTP    *http.Client  // its CheckRedirect is not called: redirects are errors
	Timeout time.Duration // of one request; 0 is DefaultTimeout
}

// NewHTTP returns an HTTP client for pmproxy, which uses the proxy that
// HTTP_PROXY and its kind name. Roots are the certificates that may vouch for a
// server; nil is the system's.
func NewHTTP(roots *x509.CertPool) *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	// pmproxy takes an address in one piece only, also over TLS.
	transport.TLSClientConfig = &tls.Config{RootCAs: roots, CipherSuites: ciphers.Suites(), DynamicRecordSizingDisabled: true}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		return nss.Host.Dial(ctx, &net.Dialer{Timeout: connecting, KeepAlive: connecting}, network, address)
	}
	transport.WriteBufferSize = 2 * maxQuery
	// Each request has its own connection, since pmproxy answers some requests that
	// it refuses twice. This side closes the connections: a pmproxy that is asked to
	// close one does so before a long answer is through.
	transport.MaxIdleConnsPerHost = -1
	transport.MaxResponseHeaderBytes = maxHeader
	transport.DisableCompression = true // so that memory is in proportion to the bytes received
	return &http.Client{Transport: transport}
}

// A Decoder reads an answer.
type Decoder func(io.Reader) error

// Get asks for a path and decodes the answer.
func (c *Client) Get(ctx context.Context, path string, query url.Values, decode Decoder) error {
	return c.do(ctx, http.MethodGet, path, query.Encode(), "", decode)
}

// Post asks by a form, which may be longer than an address. Where there is a password
// it asks by an address: a form with one crashes pmproxy 6.0.3.
func (c *Client) Post(ctx context.Context, path string, form url.Values, decode Decoder) error {
	text := form.Encode()
	switch {
	case c.Base.User == nil:
		return c.do(ctx, http.MethodPost, path, "", text, decode)
	case len(text) > maxQuery:
		return &Error{Code: libpcp.ErrTooBig, Message: "the query is too long for an address with a password"}
	}
	return c.do(ctx, http.MethodGet, path, text, "", decode)
}

func (c *Client) do(ctx context.Context, method, path, query, form string, decode Decoder) error {
	ctx, cancel := context.WithTimeoutCause(ctx, cmp.Or(c.Timeout, DefaultTimeout), libpcp.ErrTimeout)
	defer cancel()
	u := c.Base
	u.User, u.Path, u.RawQuery = nil, path, query
	req, err := http.NewRequestWithContext(ctx, method, u.String(), strings.NewReader(form))
	if err != nil {
		return err
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if user := c.Base.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	resp, err := c.direct().Do(req)
	if err != nil {
		return networkError(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return refusal(resp)
	}
	body := &limitedReader{r: resp.Body, left: maxReply}
	if err := decode(body); err != nil {
		return answerError(ctx, body, err)
	}
	return nil
}

// direct is the HTTP client without redirects, of which pmproxy has none. What
// one leads to, perhaps unencrypted, would get the user and the password.
func (c *Client) direct() *http.Client {
	direct := *c.HTTP
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &direct
}

// networkError gives the failure of a request the code that pmNewContext(3)
// has for it.
func networkError(ctx context.Context, err error) error {
	var dns *net.DNSError
	var timeout net.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case context.Cause(ctx) == libpcp.ErrTimeout:
		return libpcp.ErrTimeout
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", libpcp.ErrTimeout, context.Cause(ctx))
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &dns):
		return &Error{Code: libpcp.Errno(syscall.EHOSTUNREACH), Message: dns.Error()}
	case errors.As(err, &certificate):
		return &Error{Code: libpcp.ErrTLS, Message: cause(err)}
	case errors.As(err, &timeout) && timeout.Timeout():
		return libpcp.ErrTimeout
	case libpcp.Code(err) != libpcp.ErrGeneric:
		return &Error{Code: libpcp.Code(err), Message: cause(err)}
	}
	return &Error{Code: libpcp.ErrIPC, Message: unspoken(err)}
}

// unspoken is the text of an error of a peer that is no HTTP server. It repeats
// none of the bytes that this peer sent.
func unspoken(err error) string {
	var record tls.RecordHeaderError
	text := cause(err)
	switch {
	case errors.As(err, &record):
		return "the peer does not speak TLS"
	case strings.Contains(text, "malformed HTTP"), strings.HasPrefix(text, "readLoopPeekFailLocked"):
		// net/http has the second text where the peer speaks before it is asked.
		return "the peer does not speak HTTP"
	}
	return text
}

// cause is the text of an error of net/http without the address, which may
// have a password.
func cause(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err.Error()
}

// answerError is why an answer could not be decoded.
func answerError(ctx context.Context, body *limitedReader, err error) error {
	if ctx.Err() != nil {
		return networkError(ctx, err)
	}
	if body.left < 0 {
		return &Error{Code: libpcp.ErrTooBig, Message: "the answer is too long"}
	}
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return &Error{Code: libpcp.ErrIPC, Message: "the answer makes no sense: " + err.Error()}
}

// refusal is the error of a response that has no answer: where it redirects to,
// pmproxy's own message, or else the status.
func refusal(resp *http.Response) error {
	if to, err := resp.Location(); err == nil && resp.StatusCode/100 == 3 {
		message := "redirected to " + to.Scheme + "://" + to.Host + ", where no request is sent"
		return &Error{Code: libpcp.ErrIPC, Message: message, Status: resp.StatusCode}
	}
	var text []byte
	if resp.StatusCode != http.StatusSwitchingProtocols { // whose body has no deadline
		text, _ = io.ReadAll(io.LimitReader(resp.Body, maxMessage))
	}
	var reply struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(bytes.TrimSpace(text), &reply) != nil || reply.Message == "" {
		return &Error{Code: statusCode(resp.StatusCode), Message: resp.Status, Status: resp.StatusCode}
	}
	e := Refused(strings.TrimSpace(reply.Message))
	e.Status = resp.StatusCode
	return e
}

func statusCode(status int) libpcp.Error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusProxyAuthRequired:
		return libpcp.ErrPermission
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return libpcp.ErrTimeout
	}
	return libpcp.ErrIPC
}

// limitedReader fails when more is read than it may; left is then negative.
type limitedReader struct {
	r    io.Reader
	left int64
}

func (l *limitedReader) Read(b []byte) (int, error) {
	if l.left < 0 {
		return 0, libpcp.ErrTooBig
	}
	n, err := l.r.Read(b[:min(int64(len(b)), l.left+1)])
	l.left -= int64(n)
	return n, err
}
