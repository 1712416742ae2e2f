package pmcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/nss"
	"pcptools/libpcp/release"
)

// Dialer configures connections. Its zero value is ready for use.
type Dialer struct {
	// LookupEnv looks up the variables of PCPIntro(1); nil is os.LookupEnv.
	LookupEnv func(name string) (value string, ok bool)
	// ConnectTimeout and RequestTimeout limit how long a connection may take, and each
	// reply; negative is no limit. 0 stands for what PMCD_CONNECT_TIMEOUT and
	// PMCD_REQUEST_TIMEOUT have, or 5 and 10 seconds.
	ConnectTimeout, RequestTimeout time.Duration
	// Backoff has the waits after attempts to reconnect that failed, the last for all
	// that follow. Nil stands for what PMCD_RECONNECT_TIMEOUT has, or waits from 5 to 80
	// seconds.
	Backoff []time.Duration
	// Log receives the messages that libpcp (C) logs (pmNotifyErr(3)), such as
	// those about malformed environment variables: a priority, such as
	// "Warning", and a text without time, name and newline, as PCP's tools and agents
	// print them; for log/slog a func(_, text string) { slog.Warn(text) } will do. Nil
	// discards them.
	Log func(priority, text string)
	// Prompt asks the user for what authentication needs and the host
	// specification lacks; a secret must not be echoed. Without it, the user
	// is not asked.
	Prompt func(label string, secret bool) (string, error)
	// TLSConfig configures TLS; nil stands for the settings of the file tls.conf,
	// or of the file that PCP_TLSCONF_PATH names. An empty ServerName stands for
	// the name of the host.
	TLSConfig *tls.Config
	// Protection is the least protection of connections.
	Protection Protection
	// Release is the release of PCP whose answers are given; the zero Release is
	// the newest.
	Release release.Release
	// NetDial opens connections; nil stands for a net.Dialer. It is for
	// tests.
	NetDial func(ctx context.Context, network, address string) (net.Conn, error)
	// Tracer receives texts and PDUs; nil disables tracing.
	Tracer libpcp.Tracer
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

// connect opens a connection and performs the handshake, trying everything
// that the host specification names. Of many failures the last is reported.
func (c *Client) connect(ctx context.Context) (*conn, error) {
	c.attempts = nil
	cn, err := c.connectAny(ctx)
	return cn, c.attempts.failure(err)
}

func (c *Client) connectAny(ctx context.Context) (*conn, error) {
	proxy, proxied := c.proxy()
	if !c.spec.socket {
		return c.connectTCP(ctx, c.spec.hosts[0], proxy)
	}
	if proxied {
		return nil, fmt.Errorf("unix socket through a proxy: %w", libpcp.Errno(syscall.EPERM))
	}
	cn, err := c.connectUnix(ctx, c.spec.hosts[0].name)
	if err != nil && c.spec.orTCP && !ended(ctx) {
		return c.connectTCP(ctx, host{name: "localhost"}, host{})
	}
	return cn, err
}

func (c *Client) connectUnix(ctx context.Context, path string) (cn *conn, err error) {
	nc, err := c.open(ctx, "unix", path)
	if err == nil {
		cn, err = c.handshake(ctx, nc, peer{name: path, socket: true})
	}
	c.attempts.socket(path, err)
	if err == nil {
		c.connected("path=" + path)
	}
	if err != nil && !ended(ctx) {
		// PCP has one code for all reasons.
		err = fmt.Errorf("connect to %s: %w: %w", path, libpcp.Errno(syscall.ENOENT), err)
	}
	return cn, err
}

// connectTCP tries the ports of target in order, directly or, when proxy has
// ports, through that.
func (c *Client) connectTCP(ctx context.Context, target, proxy host) (cn *conn, err error) {
	ports := target.ports
	if len(ports) == 0 {
		ports = c.dialer.portsFrom("PMCD_PORT", defaultPort)
	}
	for _, port := range ports {
		if proxy.ports != nil {
			cn, err = c.connectProxy(ctx, proxy, target.name, port)
			c.attempts.port(proxy.ports[0], proxy.name, err)
		} else {
			cn, err = c.connectPort(ctx, target.name, port)
			c.attempts.port(port, target.name, err)
		}
		if err == nil {
			c.connected("port=" + strconv.Itoa(int(port)))
		}
		if err == nil || ended(ctx) {
			break
		}
	}
	return cn, err
}

func (c *Client) connectPort(ctx context.Context, name string, port int32) (*conn, error) {
	nc, err := c.openTCP(ctx, name, port)
	if err != nil {
		return nil, err
	}
	return c.handshake(ctx, nc, peer{name: name, host: name})
}

func (c *Client) openTCP(ctx context.Context, name string, port int32) (net.Conn, error) {
	if name == "" {
		return nil, fmt.Errorf("host without a name: %w", libpcp.Errno(syscall.EHOSTUNREACH))
	}
	address := net.JoinHostPort(numericHost(name), strconv.Itoa(int(uint16(port))))
	var nc net.Conn
	err := impossible(name)
	if err == nil {
		nc, err = c.open(ctx, "tcp", address)
	}
	if err != nil {
		return nil, c.dialer.tcpError(ctx, address, err)
	}
	return nc, nil
}

// tcpError gives a failure the code of PCP: an unknown or impossible name has the
// code for no route. A name that no name server has answered has ErrAgain in newer
// releases. Every other failure is a refusal.
func (d *Dialer) tcpError(ctx context.Context, address string, err error) error {
	code := libpcp.Errno(syscall.ECONNREFUSED)
	switch {
	case ended(ctx):
		code = interruption(ctx)
	case unanswered(err) && d.Release.Has(release.ResolverCode):
		code = libpcp.ErrAgain
	case unresolved(err):
		code = libpcp.Errno(syscall.EHOSTUNREACH)
		err = withShortage(err)
	}
	return fmt.Errorf("connect to %s: %w: %w", address, code, err)
}

// withShortage adds the error number of a lack of file descriptors to an error of
// package net that has it as text only.
func withShortage(err error) error {
	var dns *net.DNSError
	if errors.As(err, &dns) && strings.HasSuffix(dns.Err, syscall.EMFILE.Error()) {
		return fmt.Errorf("%w: %w", err, syscall.EMFILE)
	}
	return err
}

// unanswered reports whether no name server has given an answer of use.
func unanswered(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) && !dns.IsNotFound && !errors.Is(withShortage(err), syscall.EMFILE)
}

// unresolved reports whether an error means that there was no address to
// connect to.
func unresolved(err error) bool {
	unknown, malformed := (*net.DNSError)(nil), (*net.AddrError)(nil)
	return errors.As(err, &unknown) || errors.As(err, &malformed)
}

// open connects. The warning about a time limit that makes no sense is for
// whom it would have limited.
func (c *Client) open(ctx context.Context, network, address string) (net.Conn, error) {
	nc, err := c.netDial(ctx, network, address)
	if !unresolved(err) {
		c.warn(c.settings.connectWarning)
		c.settings.connectWarning = ""
	}
	return nc, err
}

func (c *Client) netDial(ctx context.Context, network, address string) (net.Conn, error) {
	if limit := c.settings.connectLimit; limit > 0 {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = limited
	}
	if c.dialer.NetDial != nil {
		c.tracing.opened()
		return c.dialer.NetDial(ctx, network, address)
	}
	var d net.Dialer
	if c.tracing.context {
		d.FallbackDelay = -1 // one address after the other
		d.Control = func(string, string, syscall.RawConn) error {
			c.tracing.opened()
			return nil
		}
	}
	return dialPatiently(ctx, &d, network, address)
}

// dialPatiently connects. A unix socket refuses with EAGAIN while too many connections
// wait to be accepted, where TCP would wait.
func dialPatiently(ctx context.Context, d *net.Dialer, network, address string) (net.Conn, error) {
	for pause := time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		nc, err := nss.Host.Dial(ctx, d, network, address)
		if network != "unix" || !errors.Is(err, syscall.EAGAIN) {
			return nc, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// addEnvironment adds what the environment says about a connection whose host
// specification does not.
func (d *Dialer) addEnvironment(attrs *attributes) error {
	name, ok := d.env().Var("PCP_CONTAINER")
	if !ok || attrs.has(attrContainer) {
		return nil
	}
	if d.Release.Has(release.ContainerNames) && !ContainerName(name) {
		return fmt.Errorf("container %q: %w", name, syscall.EINVAL)
	}
	attrs.set(attrContainer, name)
	return nil
}

// ContainerName reports whether name can be the name of a container: letters,
// digits, and the characters . - and _.
func ContainerName(name string) bool {
	for _, c := range []byte(name) {
		switch {
		case '0' <= c && c <= '9', 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', c == '.', c == '-', c == '_':
		default:
			return false
		}
	}
	return name != ""
}
