package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/tests/internal/conform"
)

// TestSecure compares the tools on worlds with TLS and passwords.
func TestSecure(t *testing.T) {
	need.PCP(t)
	need.File(t, world.PasswordTool)
	for _, test := range []struct {
		folder string
		pmcd   []string
	}{
		{folder: "secure"},
		{folder: "secure-passwords", pmcd: []string{"-S"}},
		{folder: "secure-certificates", pmcd: []string{"-Q"}},
	} {
		t.Run(test.folder, func(t *testing.T) {
			conformance(t, test.folder, conform.Options{
				Live:  true,
				World: world.Options{Secure: true, Pmcd: test.pmcd},
			})
		})
	}
}

// TestProtection asks for more protection than the genuine tools have.
func TestProtection(t *testing.T) {
	need.PCP(t)
	need.File(t, world.PasswordTool)
	kit, err := world.NewKit(t.TempDir(), world.Options{Secure: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := kit.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	trust := func(ca string) string {
		file := filepath.Join(t.TempDir(), "tls.conf")
		if err := os.WriteFile(file, []byte("tls-ca-cert-file = "+filepath.Join(kit.Security(), ca)+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return "PCP_TLSCONF_PATH=" + file
	}
	trusting, strange := trust("ca.crt"), trust("other.crt")
	const user = "?username=root&password=sekret"
	for _, test := range []struct{ tls, level, host, want string }{
		{trusting, "verify", "localhost", ""},
		{trusting, "verify", "pcps://localhost?secure=relaxed", ""},
		{trusting, "verify", "local:", ""},
		{trusting, "verify", "127.0.0.1", "certificate of pmcd: x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs"},
		{strange, "verify", "localhost", "certificate of pmcd: x509: certificate signed by unknown authority"},
		{strange, "", "pcps://localhost", ""},
		{strange, "", "localhost?protect=verify", "certificate of pmcd: x509: certificate signed by unknown authority"},
		{trusting, "passwords", "localhost" + user + "&method=plain", "the password would be sent in clear text"},
		{trusting, "", "localhost" + user + "&method=login&protect=passwords", "the password would be sent in clear text"},
		{trusting, "passwords", "localhost" + user + "&method=scram-sha-256", ""},
		{trusting, "passwords", "pcps://localhost" + user + "&method=plain", ""},
		{trusting, "verify", "localhost" + user + "&method=plain", ""},
		{trusting, "everything", "localhost", `unknown protection "everything", not one of passwords, verify`},
	} {
		env := append(w.Env(), test.tls, "PCPTOOLS_PROTECT="+test.level)
		got := runOurs(t, "", env, "pminfo", "-h", test.host, "-f", "sample.long.one")
		want := ourRun{"\nsample.long.one\n    value 1\n", "", 0}
		if test.want != "" {
			want = ourRun{"", fmt.Sprintf("pminfo: Cannot connect to PMCD on host \"%s\": %s\n", test.host, test.want), 1}
		}
		if got.status != want.status || got.stdout != want.stdout || !strings.HasPrefix(got.stderr, strings.TrimSuffix(want.stderr, "\n")) {
			t.Errorf("%s, %s: got %+v, want %+v", test.level, test.host, got, want)
		}
	}
}
