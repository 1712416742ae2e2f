package series

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/rest"
)

// ID names a series, a source or an instance: 40 hexadecimal digits.
type ID string

// Valid reports whether id has the form of an identifier.
func (id ID) Valid() bool {
	digits := strings.IndexFunc(string(id), func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) })
	return len(id) == 40 && digits < 0
}

// An IDError is an identifier that is none. Its code is EINVAL.
type IDError struct{ ID ID }

func (e *IDError) Error() string { return "no identifier of a series: " + strconv.Quote(string(e.ID)) }

// Unwrap returns the code.
func (e *IDError) Unwrap() error { return libpcp.Errno(syscall.EINVAL) }

// Error is why pmproxy, or the network, does not answer.
type Error = rest.Error

// Client asks one pmproxy. Several goroutines may use it.
type Client struct {
	rest *rest.Client
}

// Option changes how a client asks.
type Option func(*rest.Client)

// WithHTTP has requests sent by a client of the caller's own.
func WithHTTP(c *http.Client) Option { return func(r *rest.Client) { r.HTTP = c } }

// WithTimeout says how long one request may take, in place of ten seconds.
func WithTimeout(d time.Duration) Option { return func(r *rest.Client) { r.Timeout = d } }

// New returns a client of the pmproxy at an address:
//
//	http[s]://[USER[:PASSWORD]@]HOST[:PORT]
//
// Without a port it is 44322, or that of https. Nothing is asked yet.
func New(address string, options ...Option) (*Client, error) {
	base, _, err := rest.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	c := &Client{rest: &rest.Client{Base: base}}
	for _, option := range options {
		option(c.rest)
	}
	if c.rest.HTTP == nil {
		c.rest.HTTP = rest.NewHTTP()
	}
	return c, nil
}

// Query returns the series that match an expression without a time window
// (pmSeriesQuery(3)), none of which is no error. An expression that makes no
// sense is a [*SyntaxError].
func (c *Client) Query(ctx context.Context, expression string) (ids []ID, err error) {
	err = c.rest.Post(ctx, "/series/query", url.Values{"expr": {expression}}, rest.Into(&ids))
	return ids, syntaxError(expression, err)
}

// A SyntaxError is an expression that makes no sense to pmproxy.
type SyntaxError struct {
	Expression string
	Column     int    // of the character that cannot be, from 0
	Reason     string // such as "syntax error"
}

func (e *SyntaxError) Error() string {
	return e.Expression + "\n" + strings.Repeat(" ", e.Column) + "^ -- " + e.Reason
}

// Unwrap returns the code: libpcp.ErrGeneric.
func (e *SyntaxError) Unwrap() error { return libpcp.ErrGeneric }

// syntaxError reads the message about an expression, whose last line has a mark
// below the place.
func syntaxError(expression string, err error) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	lines := strings.Split(e.Message, "\n")
	place, reason, ok := strings.Cut(lines[len(lines)-1], "^ -- ")
	if !ok || strings.Trim(place, " ") != "" {
		return err
	}
	return &SyntaxError{Expression: expression, Column: len(place), Reason: reason}
}
