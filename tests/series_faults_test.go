//go:build linux

package tests

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/tests/internal/slowlink"
)

// load is a query whose values are those that pmval has from the engine.
func load(t *testing.T, address string, words ...string) ourRun {
	t.Helper()
	return runOurs(t, "", nil, append([]string{"pmval", "-h", address, "--series=kernel.all.load", "--format=csv", "-S", "-5min"}, words...)...)
}

// testSeriesSlow has a key server that is far away: that takes its time, but not
// more than there is.
func testSeriesSlow(t *testing.T, e *world.Engine) {
	link, err := slowlink.Start("127.0.0.1:"+e.Keys, 50*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	_, port, _ := net.SplitHostPort(link.Addr())
	slow := e.Proxy(t, port)
	defer slow.EndProxy()
	slow.Await(t, "hinv.ncpu")
	want, got := load(t, e.Address), load(t, slow.Address)
	if got.stdout != want.stdout || got.status != 0 || want.stdout == "" {
		t.Errorf("slow: status %d, %s\n%s", got.status, got.stderr, got.stdout)
	}
	failsWith(t, load(t, slow.Address, "--timeout=50msec"), "no answer from "+slow.Address+" within 50ms")
}

// failsWith checks that a run has printed nothing but why.
func failsWith(t *testing.T, run ourRun, why string) {
	t.Helper()
	if run.status != 1 || run.stdout != "" || !strings.Contains(run.stderr, why) {
		t.Errorf("status %d: %q, want %q\n%s", run.status, run.stderr, why, run.stdout)
	}
}

// testSeriesTorn kills a pmproxy in the middle of its values.
func testSeriesTorn(t *testing.T, e *world.Engine) {
	doomed := e.Proxy(t, e.Keys)
	doomed.Await(t, "hinv.ncpu")
	const all = 2000 // bytes: longer than the answers before the values
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			relay(c.(*net.TCPConn), strings.TrimPrefix(doomed.Address, "http://"), all, doomed.EndProxy)
		}
	}()
	run := runOurs(t, "", nil, "pmval", "-h", "http://"+l.Addr().String(), "--series=kernel.all.load", "--format=csv")
	failsWith(t, run, "unexpected EOF")
	failsWith(t, load(t, doomed.Address), "connection refused")
}

// relay passes one request on and as many bytes of its answer at most; if there
// are more, tear is called.
func relay(client *net.TCPConn, address string, most int64, tear func()) {
	defer client.Close()
	server, err := net.Dial("tcp4", address)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		io.Copy(server, client)
		server.Close()
	}()
	if n, _ := io.CopyN(client, server, most); n == most {
		tear()
	}
}

// testSeriesRestarted ends the key server and starts it again.
func testSeriesRestarted(t *testing.T, e *world.Engine) {
	e.EndKeys()
	for range 2 { // pmproxy's own words first, and then it does not answer
		if run := load(t, e.Address, "--timeout=1sec"); run.status != 1 || run.stdout != "" ||
			!strings.Contains(run.stderr, "is its key server up?") && !strings.Contains(run.stderr, "no answer from "+e.Address) {
			t.Errorf("without a key server: status %d, %q", run.status, run.stderr)
		}
	}
	e.StartKeys(t)
	var run ourRun
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && !strings.Contains(run.stderr, "no values"); {
		run = load(t, e.Address, "--timeout=1sec")
	}
	failsWith(t, run, "no values of series: kernel.all.load")
	e.Load(t, need.Tool(t, "pmseries"), seriesRecording, "kernel.all.load")
	if run := load(t, e.Address, "--timeout=30sec"); run.status != 0 || run.stdout == "" {
		t.Errorf("loaded again: status %d, %s", run.status, run.stderr)
	}
}

// testSeriesCertificates reaches the engine by https, with certificates of a
// private authority.
func testSeriesCertificates(t *testing.T, e *world.Engine) {
	dir := t.TempDir()
	ca, key := issue(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, NotAfter: time.Now().Add(time.Hour)}, nil, nil)
	other, _ := issue(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, NotAfter: time.Now().Add(time.Hour)}, nil, nil)
	for name, c := range map[string]*x509.Certificate{"ca": ca, "other": other} {
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
		conf := "tls-ca-cert-file = " + filepath.Join(dir, name+".crt")
		if err := os.WriteFile(filepath.Join(dir, name+".crt"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".conf"), []byte(conf), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		conf, name string
		valid      time.Duration
		want       string
	}{
		{"ca", "localhost", time.Hour, ""},
		{"ca", "elsewhere.example", time.Hour, "x509: certificate is valid for elsewhere.example, not localhost"},
		{"other", "localhost", time.Hour, "x509: certificate signed by unknown authority"},
		{"ca", "localhost", -time.Minute, "x509: certificate has expired or is not yet valid"},
	} {
		front := secureFront(t, e.Address, &x509.Certificate{DNSNames: []string{test.name}, NotAfter: time.Now().Add(test.valid)}, ca, key)
		env := []string{"PCP_TLSCONF_PATH=" + filepath.Join(dir, test.conf+".conf")}
		for _, words := range [][]string{
			{"pmval", "-h", front, "--series=kernel.all.load", "--format=csv", "-S", "-5min"},
			{"pminfo", "-h", front + "?hostspec=localhost:1"},
		} {
			run := runOurs(t, "", env, words...)
			if test.want != "" {
				failsWith(t, run, test.want)
			} else if words[0] == "pmval" && (run.status != 0 || run.stdout == "") || words[0] == "pminfo" && !strings.Contains(run.stderr, "Connection refused") {
				t.Errorf("%q: status %d, %s", words, run.status, run.stderr) // there is no pmcd behind it
			}
		}
	}
}

// testSeriesSecure asks a pmproxy of PCP that speaks TLS about many series at
// once.
func testSeriesSecure(t *testing.T, e *world.Engine) {
	env := secureProxies(t)
	secure := e.Proxy(t, e.Keys)
	defer secure.EndProxy()
	address := strings.Replace(secure.Address, "http://127.0.0.1", "https://localhost", 1)
	words := []string{"pminfo", "--from-series=kernel.*", "--format=csv"}
	want := runOurs(t, "", nil, append(words, "-h", e.Address)...)
	var got ourRun
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && got.stdout != want.stdout; { // it may not have found the key server yet
		got = runOurs(t, "", env, append(words, "-h", address)...)
	}
	if got.stdout != want.stdout || strings.Count(want.stdout, "\n") < 40 {
		t.Errorf("status %d, %s\n%s\nwithout TLS:\n%s", got.status, got.stderr, got.stdout, want.stdout)
	}
}

// secureProxies has the pmproxys speak TLS that are started from then on, and returns
// the environment of a tool that trusts them.
func secureProxies(t *testing.T) (env []string) {
	t.Helper()
	dir := t.TempDir()
	ca, caKey := issue(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, NotAfter: time.Now().Add(time.Hour)}, nil, nil)
	c, key := issue(t, &x509.Certificate{DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour)}, ca, caKey)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]pem.Block{
		"ca": {Type: "CERTIFICATE", Bytes: ca.Raw}, "cert": {Type: "CERTIFICATE", Bytes: c.Raw}, "key": {Type: "PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	conf := filepath.Join(dir, "tls.conf")
	text := strings.ReplaceAll("tls-ca-cert-file = $/ca\ntls-cert-file = $/cert\ntls-key-file = $/key\n", "$", dir)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PCP_TLSCONF_PATH", conf) // for pmproxy
	return []string{"PCP_TLSCONF_PATH=" + conf}
}

// issue makes a certificate and its key, vouched for by an issuer or by itself.
func issue(t *testing.T, template, issuer *x509.Certificate, issuerKey *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template.SerialNumber, template.NotBefore = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour)
	template.Subject = pkix.Name{CommonName: template.SerialNumber.String()}
	if issuer == nil {
		issuer, issuerKey = template, key
	}
	der, err := x509.CreateCertificate(rand.Reader, template, issuer, &key.PublicKey, issuerKey)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return c, key
}

// secureFront runs a server that speaks TLS before a pmproxy, and returns its
// address.
func secureFront(t *testing.T, address string, template, ca *x509.Certificate, caKey *ecdsa.PrivateKey) string {
	t.Helper()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return secureServer(t, httputil.NewSingleHostReverseProxy(target), template, ca, caKey)
}

// secureServer runs a server that speaks TLS, and returns its address.
func secureServer(t *testing.T, handler http.Handler, template, ca *x509.Certificate, caKey *ecdsa.PrivateKey) string {
	t.Helper()
	c, key := issue(t, template, ca, caKey)
	front := httptest.NewUnstartedServer(handler)
	front.Config.ErrorLog = log.New(io.Discard, "", 0)
	front.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{c.Raw}, PrivateKey: key}}}
	front.StartTLS()
	t.Cleanup(front.Close)
	_, port, _ := net.SplitHostPort(front.Listener.Addr().String())
	return "https://localhost:" + port
}

// testSeriesIdentifier has the identifier that pminfo -s prints lead to the
// series.
func testSeriesIdentifier(t *testing.T, e *world.Engine) {
	out := runOurs(t, "", nil, "pminfo", "-s", "-a", seriesRecording, "hinv.ncpu")
	_, rest, _ := strings.Cut(out.stdout, "Series: ")
	id, _, _ := strings.Cut(rest, "\n")
	byID := runOurs(t, "", nil, "pmval", "-h", e.Address, "--series="+id, "--format=csv")
	byName := runOurs(t, "", nil, "pmval", "-h", e.Address, "--series=hinv.ncpu", "--format=csv")
	if byID.stdout != byName.stdout || byID.status != 0 || !strings.Contains(byID.stdout, "hinv.ncpu") {
		t.Errorf("%q: status %d, %s\n%s\nby name:\n%s", id, byID.status, byID.stderr, byID.stdout, byName.stdout)
	}
	failsWith(t, runOurs(t, "", nil, "pmval", "-h", e.Address, "--series="+strings.Repeat("0", 40), "--format=csv"), "no values of series")
}
