package pmcd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pcptools/libpcp"
)

// proxy is the pmproxy(1) to go through, if any: the first pmproxy in the host
// specification or else in the environment. It has one port.
func (c *Client) proxy() (proxy host, ok bool) {
	if hosts := c.spec.hosts; len(hosts) > 1 {
		proxy = hosts[1]
		if len(proxy.ports) == 0 {
			proxy.ports = []int32{defaultProxyPort}
		}
		return proxy, true
	}
	name, ok := c.dialer.env().Var("PMPROXY_HOST")
	if !ok {
		return host{}, false
	}
	return host{name: name, ports: c.dialer.portsFrom("PMPROXY_PORT", defaultProxyPort)}, true
}

// connectProxy asks a proxy to connect to a port of target.
func (c *Client) connectProxy(ctx context.Context, proxy host, target string, port int32) (*conn, error) {
	nc, err := c.openTCP(ctx, proxy.name, proxy.ports[0])
	if err != nil {
		return nil, err
	}
	cn := c.newConn(nc)
	if err := cn.proxyPreamble(ctx, target, port); err != nil {
		nc.Close()
		var other *otherProxyError
		if errors.As(err, &other) {
			c.warn("__pmConnectPMCD: bad version string from pmproxy: \"" + other.line + "\"")
		}
		return nil, fmt.Errorf("proxy %s: %w", proxy.name, err)
	}
	return c.handshakeOn(ctx, cn, peer{name: proxy.name, host: target})
}

const (
	proxyClientLine = "pmproxy-client 1\n"
	proxyServerLine = "pmproxy-server 1"
	maxProxyLine    = 74 // bytes that libpcp (C) reads of a line
)

// An otherProxyError is the first line of a proxy of another version, or of what is
// no proxy.
type otherProxyError struct{ line string }

func (e *otherProxyError) Error() string { return fmt.Sprintf("unknown version %q", e.line) }

func (e *otherProxyError) Unwrap() error { return libpcp.ErrIPC }

// proxyPreamble is the exchange of client and proxy in plain text before the proxy
// passes on everything.
func (c *conn) proxyPreamble(ctx context.Context, target string, port int32) error {
	defer c.watch(ctx)()
	c.out = append(c.out, proxyClientLine...)
	c.out = append(append(c.out, target...), ' ')
	c.out = append(strconv.AppendInt(c.out, int64(port), 10), '\n')
	if err := c.flush(ctx); err != nil {
		return err
	}
	if err := c.arm(ctx); err != nil {
		return err
	}
	line, err := readLine(c.in, maxProxyLine)
	if err != nil {
		if err := c.failure(ctx, err); libpcp.Code(err) != libpcp.ErrIPC {
			return err
		}
	}
	line, _, _ = strings.Cut(line, "\x00")
	if err != nil || line != proxyServerLine {
		return &otherProxyError{line}
	}
	return nil
}

// readLine takes a line of limited length, without its end. It also returns what
// there is of a line without an end.
func readLine(r io.ByteReader, limit int) (string, error) {
	var line []byte
	for len(line) < limit {
		b, err := r.ReadByte()
		if err != nil {
			return string(line), err
		}
		if b == '\n' || b == '\r' {
			break
		}
		line = append(line, b)
	}
	return string(line), nil
}
