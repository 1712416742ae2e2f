package pmcd_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
	"pcptools/libpcp/internal/sourcetest"
	"pcptools/libpcp/pmcd"
)

const withTLS = pmcdtest.AllFeatures | pdu.FeatureSecure | pdu.FeatureSecureAck

// certificate makes one that vouches for itself.
func certificate(t testing.TB) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// oneByOne fails the test when a TLS record has bytes of two PDUs, the second of
// which would be lost on a pmcd that only looks at what comes over the network.
type oneByOne struct {
	net.Conn
	t    testing.TB
	left int // of the PDU that has begun
}

func (c *oneByOne) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.left == 0 && n >= pdu.HeaderLen {
		c.left = int(binary.BigEndian.Uint32(p))
	}
	if c.left -= n; c.left < 0 {
		c.t.Errorf("%d bytes of a record belong to another PDU", -c.left)
	}
	return n, err
}

// serveTLS is a pmcd that answers in TLS only.
func serveTLS(t testing.TB, status libpcp.Error) pmcdtest.NetDial {
	config := &tls.Config{Certificates: []tls.Certificate{certificate(t)}}
	return pmcdtest.Pipe(t, func(c *pmcdtest.Conn) {
		c.Greet(withTLS)
		_, b, _ := c.Next()
		var creds pdu.Creds
		if err := creds.Decode(b); err != nil {
			t.Error(err)
		}
		if _, wanted, _ := creds.Version(); wanted != pdu.FeatureSecure|pdu.FeatureSecureAck {
			t.Errorf("client wants %04x", wanted)
		}
		c.Send(&pdu.Error{Code: status})
		if status < 0 {
			c.Wait()
			return
		}
		inside := pmcdtest.NewConn(&oneByOne{Conn: tls.Server(c, config), t: t})
		defer inside.Close()
		pmcdtest.Answer(inside, sourcetest.NewMemory(300))
	})
}

// TestTLSSource runs the conformance suite over TLS.
func TestTLSSource(t *testing.T) {
	sourcetest.Run(t, func(t testing.TB) libpcp.Source {
		t.(*testing.T).Setenv("PCP_SECURE_SOCKETS", "1")
		t.(*testing.T).Setenv("PCP_TLSCONF_PATH", os.DevNull)
		return dial(t, pmcd.Dialer{NetDial: serveTLS(t, 0)})
	})
}

// TestTLSFails checks the codes of connections that do not come about.
func TestTLSFails(t *testing.T) {
	stranger := filepath.Join(t.TempDir(), "stranger.crt")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: certificate(t).Certificate[0]}
	conf := filepath.Join(t.TempDir(), "tls.conf")
	text := "tls-ca-cert-file = " + stranger + "\ntls-verify-clients = yes\n"
	if err := os.WriteFile(stranger, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
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
	}{
		{"refused", os.DevNull, serveTLS(t, libpcp.ErrPermission), libpcp.ErrPermission},
		{"a stranger", conf, serveTLS(t, 0), libpcp.ErrTLS},
		{"hung up", os.DevNull, pmcdtest.Pipe(t, hangUp), libpcp.ErrNotConn},
		{"clear text ahead", os.DevNull, pmcdtest.Pipe(t, ahead), libpcp.ErrIPC},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("PCP_TLSCONF_PATH", test.conf)
			d := pmcd.Dialer{NetDial: test.dial}
			_, err := d.Dial(context.Background(), "pcps://fake")
			if libpcp.Code(err) != test.want {
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}
