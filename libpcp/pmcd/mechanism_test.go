package pmcd

import (
	"context"
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// userOf is a client whose host specification has a user, as in RFC 2195.
func userOf(t *testing.T, attributes string) *Client {
	t.Helper()
	spec, err := parseHostSpec("h?username=tim&password=tanstaaftanstaaf"+attributes, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Client{spec: spec}
}

// TestMechanisms answers the challenges of each mechanism that has no messages of the
// server's to check.
func TestMechanisms(t *testing.T) {
	host, _ := os.Hostname()
	for _, test := range []struct {
		offered             string
		encrypted           bool
		name                string
		challenges, answers []string
	}{
		{"ANONYMOUS", false, "ANONYMOUS", nil, []string{"tim@" + host}},
		{"CRAM-MD5 login", false, "LOGIN", []string{"Username:", "Password:"}, []string{"", "tim", "tanstaaftanstaaf"}},
		{"LOGIN plain", true, "PLAIN", nil, []string{"tim\x00tim\x00tanstaaftanstaaf"}},
		{"NTLM CRAM-MD5", false, "CRAM-MD5", []string{"<1896.697170952@postoffice.reston.mci.net>"},
			[]string{"", "tim b913a602c7eda7a495b4e6e7334d3890"}},
	} {
		c := userOf(t, "")
		name, start, err := c.chooseMechanism(test.offered, test.encrypted)
		if name != test.name || err != nil {
			t.Errorf("of %s: %s, %v; want %s", test.offered, name, err, test.name)
			continue
		}
		m := start(who{client: c})
		for i, want := range test.answers {
			var challenge []byte
			if i > 0 {
				challenge = []byte(test.challenges[i-1])
			}
			got, done, err := m.step(challenge)
			if string(got) != want || done != (i == len(test.answers)-1) || err != nil {
				t.Errorf("%s, step %d: %q, %t, %v; want %q", name, i, got, done, err, want)
			}
		}
	}
}

// TestScramHashes wants proofs of the size of each hash, the best mechanism first.
func TestScramHashes(t *testing.T) {
	offered := []string{"SCRAM-SHA-1", "SCRAM-SHA-224", "SCRAM-SHA-384", "SCRAM-SHA-512", "SCRAM-SHA-256"}
	for i, size := range []int{20, 28, 48, 64, 32} {
		c := userOf(t, "")
		name, start, err := c.chooseMechanism(strings.Join(append(offered[:i+1:i+1], "DIGEST-MD5", "PLAIN"), " "), true)
		if name != offered[i] || err != nil {
			t.Errorf("of %v: %s, %v", offered[:i+1], name, err)
			continue
		}
		m := start(who{client: c})
		first, _, err := m.step(nil)
		_, nonce, _ := strings.Cut(string(first), ",r=")
		if !strings.HasPrefix(string(first), "n,a=tim,n=tim,r=") || err != nil {
			t.Errorf("%s: %q, %v", name, first, err)
		}
		final, done, err := m.step([]byte("r=" + nonce + "more,s=QQ==,i=1"))
		_, proof, _ := strings.Cut(string(final), ",p=")
		if b, invalid := base64.StdEncoding.DecodeString(proof); len(b) != size || invalid != nil || done || err != nil {
			t.Errorf("%s: %q, %t, %v; want a proof of %d bytes", name, final, done, err, size)
		}
	}
}

// TestMechanismRefused has no mechanism that both sides know or may use, or nobody to ask.
func TestMechanismRefused(t *testing.T) {
	for _, test := range []struct {
		offered, attributes string
		protect             Protection
		logged              bool
	}{
		{"KERBEROS_V4", "", 0, true},
		{"NTLM", "", 0, false},
		{"", "", 0, false},
		{"PLAIN", "&method=CRAM-MD6", 0, true},
		{"PLAIN", "", ProtectPasswords, false},
	} {
		c := userOf(t, test.attributes)
		logged := false
		c.protect, c.dialer.Log = test.protect, func(string, string) { logged = true }
		_, _, err := c.chooseMechanism(test.offered, false)
		if libpcp.Code(err) != saslNoMechanism || logged != test.logged {
			t.Errorf("%q%s: %v, logged: %t", test.offered, test.attributes, err, logged)
		}
		if protected := errors.As(err, new(*ProtectionError)); protected != (test.protect > 0) {
			t.Errorf("%q: %v", test.offered, err)
		}
	}
	c := userOf(t, "")
	spec, err := parseHostSpec("h", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.spec = spec
	for _, name := range []string{"CRAM-MD5", "LOGIN", "PLAIN", "SCRAM-SHA-256"} {
		_, start, err := c.chooseMechanism(name, true)
		if err != nil {
			t.Fatal(err)
		}
		m := start(who{client: c})
		if _, _, err = m.step(nil); name == "CRAM-MD5" {
			_, _, err = m.step([]byte("challenge"))
		}
		if libpcp.Code(err) != saslBadParam {
			t.Errorf("%s without a user: %v", name, err)
		}
	}
	c.dialer.Prompt = func(string, bool) (string, error) { return " ", nil }
	if _, err := (who{client: c}).identify(); libpcp.Code(err) != saslFail {
		t.Errorf("a user of blanks: %v", err)
	}
	var asked string
	c.dialer.Prompt = func(label string, secret bool) (string, error) {
		if secret {
			asked = label
			return "", context.Canceled
		}
		return label, nil
	}
	if id, err := (who{client: c}).identify(); id != (identity{"Username: ", ""}) || err != nil || asked != "Password: " {
		t.Errorf("asked for: %v, %v, and in secret for %q", id, err, asked)
	}
	c.dialer.Prompt = func(label string, secret bool) (string, error) {
		return map[bool]string{false: "tim", true: "secret"}[secret], nil
	}
	if id, err := (who{client: c}).identify(); id != (identity{"tim", "secret"}) || err != nil {
		t.Errorf("answered: %v, %v", id, err)
	}
}
