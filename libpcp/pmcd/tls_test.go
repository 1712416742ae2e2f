package pmcd_test

import (
	"context"
	"encoding/pem"
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
	return pmcdtest.Pipe(t, pmcdtest.Secure(t, status, metrics))
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

// TestFailures checks the codes of connections that do not come about, and
// what is logged of them.
func TestFailures(t *testing.T) {
	dir := t.TempDir()
	stranger := filepath.Join(dir, "stranger.crt")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: pmcdtest.Certificate(t).Certificate[0]}
	strict, wrong := filepath.Join(dir, "strict.conf"), filepath.Join(dir, "wrong.conf")
	for file, text := range map[string]string{
		stranger: string(pem.EncodeToMemory(block)),
		strict:   "tls-ca-cert-file = " + stranger + "\ntls-verify-clients = yes\n",
		wrong:    "tls-ca-cert-file = /nosuch\n",
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
		c.Greet(pmcdtest.WithTLS)
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
