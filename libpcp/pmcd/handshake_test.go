package pmcd_test

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// TestIntroduction checks what the client sends before its first request,
// against what libpcp (C) does.
func TestIntroduction(t *testing.T) {
	pid := fmt.Sprintf("%08x", os.Getpid())
	for _, test := range []struct {
		name, spec string
		container  string // of the environment
		want       []string
		features   pdu.Features // offered beside all
	}{
		{name: "plain", spec: "fake", want: []string{"000000140000700c" + pid + "0000000101020000"}},
		{
			name: "by socket to a pmcd that demands credentials", spec: "local:/a",
			features: pdu.FeatureCredsReqd,
			want:     []string{"000000140000700c" + pid + "0000000101020008"},
		},
		{name: "in a container", spec: "fake?container=abc", want: []string{
			"000000140000700c" + pid + "0000000101020040",
			"0000001300007011000000000000000f616263",
		}},
		{name: "in the environment's container", spec: "fake", container: "abc", want: []string{
			"000000140000700c" + pid + "0000000101020040",
			"0000001300007011000000000000000f616263",
		}},
		{name: "in a container rather than the environment's", spec: "fake?container=abc", container: "xyz", want: []string{
			"000000140000700c" + pid + "0000000101020040",
			"0000001300007011000000000000000f616263",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.container != "" {
				t.Setenv("PCP_CONTAINER", test.container)
			}
			var got []string
			script := func(c *pmcdtest.Conn) {
				c.Greet(pmcdtest.AllFeatures | test.features)
				for range test.want {
					_, b, _ := c.Next()
					got = append(got, hex.EncodeToString(b))
				}
				c.NextRequest()
				c.Send(&pdu.PMNSIDs{IDs: []libpcp.PMID{1}})
				c.Wait()
			}
			d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script)}
			c, err := d.Dial(context.Background(), test.spec)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if found := sourcetest.Direct(c).Lookup(context.Background(), []string{"a"})[0]; found.Err != nil {
				t.Error(found.Err)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestSecurity checks that no connection is made in clear text, or without a
// container, where anything else was asked for. The codes are those of
// libpcp (C) where that refuses too.
func TestSecurity(t *testing.T) {
	const notSupported = -libpcp.Error(syscall.EOPNOTSUPP)
	const secure = withTLS
	for _, test := range []struct {
		spec     string
		env      string
		features pdu.Features
		want     libpcp.Error
		text     string
	}{
		{"fake", "", secure, 0, ""},
		{"pcps://fake", "", pmcdtest.AllFeatures, notSupported, "pmcd offers no TLS"},
		{"pcps://fake?secure=relaxed", "", pmcdtest.AllFeatures, 0, ""},
		{"pcps://fake?secure=nonsense", "", pmcdtest.AllFeatures, notSupported, "attribute secure=nonsense"},
		{"pcps://fake?secure", "", pmcdtest.AllFeatures, notSupported, "attribute secure="},
		{"fake", "enforce", pmcdtest.AllFeatures, notSupported, "pmcd offers no TLS"},
		{"fake", "relaxed", pmcdtest.AllFeatures, 0, ""},
		{"fake", "nonsense", secure, 0, ""},
		{"fake?secure=1", "", secure, 0, ""},
		{"fake", "", secure | pdu.FeatureCertReqd, libpcp.ErrNeedClientCert, ""},
		{"fake?compress", "", pmcdtest.AllFeatures, notSupported, "compression"},
		{"fake?username=root&password=x", "", 0, notSupported, "pmcd offers no authentication"},
		{"fake?container=a", "", 0, notSupported, "pmcd knows no containers"},
		{"fake?container", "", pmcdtest.AllFeatures, -libpcp.Error(syscall.ESRCH), "container without a name"},
	} {
		name := fmt.Sprintf("%s %s %x", test.spec, test.env, test.features)
		t.Run(name, func(t *testing.T) {
			if test.env != "" {
				t.Setenv("PCP_SECURE_SOCKETS", test.env)
			}
			script := func(c *pmcdtest.Conn) {
				c.Greet(test.features)
				if _, b, ok := c.Next(); ok {
					t.Errorf("received %x", b)
				}
			}
			d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, script)}
			c, err := d.Dial(context.Background(), test.spec)
			if libpcp.Code(err) != test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if text := libpcp.ErrorText(test.want); test.want != 0 {
				if test.text != "" {
					text = test.text + ": " + text
				}
				if text = "handshake with pmcd: " + text; err == nil || err.Error() != text {
					t.Errorf("got %v, want %s", err, text)
				}
			}
			if err == nil {
				c.Close()
			}
		})
	}
}

// dialed is what a client tries to connect to, always in vain.
type dialed struct {
	addresses []string
	err       error
}

func (d *dialed) dial(_ context.Context, network, address string) (net.Conn, error) {
	d.addresses = append(d.addresses, network+" "+address)
	return nil, d.err
}

// TestEndpoints checks what is tried, in which order, and which code is left.
func TestEndpoints(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	unreachable := &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", syscall.ENETUNREACH)}
	unknown := &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}
	late := &net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}
	const (
		noRoute   = -libpcp.Error(syscall.EHOSTUNREACH)
		refusal   = -libpcp.Error(syscall.ECONNREFUSED)
		noFile    = -libpcp.Error(syscall.ENOENT)
		forbidden = -libpcp.Error(syscall.EPERM)
	)
	for _, test := range []struct {
		spec string
		env  string // settings, separated by blanks
		err  error
		want libpcp.Error
		try  string
	}{
		{"host", "", refused, refusal, "tcp host:44321"},
		{"host", "", unreachable, refusal, "tcp host:44321"},
		{"host", "", late, refusal, "tcp host:44321"},
		{"host", "", unknown, noRoute, "tcp host:44321"},
		{"host:1,2", "", refused, refusal, "tcp host:1|tcp host:2"},
		{"host:70000", "", refused, refusal, "tcp host:4464"},
		{"[::1]:5", "", refused, refusal, "tcp [::1]:5"},
		{"host", "PMCD_PORT=7,0x8", refused, refusal, "tcp host:7|tcp host:8"},
		{"host", "PMCD_PORT=7,x", refused, refusal, "tcp host:44321"},
		{"host:1", "PMCD_PORT=7", refused, refusal, "tcp host:1"},
		{"unix:/a", "", refused, noFile, "unix /a"},
		{"unix:", "PMCD_SOCKET=/b", refused, noFile, "unix /b"},
		{"unix:", "PCP_RUN_DIR=/run/x", refused, noFile, "unix /run/x/pmcd.socket"},
		{"local:/a", "", refused, refusal, "unix /a|tcp localhost:44321"},
		{"local:/a", "PMCD_PORT=1,2", refused, refusal, "unix /a|tcp localhost:1|tcp localhost:2"},
		{"local:", "PMPROXY_HOST=p", refused, forbidden, ""},
		{"unix:", "PMPROXY_HOST=", refused, forbidden, ""},
		{"host", "PMPROXY_HOST=p", refused, refusal, "tcp p:44322"},
		{"host", "PMPROXY_HOST=p PMPROXY_PORT=5,6", refused, refusal, "tcp p:5"},
		{"host:1,2", "PMPROXY_HOST=p", refused, refusal, "tcp p:44322|tcp p:44322"},
		{"host@q:7,8", "PMPROXY_HOST=p", refused, refusal, "tcp q:7"},
		{"host@q", "PMPROXY_PORT=5", refused, refusal, "tcp q:44322"},
		{"host@q@r", "", unknown, noRoute, "tcp q:44322"},
		{"host@", "", refused, noRoute, ""},
		{"host", "PMPROXY_HOST=", refused, noRoute, ""},
		{"", "", refused, libpcp.ErrNotHost, ""},
		{"pcp://?container=x", "", refused, libpcp.ErrNotHost, ""},
		{"host:x", "", refused, libpcp.ErrGeneric, ""},
		{"host?user=%zz", "", refused, -libpcp.Error(syscall.EINVAL), ""},
	} {
		t.Run(test.spec+" "+test.env, func(t *testing.T) {
			for _, setting := range strings.Fields(test.env) {
				name, value, _ := strings.Cut(setting, "=")
				t.Setenv(name, value)
			}
			tried := dialed{err: test.err}
			d := pmcd.Dialer{NetDial: tried.dial}
			_, err := d.Dial(context.Background(), test.spec)
			if got := strings.Join(tried.addresses, "|"); got != test.try {
				t.Errorf("tried %s, want %s", got, test.try)
			}
			if err != nil {
				t.Logf("TEXT %s", err)
			}
			if libpcp.Code(err) != test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// TestPortsUntilHandshake has a port at which something else answers before
// the one at which there is a pmcd.
func TestPortsUntilHandshake(t *testing.T) {
	good := pmcdtest.Pipe(t, func(c *pmcdtest.Conn) { c.Greet(0); c.Wait() })
	bad := pmcdtest.Pipe(t, func(c *pmcdtest.Conn) { c.Send(&pdu.Text{}) })
	d := pmcd.Dialer{NetDial: func(ctx context.Context, network, address string) (net.Conn, error) {
		switch address {
		case "host:1":
			return nil, errors.New("refused")
		case "host:2":
			return bad(ctx, network, address)
		}
		return good(ctx, network, address)
	}}
	c, err := d.Dial(context.Background(), "host:1,2,3")
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if _, err := d.Dial(context.Background(), "host:1,2"); !errors.Is(err, libpcp.ErrIPC) {
		t.Errorf("got %v, want that of the last port", err)
	}
}

func TestWarnings(t *testing.T) {
	t.Setenv("PMCD_CONNECT_TIMEOUT", "bad")
	t.Setenv("PMCD_REQUEST_TIMEOUT", "-2")
	var got []string
	d := pmcd.Dialer{
		Log:     func(_, text string) { got = append(got, text) },
		NetDial: pmcdtest.Pipe(t, func(c *pmcdtest.Conn) { c.Greet(0); c.Wait() }),
	}
	dial(t, d)
	want := []string{
		"auxconnect.c:__pmAuxConnectPMCDPort: ignored bad PMCD_CONNECT_TIMEOUT = 'bad'",
		"ignored bad PMCD_REQUEST_TIMEOUT = '-2'",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
