package pmproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"pcptools/libpcp"
)

const (
	// maxReply is how long an answer may be, in bytes.
	maxReply = 64 << 20
	// maxQuery is how long a list in a query may be: pmproxy refuses addresses
	// of more than 8 KB.
	maxQuery = 6000
	// maxMessage is how much is read of the text of an error.
	maxMessage = 4096
)

// decoder reads an answer.
type decoder func(io.Reader) error

// decodeInto reads JSON, one value and nothing after it.
func decodeInto(v any) decoder {
	return func(r io.Reader) error {
		d := jsonDecoder(r)
		if err := d.Decode(v); err != nil {
			return err
		}
		if _, err := d.Token(); err != io.EOF {
			return errors.New("more after its end")
		}
		return nil
	}
}

func jsonDecoder(r io.Reader) *json.Decoder { return json.NewDecoder(&bareWords{r: r}) }

// ask sends one request and decodes the answer.
func (c *Client) ask(ctx context.Context, path string, query url.Values, decode decoder) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.timeout, libpcp.ErrTimeout)
	defer cancel()
	u := c.base
	u.User, u.Path, u.RawQuery = nil, path, query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	if user := c.base.User; user != nil {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	resp, err := c.http.Do(req)
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

// networkError gives the failure of a request the code that pmNewContext(3)
// has for it.
func networkError(ctx context.Context, err error) error {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case context.Cause(ctx) == libpcp.ErrTimeout:
		return libpcp.ErrTimeout
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &dns):
		return &Error{Code: libpcp.Errno(ehostunreach), Message: dns.Error()}
	case errors.As(err, &timeout) && timeout.Timeout():
		return libpcp.ErrTimeout
	case libpcp.Code(err) != libpcp.ErrGeneric:
		return &Error{Code: libpcp.Code(err), Message: cause(err)}
	}
	return &Error{Code: libpcp.ErrIPC, Message: cause(err)}
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

// refusal is the error of an answer that is none: pmproxy's own message, or
// else the status.
func refusal(resp *http.Response) error {
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxMessage))
	var reply struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(bytes.TrimSpace(text), &reply) != nil || reply.Message == "" {
		return &Error{Code: statusCode(resp.StatusCode), Message: resp.Status}
	}
	message := strings.TrimSpace(reply.Message)
	return &Error{Code: codeOf(message), Message: message}
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
