package pmcd

import (
	"crypto/x509"
	"errors"
	"path/filepath"
	"strings"

	"pcptools/libpcp/internal/access"
	"pcptools/libpcp/internal/conf"
)

// tlsConf is the content of tls.conf, by key, such as "tls-ca-cert-file".
type tlsConf map[string]string

// maxConf is how long tls.conf and the files that it names may be, in bytes.
const maxConf = 16 << 20

// readTLSConf reads the file that PCP_TLSCONF_PATH names. Without one nothing
// is configured.
func readTLSConf(env conf.Env) tlsConf {
	path, ok := env.Lookup("PCP_TLSCONF_PATH")
	if !ok {
		path = "/etc/pcp/tls.conf"
	}
	text, err := access.ReadFile(path, maxConf)
	if err != nil {
		return nil
	}
	return parseTLSConf(string(text))
}

// parseTLSConf reads lines of the form "key = value" or "key: value". A value
// ends at white space, a comment goes from # to the end of its line, and other
// lines are skipped.
func parseTLSConf(text string) tlsConf {
	settings := make(tlsConf)
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		i := strings.IndexAny(line, "=:")
		if i < 0 {
			continue
		}
		value := strings.Fields(line[i+1:])
		if len(value) > 0 {
			settings[strings.TrimSpace(line[:i])] = value[0]
		}
	}
	return settings
}

// Roots returns the certificate authorities in the file tls.conf, or in the file
// that PCP_TLSCONF_PATH names, which verify servers; nil stands for the
// authorities of the system.
func Roots(lookupEnv func(name string) (value string, ok bool)) (*x509.CertPool, error) {
	conf := readTLSConf(lookupEnv)
	roots, err := conf.roots()
	if err != nil {
		return nil, misconfigured("Cannot load the CA Certificate list from "+conf["tls-ca-cert-file"], err)
	}
	return roots, nil
}

// roots are the certificates that may vouch for a server: those configured, or
// else the system's, which nil stands for.
func (c tlsConf) roots() (*x509.CertPool, error) {
	file, dir := c["tls-ca-cert-file"], c["tls-ca-cert-dir"]
	if file == "" && dir == "" {
		return nil, nil
	}
	pool := x509.NewCertPool()
	if file != "" {
		var err error
		if pool, err = readCertificates(file); err != nil {
			return nil, err
		}
	}
	// A directory for OpenSSL has each certificate in a file named by a hash of
	// its subject.
	hashed, _ := filepath.Glob(filepath.Join(dir, strings.Repeat("[0-9a-f]", 8)+".[0-9]*"))
	for _, file := range hashed {
		if text, err := access.ReadFile(file, maxConf); err == nil {
			pool.AppendCertsFromPEM(text)
		}
	}
	return pool, nil
}

// readCertificates reads a file of certificates, of which there must be one.
func readCertificates(file string) (*x509.CertPool, error) {
	text, err := access.ReadFile(file, maxConf)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, errors.New("no certificate in it")
	}
	return pool, nil
}
