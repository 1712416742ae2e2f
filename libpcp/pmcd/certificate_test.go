package pmcd

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"strings"
	"testing"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/format"
)

// TestCertificateNames: names in a certificate that is not accepted come from a
// stranger, and a terminal obeys none of them.
func TestCertificateNames(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"x\x1b[2J\x1b]0;x\a.example"}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	err = verifyServer(tls.ConnectionState{PeerCertificates: []*x509.Certificate{certificate}}, x509.NewCertPool(), "localhost")
	p, ok := err.(*ProtectionError)
	if !ok || libpcp.Code(err) != libpcp.ErrTLS || !strings.Contains(p.Reason, `x\x1b[2J\x1b]0;x\x07.example`) {
		t.Fatalf("got %v", err)
	}
	if strings.ContainsFunc(err.Error()+p.Reason, format.TerminalControl) {
		t.Errorf("got %q", err)
	}
}
