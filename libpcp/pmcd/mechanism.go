package pmcd

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

func newMechanism(name string, id identity) mechanism {
	switch name {
	case "SCRAM-SHA-256":
		return &scram{identity: id}
	case "LOGIN":
		return &login{identity: id}
	}
	return plain{id}
}

// plain is PLAIN (RFC 4616), acting for oneself.
type plain struct{ identity }

func (m plain) step([]byte) ([]byte, bool, error) {
	return []byte(m.user + "\x00" + m.user + "\x00" + m.password), true, nil
}

// login is LOGIN: the name and the password, each when asked.
type login struct {
	identity
	steps int
}

func (m *login) step([]byte) ([]byte, bool, error) {
	m.steps++
	switch m.steps {
	case 1:
		return nil, false, nil
	case 2:
		return []byte(m.user), false, nil
	}
	return []byte(m.password), true, nil
}

// scram is SCRAM-SHA-256 (RFC 5802, RFC 7677) without channel binding, acting
// for oneself.
type scram struct {
	identity
	nonce     string
	header    string // GS2
	bare      string // the first message, without header
	signature []byte // that the server has to show
}

func (m *scram) step(challenge []byte) ([]byte, bool, error) {
	switch {
	case m.nonce == "":
		return m.introduce(), false, nil
	case m.signature == nil:
		response, err := m.prove(string(challenge))
		return response, false, err
	}
	return nil, true, m.verify(string(challenge))
}

func (m *scram) introduce() []byte {
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
	salted, err := pbkdf2.Key(sha256.New, m.password, salt, iterations, sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", saslFail, err)
	}
	final := "c=" + base64.StdEncoding.EncodeToString([]byte(m.header)) + ",r=" + nonce
	signed := m.bare + "," + first + "," + final
	key := mac(salted, "Client Key")
	stored := sha256.Sum256(key)
	proof := make([]byte, len(key))
	subtle.XORBytes(proof, key, mac(stored[:], signed))
	m.signature = mac(mac(salted, "Server Key"), signed)
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

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
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
