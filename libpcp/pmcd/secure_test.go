package pmcd_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"math/big"
	"net"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/internal/pdu"
	"pcptools/libpcp/internal/pmcdtest"
)

// withTLS is what a pmcd with certificates offers.
const withTLS = pmcdtest.AllFeatures | pdu.FeatureSecure | pdu.FeatureSecureAck

// secure is the script of a fake pmcd that wants TLS. It answers clients that want
// TLS with status and, unless that is an error, shows them the certificate and
// continues with the script inside.
func secure(t testing.TB, certificate tls.Certificate, status libpcp.Error, inside pmcdtest.Script) pmcdtest.Script {
	config := &tls.Config{Certificates: []tls.Certificate{certificate}}
	return func(c *pmcdtest.Conn) {
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
		encrypted := pmcdtest.NewConn(&oneByOne{Conn: tls.Server(c, config), t: t})
		defer encrypted.Close()
		inside(encrypted)
	}
}

// newCertificate makes a self-signed certificate for hosts of these names.
func newCertificate(t testing.TB, names ...string) tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), IsCA: true, BasicConstraintsValid: true, DNSNames: names,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// oneByOne fails the test when a TLS record has bytes of two PDUs, the second of
// which a pmcd that waits for the network would not see.
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
