package world

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Security is the directory of what a kit with Options.Secure has for clients and
// their tls.conf: ca.crt, which vouches for the worlds' certificate, which is for localhost, and for
// client.crt (with client.key); other.crt, which vouches for neither; and files
// that are no good. The worlds know the user root by the password "sekret".
func (k *Kit) Security() string { return filepath.Join(k.Dir, "security") }

// PasswordTool is what a secure kit sets a password with.
const PasswordTool = "/usr/sbin/saslpasswd2"

// secureEnv makes pmcd offer TLS and look up passwords in the kit's files.
func (k *Kit) secureEnv() []string {
	if !k.secure {
		return nil
	}
	return []string{
		"PCP_TLSCONF_PATH=" + filepath.Join(k.Security(), "pmcd.conf"),
		"SASL_CONF_PATH=" + filepath.Join(k.Security(), "sasl"),
	}
}

// addSecurity writes certificates, keys, and a password.
func (k *Kit) addSecurity() error {
	if !k.secure {
		return nil
	}
	dir := k.Security()
	if err := os.MkdirAll(filepath.Join(dir, "sasl"), 0o755); err != nil {
		return err
	}
	ca, err := issue(dir, "ca", nil)
	if err != nil {
		return err
	}
	for name, issuer := range map[string]*authority{"pmcd": ca, "client": ca, "other": nil} {
		if _, err := issue(dir, name, issuer); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{
		"pmcd.conf":      "tls-ca-cert-file = $/ca.crt\ntls-cert-file = $/pmcd.crt\ntls-key-file = $/pmcd.key\n",
		"sasl/pmcd.conf": "mech_list: plain login scram-sha-256 scram-sha-1 digest-md5 cram-md5 anonymous\nsasldb_path: $/passwd.db\n",
		"empty":          "",
	} {
		text = strings.ReplaceAll(text, "$", dir)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return k.addUser("root", "sekret")
}

func (k *Kit) addUser(name, password string) error {
	db := filepath.Join(k.Security(), "passwd.db")
	cmd := k.tree.Command(context.Background(), PasswordTool, "-p", "-a", "pmcd", "-c", "-f", db, name)
	cmd.Stdin = strings.NewReader(password)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return os.Chmod(db, 0o644)
}

// authority is who can vouch for others.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// issue makes name.crt and name.key, vouched for by issuer or, without one, by
// itself.
func issue(dir, name string, issuer *authority) (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(time.Now().UnixNano()),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  issuer == nil,
		BasicConstraintsValid: true,
	}
	if name == "pmcd" {
		template.DNSNames = []string{"localhost"}
	}
	if issuer == nil {
		issuer = &authority{template, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, issuer.certificate, &key.PublicKey, issuer.key)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	err = errors.Join(writePEM(dir, name+".crt", "CERTIFICATE", der), writePEM(dir, name+".key", "PRIVATE KEY", secret))
	return &authority{certificate, key}, err
}

func writePEM(dir, file, kind string, bytes []byte) error {
	return os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o644)
}
