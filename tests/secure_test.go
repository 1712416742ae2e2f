package tests

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/programs"
	"pcptools/internal/tree"
	"pcptools/internal/world"
	"pcptools/tests/internal/conform"
)

// TestSecure compares the tools on worlds with TLS and passwords.
func TestSecure(t *testing.T) {
	need.File(t, world.PasswordTool)
	inEachRelease(t, func(t *testing.T, in *tree.Tree) {
		for _, test := range []struct {
			dir  string
			pmcd []string
		}{
			{dir: "secure"},
			{dir: "secure-passwords", pmcd: []string{"-S"}},
			{dir: "secure-certificates", pmcd: []string{"-Q"}},
		} {
			t.Run(test.dir, func(t *testing.T) {
				conformance(t, test.dir, conform.Options{
					Live:  true,
					Tree:  in,
					World: world.Options{Tree: in, Secure: true, Pmcd: test.pmcd},
				})
			})
		}
	})
}

// TestProtection asks for more protection than PCP's tools have.
func TestProtection(t *testing.T) {
	need.PCP(t)
	need.File(t, world.PasswordTool)
	w := world.StartWith(t, world.Options{Secure: true})
	trust := func(ca string) string {
		file := filepath.Join(t.TempDir(), "tls.conf")
		if err := os.WriteFile(file, []byte("tls-ca-cert-file = "+filepath.Join(w.Security(), ca)+"\n"), 0o644); err != nil {
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
		{trusting, "passwords", "localhost" + user + "&method=digest-md5", ""},
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
	protectedFleet(t, append(w.Env(), trusting, "PCPTOOLS_PROTECT=verify"))
}

// protectedFleet asks for several hosts, of which one is trusted. The others have
// records that say why they are not, and nobody is asked for a password.
func protectedFleet(t *testing.T, env []string) {
	console := filepath.Join(t.TempDir(), "console")
	if err := os.WriteFile(console, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"localhost":              "",
		"localhost?method=plain": "Authentication - invalid parameter supplied",
		"127.0.0.1":              "certificate of pmcd: x509: cannot validate certificate for 127.0.0.1",
		"http://localhost:1":     "an address of http:// is not protected, as one of https:// is",
	}
	hosts := strings.Join(slices.Collect(maps.Keys(want)), ",")
	got := runOurs(t, "", append(env, "PCP_CONSOLE="+console), "pminfo", "--format=jsonl", "--timeout=60", "-f", "--hosts="+hosts, "sample.long.one")
	for line := range strings.Lines(got.stdout) {
		r := checkLine(t, line)
		text, listed := want[r.Host]
		delete(want, r.Host)
		switch {
		case !listed || r.Error == nil && text == "":
		case r.Error == nil || text == "" || !strings.HasPrefix(r.Error.Text, text):
			t.Errorf("%s: %s, want %q", r.Host, line, text)
		}
	}
	if len(want) > 0 || !strings.Contains(got.stderr, ": 1 answered, 0 without values, 3 failed") {
		t.Errorf("no record of %v: %+v", want, got)
	}
	if shown, err := os.ReadFile(console); err != nil || len(shown) > 0 {
		t.Errorf("the user is asked: %q, %v", shown, err)
	}
}

// TestPasswordInTraces wants a password in no line of a trace or message but
// those of PCP's tool that have it.
func TestPasswordInTraces(t *testing.T) {
	genuine := need.Tool(t, "pminfo")
	bin, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	lines := func(tool, debug, host string) map[string]bool {
		found := make(map[string]bool)
		out, _ := exec.Command(tool, "-D", debug, "-h", host+"?username=root&password=sekret&method=plain", "-f", "sample.bin").CombinedOutput()
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "sekret") {
				found[line] = true
			}
		}
		return found
	}
	for _, host := range []string{"localhost:1", "pcps://localhost:1", "unix:/nosuch"} {
		for _, debug := range []string{"all", "pdu", "context,auth,attr", "fetch,pmapi"} {
			allowed := lines(genuine, debug, host)
			for line := range lines(filepath.Join(bin, "pminfo"), debug, host) {
				if !allowed[line] {
					t.Errorf("%s, -D %s: %s", host, debug, line)
				}
			}
		}
	}
}
