package tests

import (
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pcptools/internal/campaign"
	"pcptools/internal/need"
)

// TestCampaignRedirects has pmproxies redirect tools that have a password to
// other ports, hosts, paths and schemes, at whatever request. None is sent there,
// least of all in clear text; the tools fail and report why, and completion is
// silent.
func TestCampaignRedirects(t *testing.T) {
	need.Localhost(t)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a request for %s got there with %q", r.URL, r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	var servlet, location string
	var status int
	var redirected atomic.Bool
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, _ := r.BasicAuth(); user != "me" || password != "secret" {
			t.Errorf("%s: user %q, password %q", r.URL, user, password)
		}
		if strings.HasSuffix(r.URL.Path, "/moved") {
			t.Errorf("%s got there", r.URL)
		}
		if proxyServlet(r) != servlet {
			w.Write([]byte(proxyAnswer(r)))
			return
		}
		redirected.Store(true)
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	})
	dir := t.TempDir()
	ca, key := issue(t, &x509.Certificate{IsCA: true, BasicConstraintsValid: true, NotAfter: time.Now().Add(time.Hour)}, nil, nil)
	conf := filepath.Join(dir, "tls.conf")
	for file, text := range map[string][]byte{
		filepath.Join(dir, "ca"): pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.Raw}),
		conf:                     []byte("tls-ca-cert-file = " + filepath.Join(dir, "ca") + "\n"),
	} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	secure := secureServer(t, handler, &x509.Certificate{DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour)}, ca, key)
	address := strings.Replace(secure, "://", "://me:secret@", 1)
	port := elsewhere.URL[strings.LastIndexByte(elsewhere.URL, ':'):]
	r := campaign.Rand(t)
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	runs, tries := 0, campaign.Tries(t, 80)
	for range tries {
		location = pick("http://localhost"+port+"/x", elsewhere.URL, "https://localhost"+port, "/moved", secure+"/moved", "//localhost"+port+"/x", "http://me:secret@localhost"+port)
		status = []int{301, 302, 303, 307, 308}[r.IntN(5)]
		line, requests := proxyLines[r.IntN(len(proxyLines))], []string{"/pmapi/context", "/pmapi/metric", "/pmapi/fetch", "/pmapi/indom"}
		if strings.Contains(line, "series=") {
			requests = []string{"/series/query", "/series/descs", "/series/metrics", "/series/instances", "/series/values", "/series/labels"}
		}
		servlet = pick(requests...)
		redirected.Store(false)
		env := []string{"PCP_TLSCONF_PATH=" + conf, "PCPTOOLS_PROTECT=" + pick("", "passwords", "verify"), "TMPDIR=" + dir}
		if r.IntN(5) == 0 {
			env = append(env, "PCPTOOLS_COMPLETE=zsh", "PCPTOOLS_BEFORE=-h\n"+address, "PCPTOOLS_WORD=")
			runOurs(t, "", env, strings.Fields(line)[0], "--version")
			continue
		}
		run := runOurs(t, "", env, strings.Fields(strings.Replace(line, "%s", address, 1))...)
		all := run.stdout + run.stderr
		first := servlet == requests[0] // before there is a report, which has codes
		if redirected.Load() && (first && !strings.Contains(all, "redirected to http") || strings.Contains(all, "secret") || first && run.status == 0) {
			t.Errorf("%s: %s to %s: status %d\n%s", line, servlet, location, run.status, all)
		}
		if redirected.Load() {
			runs++
		}
	}
	if runs < tries/3 {
		t.Errorf("%d runs were redirected", runs)
	}
}
