package pmcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"

	"pcptools/libpcp"
	"pcptools/libpcp/release"
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

// Dialer configures connections. Its zero value is ready for use.
type Dialer struct {
	// LookupEnv looks up the variables of PCPIntro(1); nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// Log receives the messages that libpcp (C) logs (pmNotifyErr(3)), such as
	// those about malformed environment variables: a priority, such as
	// "Warning", and a text without time, name and newline. Nil discards them.
	Log func(priority, text string)
	// Prompt asks the user for what authentication needs and the host
	// specification lacks; a secret must not be echoed. Without it, the user
	// is not asked.
	Prompt func(label string, secret bool) (string, error)
	// TLSConfig configures TLS; nil stands for the settings of the file
	// tls.conf, or of the one that PCP_TLSCONF_PATH names. Without a
	// ServerName it gets the name of the host.
	TLSConfig *tls.Config
	// Protection is the least protection of connections.
	Protection Protection
	// Release is the release of PCP whose answers are given; the zero Release is
	// the newest.
	Release release.Release
	// NetDial opens connections; nil stands for a net.Dialer. It is for
	// tests.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)
	// Tracer receives the events, such as [Dialed]; nil disables tracing.
	Tracer libpcp.Tracer
	// PDU, unless nil, is called for each PDU that is queued for sending or
	// received.
	PDU func(PDU)
	// SingleDescs asks for descriptors one by one, as PCP before 7 does.
	SingleDescs bool
}

// Dial connects to the pmcd that spec names (pmNewContext(3) with
// PM_CONTEXT_HOST), with a zero [Dialer].
func Dial(ctx context.Context, spec string) (*Client, error) {
	var d Dialer
	return d.Dial(ctx, spec)
}

// Dial connects to the pmcd that spec names: a host specification as in
// PCPIntro(1), such as "local:" or "pcp://host:44321". A malformed one is a
// [*HostSpecError], one without a host libpcp.ErrNotHost; other failures carry
// the code that pmNewContext(3) returns.
func (d *Dialer) Dial(ctx context.Context, spec string) (*Client, error) {
	parsed, err := parseHostSpec(spec, d.env())
	if err != nil {
		return nil, err
	}
	if len(parsed.hosts) == 0 {
		return nil, fmt.Errorf("host specification without a host: %w", libpcp.ErrNotHost)
	}
	if err := d.addEnvironment(&parsed.attrs); err != nil {
		return nil, err
	}
	c := &Client{dialer: *d, settings: d.environment(), spec: parsed}
	if c.protect, err = d.protection(parsed.attrs); err != nil {
		return nil, err
	}
	c.beginTracing()
	c.conn, err = c.connect(ctx)
	c.dialed(spec, err)
	if err != nil {
		return nil, err
	}
	c.warn(c.settings.requestWarning)
	return c, nil
}

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
