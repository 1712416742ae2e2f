package nss

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// services are name services with a program in the place of getent, which logs how it
// is called.
func services(t *testing.T, conf, script string) (s *Services, log func() string) {
	dir := t.TempDir()
	s = &Services{conf: filepath.Join(dir, "nsswitch.conf"), getent: filepath.Join(dir, "getent")}
	calls := filepath.Join(dir, "calls")
	for path, text := range map[string]string{s.conf: conf, s.getent: "#!/bin/sh\necho \"$*\" >>" + calls + "\n" + script} {
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return s, func() string {
		text, _ := os.ReadFile(calls)
		return string(text)
	}
}

// TestAnswers asks for names that only a plug-in knows.
func TestAnswers(t *testing.T) {
	s, log := services(t, "passwd: files sss\ngroup:files extrausers # x\nhosts: files [NOTFOUND=return] mymachines dns\n",
		`case $2 in
ahosts) printf '10.1.2.3 STREAM box\n10.1.2.3 DGRAM\nfe80::1%%eth0 STREAM\nnonsense\n' ;;
passwd) echo "ann:x:$3:5::/:/bin/sh" ;;
group) echo "7:x:8:" ;;
esac`)
	if got := fmt.Sprint(s.Addresses(t.Context(), "-box")); got != "[10.1.2.3 fe80::1%eth0]" {
		t.Errorf("addresses %s", got)
	}
	s.User(70000)
	if user, group := s.User(70000), s.Group(7); user != "ann" || group != "" {
		t.Errorf("user %q, group %q", user, group)
	}
	if log() != "-- ahosts -box\n-- passwd 70000\n-- group 7\n" {
		t.Errorf("calls: %s", log())
	}
}

// TestOthers runs nothing where Go knows all services.
func TestOthers(t *testing.T) {
	for conf, want := range map[string]bool{
		"hosts: files dns\n": false, "hosts:\tfiles  [!UNAVAIL=return] dns": false, "hosts: files [NOTFOUND = return] dns": false,
		"hosts: files dns # mdns\n": false, "passwd: sss\n": false, "": false, "hosts\n": false,
		"hosts: files myhostname dns\n": true, " hosts : resolve [!UNAVAIL=return] dns": true,
	} {
		s, log := services(t, conf, "echo 10.1.2.3 STREAM")
		if got := len(s.Addresses(t.Context(), "box")) > 0; got != want || (log() != "") != want {
			t.Errorf("%q: %v, calls %q", conf, got, log())
		}
	}
	s := &Services{conf: filepath.Join(t.TempDir(), "none"), getent: "getent"}
	if got := s.User(0); got != "" {
		t.Errorf("without nsswitch.conf: %q", got)
	}
}

// TestLimits ends a getent that prints without an end.
func TestLimits(t *testing.T) {
	s, _ := services(t, "passwd: sss\n", "exec yes "+strings.Repeat("x", 1000))
	if got := s.User(1); got != "" {
		t.Errorf("got %d bytes", len(got))
	}
}

// TestDial connects to a host that only a plug-in knows.
func TestDial(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, _ := services(t, "hosts: files myhostname\n", "echo ::ffff:127.0.0.1 STREAM; echo 127.0.0.1 STREAM")
	_, port, _ := net.SplitHostPort(l.Addr().String())
	conn, err := s.Dial(t.Context(), new(net.Dialer), "tcp", net.JoinHostPort("no-such-host.invalid", port))
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}
