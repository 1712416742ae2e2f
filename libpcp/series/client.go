package series

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
	"pcptools/libpcp/internal/rest"
)

// ID names a series, a source or an instance: 40 hexadecimal digits.
type ID string

// valid reports whether id has the form of an identifier.
func (id ID) valid() bool {
	digits := strings.IndexFunc(string(id), func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) })
	return len(id) == 40 && digits < 0
}

// check is the error of an answer with an invalid identifier.
func (id ID) check() error {
	if !id.valid() {
		return rest.Malformed("identifier", string(id))
	}
	return nil
}

// An IDError reports a malformed identifier. Its code is EINVAL.
type IDError struct{ ID ID }

func (e *IDError) Error() string { return "no identifier of a series: " + strconv.Quote(string(e.ID)) }

// Unwrap returns the code.
func (e *IDError) Unwrap() error { return libpcp.Errno(syscall.EINVAL) }

// Error reports that pmproxy, or the network, did not answer a request.
type Error = rest.Error

// Client sends queries to one pmproxy. It is safe for concurrent use.
type Client struct {
	rest     *rest.Client
	bounds   bounds
	recorded *allowance // for values; nil except in Record
}

// Option configures a client.
type Option func(*rest.Client)

// WithHTTP sets the HTTP client that sends the requests. Redirects are errors,
// even if its CheckRedirect allows them.
func WithHTTP(c *http.Client) Option { return func(r *rest.Client) { r.HTTP = c } }

// WithTimeout sets how long one request may take; the default is ten seconds.
func WithTimeout(d time.Duration) Option { return func(r *rest.Client) { r.Timeout = d } }

// New returns a client of the pmproxy at an address:
//
//	http[s]://[USER[:PASSWORD]@]HOST[:PORT]
//
// The default port is 44322, or 443 for https. New does not connect.
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
		c.rest.HTTP = rest.NewHTTP(nil)
	}
	return c, nil
}

// Query returns the series that match an expression without a time window
// (pmSeriesQuery(3)). An empty result is no error. A malformed expression is a
// [*SyntaxError].
func (c *Client) Query(ctx context.Context, expression string) (ids []ID, err error) {
	err = c.rest.Post(ctx, "/series/query", url.Values{"expr": {expression}}, rest.Array(func(element *json.RawMessage) error {
		if (*element)[0] == '{' {
			return &Error{Code: libpcp.Errno(syscall.EINVAL), Message: "the query has a time window in brackets, where one without is wanted"}
		}
		var id ID
		if err := json.Unmarshal(*element, &id); err != nil {
			return err
		}
		ids = append(ids, id)
		return id.check()
	}))
	return ids, syntaxError(expression, err)
}

// A SyntaxError reports an expression that pmproxy cannot parse.
type SyntaxError struct {
	Expression string
	Column     int    // of the unexpected character, from 0
	Reason     string // such as "syntax error"
}

func (e *SyntaxError) Error() string {
	return e.Expression + "\n" + strings.Repeat(" ", e.Column) + "^ -- " + format.Printable(e.Reason)
}

// Unwrap returns the code: libpcp.ErrGeneric.
func (e *SyntaxError) Unwrap() error { return libpcp.ErrGeneric }

// syntaxError parses the message about an expression, whose last line has a mark
// below the unexpected character.
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
