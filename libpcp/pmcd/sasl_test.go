package pmcd

import (
	"crypto/sha256"
	"strings"
	"testing"

	"pcptools/libpcp"
)

// TestScram replays the example of RFC 7677.
func TestScram(t *testing.T) {
	m := &scram{hash: sha256.New, identity: identity{"user", "pencil"}}
	m.clientFirst()
	m.nonce, m.header = "rOprNGfwEbeRWgbNEkqO", "n,,"
	m.bare = "n=user,r=" + m.nonce
	const first = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
	const final = "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
	if got, done, err := m.step([]byte(first)); string(got) != final || done || err != nil {
		t.Fatalf("got %q, %v, %v", got, done, err)
	}
	if _, _, err := m.step([]byte("v=AAAA")); libpcp.Code(err) != saslBadServer {
		t.Errorf("with a wrong signature got %v", err)
	}
	if got, done, err := m.step([]byte("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=")); len(got) > 0 || !done || err != nil {
		t.Errorf("got %q, %v, %v", got, done, err)
	}
}

func TestScramRefuses(t *testing.T) {
	for _, first := range []string{
		"", "r=", "e=other-error", "r=x,s=QQ==,i=4096", "r=NONCE,s=QQ==,i=4096", "r=NONCEx,s=?,i=4096",
		"r=NONCEx,s=,i=4096", "r=NONCEx,s=QQ==,i=0", "r=NONCEx,s=QQ==,i=-1", "r=NONCEx,s=QQ==,i=2000000000",
		"s=QQ==,r=NONCEx,i=1", "r=NONCEx,s=QQ==",
	} {
		m := &scram{hash: sha256.New, identity: identity{"a", "b"}}
		m.clientFirst()
		first = strings.Replace(first, "NONCE", m.nonce, 1)
		if _, _, err := m.step([]byte(first)); libpcp.Code(err) != saslBadProtocol {
			t.Errorf("%q: got %v", first, err)
		}
	}
}

// TestScramName checks that a name with marks of the syntax stays one name.
func TestScramName(t *testing.T) {
	m := &scram{hash: sha256.New, identity: identity{"a=b,c", ""}}
	first := string(m.clientFirst())
	if want := "n,a=a=3Db=2Cc,n=a=3Db=2Cc,r=" + m.nonce; first != want {
		t.Errorf("got %q, want %q", first, want)
	}
}

func FuzzScram(f *testing.F) {
	f.Add("r=NONCEmore,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=1", "v=AAAA")
	f.Fuzz(func(t *testing.T, first, final string) {
		if len(first) > maxAuth || strings.Contains(first, "i=") && !strings.HasSuffix(first, "i=1") {
			return // iterations only cost time
		}
		m := &scram{hash: sha256.New, identity: identity{"user", "pencil"}}
		m.clientFirst()
		m.step([]byte(strings.Replace(first, "NONCE", m.nonce, 1)))
		if _, done, err := m.step([]byte(final)); done && err == nil {
			t.Error("authenticated without the password")
		}
	})
}
