// Package ciphers lists the cipher suites that clients offer for TLS.
package ciphers

import "crypto/tls"

// Suites returns those that crypto/tls offers by default and, for servers that allow
// only these, others for TLS 1.2 that OpenSSL has by default: with RSA for exchanging
// keys, and with CBC and SHA-256. The suites of TLS 1.3 cannot be configured.
func Suites() []uint16 {
	var list []uint16
	for _, suite := range tls.CipherSuites() {
		list = append(list, suite.ID)
	}
	return append(list,
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256,
		tls.TLS_RSA_WITH_AES_256_GCM_SHA384, tls.TLS_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_RSA_WITH_AES_128_CBC_SHA256, tls.TLS_RSA_WITH_AES_256_CBC_SHA, tls.TLS_RSA_WITH_AES_128_CBC_SHA)
}
