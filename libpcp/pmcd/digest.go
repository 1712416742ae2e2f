package pmcd

import (
	"crypto/md5"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"slices"
	"strings"
)

// digest is DIGEST-MD5 (RFC 2831) without a security layer, acting for oneself.
type digest struct {
	who
	steps int
	proof string // that the server has to show
}

func (m *digest) step(challenge []byte) ([]byte, bool, error) {
	m.steps++
	switch m.steps {
	case 1:
		return nil, false, nil
	case 2:
		response, err := m.prove(string(challenge))
		return response, false, err
	}
	return nil, true, m.verify(string(challenge))
}

// prove answers the server's challenge with the proof that we have the password,
// and works out what the server has to prove.
func (m *digest) prove(challenge string) ([]byte, error) {
	fields, ok := directives(challenge)
	if !ok || fields["nonce"] == "" || fields["algorithm"] != "md5-sess" || !offersAuth(fields) {
		return nil, fmt.Errorf("challenge %q: %w", challenge, saslBadProtocol)
	}
	id, err := m.identify()
	if err != nil {
		return nil, err
	}
	realm, nonce, own, uri := fields["realm"], fields["nonce"], rand.Text(), "PCP Collector/"+m.server
	var response string
	response, m.proof = digestProofs(id, realm, nonce, own, uri)
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace
	return fmt.Appendf(nil, `username="%s",realm="%s",nonce="%s",cnonce="%s",nc=%s,qop=auth,digest-uri="%s",response=%s`,
		quote(id.user), quote(realm), quote(nonce), own, digestCount, quote(uri), response), nil
}

// digestCount is how often a nonce is used.
const digestCount = "00000001"

// digestProofs returns what the client and the server have to prove.
func digestProofs(id identity, realm, nonce, own, uri string) (client, server string) {
	secret := md5.Sum([]byte(id.user + ":" + realm + ":" + id.password))
	session := hexMD5(string(secret[:]) + ":" + nonce + ":" + own)
	prove := func(method string) string {
		return hexMD5(session + ":" + nonce + ":" + digestCount + ":" + own + ":auth:" + hexMD5(method+":"+uri))
	}
	return prove("AUTHENTICATE"), prove("")
}

// verify checks that the server knows the password, too.
func (m *digest) verify(final string) error {
	fields, ok := directives(final)
	if !ok || subtle.ConstantTimeCompare([]byte(fields["rspauth"]), []byte(m.proof)) == 0 {
		return fmt.Errorf("the server does not know the password: %w", saslBadServer)
	}
	return nil
}

func hexMD5(text string) string { return fmt.Sprintf("%x", md5.Sum([]byte(text))) }

// offersAuth reports whether a challenge allows for a connection without a
// security layer.
func offersAuth(fields map[string]string) bool {
	levels, limited := fields["qop"]
	if !limited {
		return true
	}
	return slices.ContainsFunc(strings.Split(levels, ","), func(level string) bool {
		return strings.EqualFold(strings.TrimSpace(level), "auth")
	})
}

// directives parses key=value,key="value",…; of several for a key the first
// counts.
func directives(text string) (map[string]string, bool) {
	fields := make(map[string]string)
	for text = strings.TrimLeft(text, ", "); text != ""; text = strings.TrimLeft(text, ", ") {
		key, rest, ok := strings.Cut(text, "=")
		if !ok {
			return nil, false
		}
		var value string
		if rest, quoted := strings.CutPrefix(rest, `"`); quoted {
			if value, text, ok = unquote(rest); !ok {
				return nil, false
			}
		} else {
			value, text, _ = strings.Cut(rest, ",")
			value = strings.TrimSpace(value)
		}
		if key = strings.ToLower(strings.TrimSpace(key)); fields[key] == "" {
			fields[key] = value
		}
	}
	return fields, true
}

// unquote returns a quoted value, and what follows on its closing quote.
func unquote(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
