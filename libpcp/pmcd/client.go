package pmcd

import (
	"context"
	"errors"

	"pcptools/libpcp"
)

// Client is a connection to a pmcd (a PM_CONTEXT_HOST context). It serves one
// goroutine at a time.
type Client struct {
	dialer   Dialer
	settings settings
	spec     *hostSpec
	conn     *conn // nil once it is lost or closed
	lost     error // of requests without a connection; nil is libpcp.ErrIPC
	protect  Protection
	attempts attempts // of the current connection
	retry    retry
	changes  libpcp.StateChange // reported and not yet part of a result
	tracing  tracing
}

var (
	_ libpcp.Source     = (*Client)(nil)
	_ libpcp.Duplicator = (*Client)(nil)
)

// Duplicate connects to the same pmcd once more, with the same attributes
// (pmDupContext(3)).
func (c *Client) Duplicate(ctx context.Context) (libpcp.Source, error) {
	d := &Client{dialer: c.dialer, settings: c.settings, spec: c.spec, protect: c.protect}
	d.beginTracing()
	var err error
	if d.conn, err = d.connect(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// Close closes the connection. Requests then fail with libpcp.ErrIPC.
func (c *Client) Close() error {
	if c.conn == nil {
		return nil
	}
	err := c.conn.net.Close()
	c.conn = nil
	return err
}

func (c *Client) warn(text string) {
	if text != "" {
		c.log("Warning", text)
	}
}

func (c *Client) log(priority, text string) {
	if c.dialer.Log != nil {
		c.dialer.Log(priority, text)
	}
}

// prompt asks the user.
func (c *Client) prompt(label string, secret bool) (string, error) {
	if c.dialer.Prompt == nil {
		return "", errors.New("nobody to ask")
	}
	return c.dialer.Prompt(label, secret)
}
