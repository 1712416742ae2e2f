package pmcd

import (
	"cmp"
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"hash"
	"os"
	"strconv"
	"strings"
)

// The mechanisms known here, the best first.
var mechanisms = []struct {
	name  string
	start func(who) mechanism
}{
	{"SCRAM-SHA-256", func(w who) mechanism { return &scram{who: w, hash: sha256.New} }},
	{"SCRAM-SHA-512", func(w who) mechanism { return &scram{who: w, hash: sha512.New} }},
	{"SCRAM-SHA-384", func(w who) mechanism { return &scram{who: w, hash: sha512.New384} }},
	{"SCRAM-SHA-224", func(w who) mechanism { return &scram{who: w, hash: sha256.New224} }},
	{"SCRAM-SHA-1", func(w who) mechanism { return &scram{who: w, hash: sha1.New} }},
	{"DIGEST-MD5", func(w who) mechanism { return &digest{who: w} }},
	{"PLAIN", func(w who) mechanism { return plain{w} }},
	{"LOGIN", func(w who) mechanism { return &login{who: w} }},
	{"ANONYMOUS", func(w who) mechanism { return anonymous{w} }},
	{"CRAM-MD5", func(w who) mechanism { return &cram{who: w} }},
}

// others are mechanisms that the SASL library of PCP knows, too.
var others = []string{"EXTERNAL", "NTLM"}

// anonymous is ANONYMOUS (RFC 4505); a name is for the log.
type anonymous struct{ who }

func (m anonymous) step([]byte) ([]byte, bool, error) {
	name, _ := m.name() // or none
	host, err := os.Hostname()
	return []byte(cmp.Or(name, "anonymous") + "@" + host), true, err
}

// plain is PLAIN (RFC 4616), acting for oneself.
type plain struct{ who }

func (m plain) step([]byte) ([]byte, bool, error) {
	id, err := m.identify()
	return []byte(id.user + "\x00" + id.user + "\x00" + id.password), true, err
}

// login is LOGIN: the name and the password, each when asked.
type login struct {
	who
	identity
	steps int
}

func (m *login) step([]byte) (_ []byte, _ bool, err error) {
	m.steps++
	switch m.steps {
	case 1:
		m.identity, err = m.identify()
		return nil, false, err
	case 2:
		return []byte(m.user), false, nil
	}
	return []byte(m.password), true, nil
}

// cram is CRAM-MD5 (RFC 2195).
type cram struct {
	who
	asked bool
}

func (m *cram) step(challenge []byte) ([]byte, bool, error) {
	if !m.asked {
		m.asked = true
		return nil, false, nil
	}
	id, err := m.identify()
	h := hmac.New(md5.New, []byte(id.password))
	h.Write(challenge)
	return fmt.Appendf(nil, "%s %x", id.user, h.Sum(nil)), true, err
}

// scram is one of the SCRAM mechanisms (RFC 5802, RFC 7677), with a hash, without
// channel binding, acting for oneself.
type scram struct {
	who
	identity
	hash      func() hash.Hash
	nonce     string
	header    string // GS2
	bare      string // the first message, without header
	signature []byte // that the server has to show
}

func (m *scram) step(challenge []byte) (_ []byte, _ bool, err error) {
	switch {
	case m.nonce == "":
		m.identity, err = m.identify()
		return m.clientFirst(), false, err
	case m.signature == nil:
		response, err := m.prove(string(challenge))
		return response, false, err
	}
	return nil, true, m.verify(string(challenge))
}

func (m *scram) clientFirst() []byte {
	m.nonce = rand.Text()
	name := strings.NewReplacer("=", "=3D", ",", "=2C").Replace(m.user)
	m.header = "n,a=" + name + ","
	m.bare = "n=" + name + ",r=" + m.nonce
	return []byte(m.header + m.bare)
}

// prove answers the server's first message with the proof that we have the
// password, and works out what the server has to prove.
func (m *scram) prove(first string) ([]byte, error) {
	nonce, salt, iterations, err := parseScram(first)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(nonce, m.nonce) || len(nonce) == len(m.nonce) {
		return nil, fmt.Errorf("a nonce of somebody else: %w", saslBadProtocol)
	}
	salted, err := pbkdf2.Key(m.hash, m.password, salt, iterations, m.hash().Size())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", saslFail, err)
	}
	final := "c=" + base64.StdEncoding.EncodeToString([]byte(m.header)) + ",r=" + nonce
	signed := m.bare + "," + first + "," + final
	key := m.mac(salted, "Client Key")
	h := m.hash()
	h.Write(key)
	proof := make([]byte, len(key))
	subtle.XORBytes(proof, key, m.mac(h.Sum(nil), signed))
	m.signature = m.mac(m.mac(salted, "Server Key"), signed)
	return []byte(final + ",p=" + base64.StdEncoding.EncodeToString(proof)), nil
}

// verify checks that the server knows the password, too.
func (m *scram) verify(final string) error {
	proof, ok := strings.CutPrefix(final, "v=")
	got, err := base64.StdEncoding.DecodeString(proof)
	if !ok || err != nil || subtle.ConstantTimeCompare(got, m.signature) == 0 {
		return fmt.Errorf("the server does not know the password: %w", saslBadServer)
	}
	return nil
}

func (m *scram) mac(key []byte, text string) []byte {
	h := hmac.New(m.hash, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}

// maxIterations bounds what a server can make us compute.
const maxIterations = 1 << 20

// parseScram takes the server's first message apart: "r=…,s=…,i=…".
func parseScram(first string) (nonce string, salt []byte, iterations int, err error) {
	parts := strings.Split(first, ",")
	if len(parts) < 3 || !strings.HasPrefix(parts[0], "r=") || !strings.HasPrefix(parts[1], "s=") ||
		!strings.HasPrefix(parts[2], "i=") {
		return "", nil, 0, fmt.Errorf("message %q: %w", first, saslBadProtocol)
	}
	salt, err = base64.StdEncoding.DecodeString(parts[1][2:])
	if err == nil {
		iterations, err = strconv.Atoi(parts[2][2:])
	}
	if err != nil || len(salt) == 0 || iterations < 1 || iterations > maxIterations {
		return "", nil, 0, fmt.Errorf("message %q: %w", first, saslBadProtocol)
	}
	return parts[0][2:], salt, iterations, nil
}
