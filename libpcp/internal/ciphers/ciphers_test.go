package ciphers

import (
	"crypto/tls"
	"slices"
	"testing"
)

// TestSuites finds what is to be offered, once, and nothing that is broken.
func TestSuites(t *testing.T) {
	list := Suites()
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		n := 0
		for _, id := range list {
			if id == suite.ID {
				n++
			}
		}
		wanted := !suite.Insecure || slices.Contains([]uint16{
			tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256, tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, tls.TLS_RSA_WITH_AES_256_GCM_SHA384,
			tls.TLS_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_RSA_WITH_AES_128_CBC_SHA256, tls.TLS_RSA_WITH_AES_256_CBC_SHA, tls.TLS_RSA_WITH_AES_128_CBC_SHA,
		}, suite.ID)
		if wanted != (n == 1) {
			t.Errorf("%s is offered %d times", suite.Name, n)
		}
	}
}
