package pmcd

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

func TestTLSConf(t *testing.T) {
	conf := parseTLSConf("# tls-key-file = a\n tls-key-file=b c # d\ntls-cert-file: e=f\n\nnothing\ntls-ca-cert-dir =\n=x\n")
	if len(conf) != 3 || conf["tls-key-file"] != "b" || conf["tls-cert-file"] != "e=f" {
		t.Errorf("got %q", conf)
	}
}

func FuzzTLSConf(f *testing.F) {
	f.Add("tls-key-file = b # c\ntls-cert-file: d\n")
	f.Fuzz(func(t *testing.T, text string) {
		for key, value := range parseTLSConf(text) {
			if strings.ContainsAny(key+value, "\n#") || value == "" {
				t.Errorf("%q is %q", key, value)
			}
		}
	})
}

// TestCipherSuites connects to servers that allow one cipher suite, of those that
// crypto/tls has but does not offer by default.
func TestCipherSuites(t *testing.T) {
	certificate := selfSigned(t)
	for _, suite := range []uint16{
		tls.TLS_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
	} {
		config, err := configure(nil, "host", "", false)
		if err != nil {
			t.Fatal(err)
		}
		ours, theirs := net.Pipe()
		go tls.Server(theirs, &tls.Config{Certificates: []tls.Certificate{certificate}, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite}}).Handshake()
		nc, err := startTLS(t.Context(), ours, config)
		if err != nil {
			t.Errorf("%s: %v", tls.CipherSuiteName(suite), err)
		} else if got := nc.(*tls.Conn).ConnectionState().CipherSuite; got != suite {
			t.Errorf("%s: got %s", tls.CipherSuiteName(suite), tls.CipherSuiteName(got))
		}
		ours.Close()
		theirs.Close()
	}
}

// selfSigned is a certificate with a key for RSA.
func selfSigned(t *testing.T) tls.Certificate {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
