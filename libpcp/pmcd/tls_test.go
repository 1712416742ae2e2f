package pmcd_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

// metrics is a script that answers with those of a Memory.
func metrics(c *pmcdtest.Conn) { pmcdtest.Answer(c, sourcetest.NewMemory(300)) }

// serve is a pmcd that answers in TLS only.
func serve(t testing.TB, status libpcp.Error) pmcdtest.NetDial {
	return pmcdtest.Pipe(t, secure(t, newCertificate(t), status, metrics))
}

// TestTLSSource runs the conformance suite over TLS.
func TestTLSSource(t *testing.T) {
	t.Setenv("PCP_SECURE_SOCKETS", "1")
	t.Setenv("PCP_TLSCONF_PATH", os.DevNull)
	sourcetest.Run(t, func(t testing.TB) libpcp.Source {
		d := pmcd.Dialer{NetDial: serve(t, 0)}
		c, err := d.Dial(context.Background(), "fake")
		if err != nil {
			t.Fatal(err)
		}
		return c
	})
}

// TestAgain duplicates a client, and reconnects it.
func TestAgain(t *testing.T) {
	t.Setenv("PCP_TLSCONF_PATH", os.DevNull)
	d := pmcd.Dialer{NetDial: serve(t, 0)}
	c, err := d.Dial(context.Background(), "pcps://fake")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := sourcetest.Direct(c).Reconnect(context.Background()); err != nil {
		t.Error(err)
	}
	twin, err := c.Duplicate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer twin.Close()
	for _, src := range []libpcp.Source{c, twin} {
		if _, err := sourcetest.Direct(src).Traverse(context.Background(), ""); err != nil {
			t.Error(err)
		}
	}
}

// encode is a certificate as files have it.
func encode(c tls.Certificate) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]}))
}

// TestVerifiedHost dials pmcds at other hosts than the one that their certificate
// is for: only a protected connection refuses them, however TLS is configured.
func TestVerifiedHost(t *testing.T) {
	local, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	certificate := newCertificate(t, "right.example", local)
	dir := t.TempDir()
	ca, conf := filepath.Join(dir, "ca.crt"), filepath.Join(dir, "tls.conf")
	for file, text := range map[string]string{ca: encode(certificate), conf: "tls-ca-cert-file = " + ca + "\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PCP_TLSCONF_PATH", conf)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(encode(certificate)))
	direct := secure(t, certificate, 0, metrics)
	proxied := func(c *pmcdtest.Conn) {
		in := bufio.NewReader(c)
		in.ReadString('\n')
		io.WriteString(c, "pmproxy-server 1\n")
		in.ReadString('\n')
		direct(c)
	}
	for _, test := range []struct {
		spec   string
		level  pmcd.Protection
		config *tls.Config
		script pmcdtest.Script
		ok     bool
	}{
		{"right.example", pmcd.VerifyServer, nil, direct, true},
		{"wrong.example", pmcd.VerifyServer, nil, direct, false},
		{"wrong.example?protect=verify", pmcd.Unprotected, nil, direct, false},
		{"wrong.example?protect=passwords", pmcd.VerifyServer, nil, direct, false},
		{"localhost", pmcd.VerifyServer, nil, direct, local == "localhost"},
		{"pcps://wrong.example", pmcd.Unprotected, nil, direct, true},
		{"pcps://wrong.example", pmcd.ProtectPasswords, nil, direct, true},
		{"right.example@wrong.example", pmcd.VerifyServer, nil, proxied, true},
		{"wrong.example@right.example", pmcd.VerifyServer, nil, proxied, false},
		{"right.example", pmcd.VerifyServer, &tls.Config{RootCAs: roots}, direct, true},
		{"wrong.example", pmcd.VerifyServer, &tls.Config{RootCAs: roots}, direct, false},
		{"wrong.example", pmcd.VerifyServer, &tls.Config{RootCAs: roots, InsecureSkipVerify: true}, direct, false},
		{"wrong.example", pmcd.VerifyServer, &tls.Config{RootCAs: roots, ServerName: "right.example"}, direct, true},
		{"pcps://wrong.example", pmcd.Unprotected, &tls.Config{RootCAs: roots, InsecureSkipVerify: true}, direct, true},
		{"pcps://wrong.example", pmcd.Unprotected, &tls.Config{RootCAs: roots}, direct, false},
		{"wrong.example@right.example", pmcd.VerifyServer, &tls.Config{RootCAs: roots}, proxied, false},
	} {
		d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, test.script), Protection: test.level, TLSConfig: test.config}
		c, err := d.Dial(context.Background(), test.spec)
		switch {
		case test.ok != (err == nil), err != nil && libpcp.Code(err) != libpcp.ErrTLS:
			t.Errorf("%s, protection %d, %+v: %v", test.spec, test.level, test.config != nil, err)
		case err != nil && test.config == nil:
			var refused *pmcd.ProtectionError
			if !errors.As(err, &refused) || !strings.Contains(refused.Reason, "right.example") {
				t.Errorf("%s: %v names no host", test.spec, err)
			}
		}
		if err == nil {
			c.Close()
		}
	}
}

// TestFailures checks the codes of connections that do not come about, and
// what is logged of them.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	stranger, empty := filepath.Join(dir, "stranger.crt"), filepath.Join(dir, "empty.crt")
	strict, wrong, none := filepath.Join(dir, "strict.conf"), filepath.Join(dir, "wrong.conf"), filepath.Join(dir, "none.conf")
	for file, text := range map[string]string{
		stranger: encode(newCertificate(t)),
		empty:    "# no certificate\n",
		strict:   "tls-ca-cert-file = " + stranger + "\ntls-verify-clients = yes\n",
		wrong:    "tls-ca-cert-file = /nosuch\n",
		none:     "tls-ca-cert-file = " + empty + "\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	hangUp := func(c *pmcdtest.Conn) {
		c.Greet(pmcdtest.AllFeatures | pdu.FeatureSecure)
		c.Next()
		c.Read(make([]byte, 1)) // of TLS
	}
	ahead := func(c *pmcdtest.Conn) {
		c.Greet(withTLS)
		c.Next()
		c.Send(&pdu.Error{}, &pdu.Error{})
		c.Wait()
	}
	for _, test := range []struct {
		name string
		conf string
		dial pmcdtest.NetDial
		want libpcp.Error
		log  string
	}{
		{"refused", os.DevNull, serve(t, libpcp.ErrPermission), libpcp.ErrPermission, ""},
		{"a stranger", strict, serve(t, 0), libpcp.ErrTLS, ""},
		{"hung up", os.DevNull, pmcdtest.Pipe(t, hangUp), libpcp.ErrNotConn, ""},
		{"clear text ahead", os.DevNull, pmcdtest.Pipe(t, ahead), libpcp.ErrIPC, ""},
		{"misconfigured", wrong, serve(t, 0), libpcp.ErrNotConn,
			"Error Cannot load the CA Certificate list from /nosuch"},
		{"no certificate", none, serve(t, 0), libpcp.ErrNotConn,
			"Error Cannot load the CA Certificate list from " + empty},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("PCP_TLSCONF_PATH", test.conf)
			var log []string
			d := pmcd.Dialer{NetDial: test.dial,
				Log: func(priority, text string) { log = append(log, priority+" "+text) }}
			_, err := d.Dial(context.Background(), "pcps://fake")
			if libpcp.Code(err) != test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
			if errors.Is(err, os.ErrNotExist) != (test.conf == wrong) {
				t.Errorf("for another reason: %v", err)
			}
			if got := strings.Join(log, "|"); got != test.log {
				t.Errorf("logged %q, want %q", log, test.log)
			}
		})
	}
}

// TestEndless has a pmcd that agrees to TLS and then says nothing.
func TestEndless(t *testing.T) {
	t.Setenv("PCP_TLSCONF_PATH", os.DevNull)
	silent := func(c *pmcdtest.Conn) {
		c.Greet(pmcdtest.AllFeatures | pdu.FeatureSecure)
		c.Wait()
	}
	for _, test := range []struct {
		name  string
		ctx   func() (context.Context, context.CancelFunc)
		want  libpcp.Error
		after time.Duration
	}{
		{"nobody waits", func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(time.Second, cancel)
			return ctx, cancel
		}, libpcp.Errno(syscall.EINTR), time.Second},
		{"timeout", func() (context.Context, context.CancelFunc) {
			return context.WithCancel(context.Background())
		}, libpcp.ErrTimeout, 10 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := test.ctx()
				defer cancel()
				d := pmcd.Dialer{NetDial: pmcdtest.Pipe(t, silent)}
				start := time.Now()
				_, err := d.Dial(ctx, "pcps://fake")
				if libpcp.Code(err) != test.want || time.Since(start) != test.after {
					t.Errorf("got %v after %v, want %v after %v", err, time.Since(start), test.want, test.after)
				}
			})
		})
	}
}
