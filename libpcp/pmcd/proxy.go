package pmcd

import (
	"context"
	"fmt"
	"io"
	"strconv"

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
		return nil, fmt.Errorf("proxy %s: %w", proxy.name, err)
	}
	return c.introduceOn(ctx, cn, peer{name: proxy.name, host: target})
}

const (
	proxyClientLine = "pmproxy-client 1\n"
	proxyServerLine = "pmproxy-server 1"
)

// proxyPreamble is what client and proxy say in plain text before the proxy
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
	line, err := readLine(c.in, len(proxyServerLine)+1)
	if err != nil {
		return c.failure(ctx, err)
	}
	if line != proxyServerLine {
		return fmt.Errorf("unknown version %q: %w", line, libpcp.ErrIPC)
	}
	return nil
}

// readLine takes a line of limited length, without its end.
func readLine(r io.ByteReader, limit int) (string, error) {
	var line []byte
	for len(line) <= limit {
		b, err := r.ReadByte()
		if err != nil {
			return "", err
		}
		if b == '\n' || b == '\r' {
			break
		}
		line = append(line, b)
	}
	return string(line), nil
}
