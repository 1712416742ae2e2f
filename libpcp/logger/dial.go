package logger

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/conf"
	"pcptools/libpcp/pmcd"
)

// Dialer configures connections to pmlogger. The zero Dialer connects to the
// primary pmlogger.
type Dialer struct {
	PID  int // of the pmlogger; 0 is the primary one
	Port int // of its control socket; 0: the port that its host reports

	// RequestLimit is how long to wait for the reply to a request; 0 means
	// PMLOGGER_REQUEST_TIMEOUT seconds or, without that variable, no limit but
	// the context's.
	RequestLimit time.Duration

	// LookupEnv looks up variables; nil means os.LookupEnv.
	LookupEnv func(string) (string, bool)
}

// connectLimit is how long to wait for a connection and the greeting.
const connectLimit = 5 * time.Second

// Dial connects to the primary pmlogger of a host; see [Dialer.Dial].
func Dial(ctx context.Context, host string) (*Client, error) {
	return new(Dialer).Dial(ctx, host)
}

// Dial connects to a pmlogger (__pmConnectLogger(3)). The host is "local:" for
// the unix sockets of this machine and then TCP, "unix:" for the sockets only,
// each optionally followed by the path of a socket; or the name of a host,
// whose pmcd reports the port unless it is this machine.
//
// A pmlogger that serves another client refuses with EADDRINUSE; a pmlogger
// that does not serve this user, with libpcp.ErrPermission. ECONNREFUSED means
// that no pmlogger listens, or that another process than the requested one
// answered.
func (d *Dialer) Dial(ctx context.Context, host string) (*Client, error) {
	ctx, cancel := context.WithTimeout(ctx, connectLimit)
	defer cancel()
	c, err := d.connect(ctx, host)
	if err != nil {
		return nil, fmt.Errorf("pmlogger at %s: %w", host, err)
	}
	return c, nil
}

func (d *Dialer) connect(ctx context.Context, host string) (*Client, error) {
	if path, ok := strings.CutPrefix(host, "unix:"); ok {
		return d.dialUnix(ctx, path)
	}
	if path, ok := strings.CutPrefix(host, "local:"); ok {
		if c, err := d.dialUnix(ctx, path); err == nil || answered(err) {
			return c, err
		}
		host = "localhost"
	}
	port, err := d.port(ctx, host)
	if err != nil {
		return nil, err
	}
	return d.open(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

// answered reports whether an error is a pmlogger's own answer, after which no
// other way to it needs to be tried.
func answered(err error) bool {
	return errors.Is(err, libpcp.ErrPermission) || errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, libpcp.ErrIPC)
}

// dialUnix tries the socket of path or, without one, the usual sockets.
func (d *Dialer) dialUnix(ctx context.Context, path string) (c *Client, err error) {
	paths := []string{path}
	if path == "" {
		paths = d.sockets()
	}
	for _, path := range paths {
		if c, err = d.open(ctx, "unix", path); err == nil || answered(err) {
			break
		}
	}
	return c, err
}

// sockets are the places of a pmlogger's socket: the system's, and the one of
// a user who may not write there.
func (d *Dialer) sockets() []string {
	name := "pmlogger.primary.socket"
	if d.PID > 0 {
		name = fmt.Sprintf("pmlogger.%d.socket", d.PID)
	}
	dir := conf.Get("PCP_RUN_DIR")
	if dir == "" {
		dir = "/run/pcp"
	}
	paths := []string{filepath.Join(dir, name)}
	if home, err := os.UserHomeDir(); err == nil {
		paths = append(paths, filepath.Join(home, ".pcp", "run", name))
	}
	return paths
}

// port is the control port of the pmlogger on a host.
func (d *Dialer) port(ctx context.Context, host string) (int, error) {
	if d.Port != 0 {
		return d.Port, nil
	}
	if !here(host) {
		return d.askPort(ctx, host)
	}
	p, ok := find(d.PID)
	if !ok {
		return 0, libpcp.Errno(syscall.ECONNREFUSED)
	}
	return p.Port, nil
}

// here reports whether a name is one of this machine's.
func here(host string) bool {
	name, err := os.Hostname()
	return host == "localhost" || err == nil && host == name
}

// askPort asks the pmcd of a host: pmcd.pmlogger.port has an instance for each
// pmlogger, its number, and 0 for the primary one.
func (d *Dialer) askPort(ctx context.Context, host string) (int, error) {
	client, err := pmcd.Dial(ctx, host)
	if err != nil {
		return 0, err
	}
	c := libpcp.NewContext(client)
	defer c.Close()
	group, err := c.Group(ctx, "pmcd.pmlogger.port")
	if err != nil {
		return 0, err
	}
	sample, err := group.Fetch(ctx)
	if err != nil {
		return 0, err
	}
	ports, err := sample.Values("pmcd.pmlogger.port")
	if err != nil {
		return 0, err
	}
	for _, p := range ports {
		if port := p.Float64(); int(p.Inst) == d.PID && port >= 1 && port <= math.MaxUint16 {
			return int(port), nil
		}
	}
	return 0, libpcp.Errno(syscall.ECONNREFUSED)
}

// requestLimit is the time that a reply may take; 0 is no limit.
func (d *Dialer) requestLimit() time.Duration {
	if d.RequestLimit > 0 {
		return d.RequestLimit
	}
	look := d.LookupEnv
	if look == nil {
		look = os.LookupEnv
	}
	text, _ := look("PMLOGGER_REQUEST_TIMEOUT")
	seconds, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}
