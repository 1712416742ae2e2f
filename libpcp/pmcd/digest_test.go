package pmcd

import (
	"maps"
	"testing"

	"pcptools/libpcp"
)

// TestDigest replays the example of RFC 2831.
func TestDigest(t *testing.T) {
	client, server := digestProofs(identity{"chris", "secret"}, "elwood.innosoft.com", "OA6MG9tEQGm2hh", "OA6MHXh6VqTrRk", "imap/elwood.innosoft.com")
	if client != "d388dad90d4bbd760a152321f2143af7" || server != "ea40f60335c427b5527b84dbabcdfffd" {
		t.Errorf("got %s, %s", client, server)
	}
	m := &digest{steps: 2, proof: server}
	if _, _, err := m.step([]byte("rspauth=ea40f60335c427b5527b84dbabcdfffe")); libpcp.Code(err) != saslBadServer {
		t.Errorf("with a wrong proof got %v", err)
	}
	m.steps = 2
	if response, done, err := m.step([]byte("rspauth=" + server)); len(response) > 0 || !done || err != nil {
		t.Errorf("got %q, %v, %v", response, done, err)
	}
}

func TestDigestRefuses(t *testing.T) {
	for _, challenge := range []string{
		"", "nonce", `nonce="x`, "algorithm=md5-sess", "nonce=x", "nonce=x,algorithm=md5", `nonce=x,algorithm=md5-sess,qop="auth-int,auth-conf"`,
	} {
		m := &digest{steps: 1}
		if _, _, err := m.step([]byte(challenge)); libpcp.Code(err) != saslBadProtocol {
			t.Errorf("%q: got %v", challenge, err)
		}
	}
}

func TestDirectives(t *testing.T) {
	got, ok := directives(`nonce="a\"b\\c,d",, realm = x ,NONCE="second",empty=,last="y"`)
	want := map[string]string{"nonce": `a"b\c,d`, "realm": "x", "empty": "", "last": "y"}
	if !ok || !maps.Equal(got, want) {
		t.Errorf("got %q, %v", got, ok)
	}
}

// FuzzDigest answers challenges. What they say comes back as it was.
func FuzzDigest(f *testing.F) {
	f.Add(`nonce="x\"y",realm="vm",qop="auth,auth-int",charset=utf-8,algorithm=md5-sess`, "rspauth=00")
	spec, err := parseHostSpec("pcp://vm?user=a%22b&password=c", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, challenge, final string) {
		m := &digest{who: who{client: &Client{spec: spec}, server: "vm"}, steps: 1}
		response, _, err := m.step([]byte(challenge))
		if err != nil {
			return
		}
		asked, _ := directives(challenge)
		answered, ok := directives(string(response))
		if !ok || answered["nonce"] != asked["nonce"] || answered["realm"] != asked["realm"] || answered["username"] != `a"b` {
			t.Errorf("%q is answered with %q", challenge, response)
		}
		if _, _, err := m.step([]byte(final)); err == nil {
			t.Error("authenticated without the password")
		}
	})
}
