//go:build linux

package tests

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestSeriesCluster has a cluster of three nodes for a key server. A node that is
// lost is an error, since the values of some series are.
func TestSeriesCluster(t *testing.T) {
	need.PCP(t)
	e := world.StartCluster(t, need.Tool(t, "redis-server"))
	e.Load(t, need.Tool(t, "pmseries"), seriesRecording, "hinv.ncpu")
	for _, metric := range []string{"kernel.all.load", "disk.dev.read", "hinv.ncpu"} {
		compareHistory(t, e, seriesRecording, metric, strings.Fields("-S 2018-01-01T13:40:00Z -T 2018-01-01T13:52:03Z -t 7sec"), metric)
	}
	e.EndKeys() // of the first node
	run := runOurs(t, "", nil, "pmval", "-h", e.Address, "--series=disk.dev.*", "--format=csv", "--timeout=2sec")
	if run.status != 1 || run.stdout != "" || run.stderr == "" {
		t.Errorf("without a node: status %d, %s\n%.200s", run.status, run.stderr, run.stdout)
	}
}

// TestSeriesProtected has a key server that asks for a password.
func TestSeriesProtected(t *testing.T) {
	need.PCP(t)
	e, conf := world.StartProtected(t, need.Tool(t, "redis-server"), "sesame")
	out, err := exec.Command(need.Tool(t, "pmseries"), "-c", conf, "--load", `{source.path: "`+seriesRecording+`"}`).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	e.Await(t, "hinv.ncpu")
	compareHistory(t, e, seriesRecording, "kernel.all.load", strings.Fields("-S 2018-01-01T13:40:00Z -T 2018-01-01T13:52:03Z -t 7sec"), "kernel.all.load")
	failsWith(t, load(t, e.Proxy(t, e.Keys).Address, "--timeout=2sec"), "pmval: ") // a pmproxy without the password
}

// TestSeriesSecureProtected has a pmproxy that speaks TLS, and a key server that asks
// pmproxy for a password. A password in the address goes to pmproxy, which ignores it.
func TestSeriesSecureProtected(t *testing.T) {
	need.PCP(t)
	env := secureProxies(t)
	e, conf := world.StartProtected(t, need.Tool(t, "redis-server"), "sesame")
	out, err := exec.Command(need.Tool(t, "pmseries"), "-c", conf, "--load", `{source.path: "`+seriesRecording+`"}`).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	address := strings.Replace(e.Address, "http://127.0.0.1", "https://localhost", 1)
	window := strings.Fields("-S 2018-01-01T13:40:00Z -T 2018-01-01T13:52:03Z -t 7sec -Z UTC --format=csv kernel.all.load")
	want := runOurs(t, "", nil, append([]string{"pmval", "-a", seriesRecording}, window...)...)
	for _, user := range []string{"", "me:secret@"} {
		words := append([]string{"pmval", "-h", strings.Replace(address, "//", "//"+user, 1), "--series=kernel.all.load"}, window...)
		var got ourRun
		for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline) && (got.status != 0 || got.stdout == ""); { // it may not have found the key server yet
			got = runOurs(t, "", env, words...)
		}
		if diff := cmp.Diff(sortedLines(want.stdout), sortedLines(withoutHost(got.stdout))); diff != "" {
			t.Errorf("%q: %s; -archive +series\n%s", user, got.stderr, diff)
		}
	}
	failsWith(t, runOurs(t, "", nil, "pmval", "-h", address, "--series=kernel.all.load", "--format=csv"), "x509: certificate signed by unknown authority")
}

// TestSeriesLost has a key server lose what it has before one of the last requests
// of a run: there are no values, and an error says so.
func TestSeriesLost(t *testing.T) {
	need.PCP(t)
	e, made := world.StartEngine(t, need.Tool(t, "redis-server")), filepath.Join(t.TempDir(), "made")
	h := tens(0, 10, 20, 30, 40, 50, 60, 70, 80, 90)
	if err := h.Write(made); err != nil {
		t.Fatal(err)
	}
	metric := h.Metrics[0].Names[0]
	for _, window := range []string{"", "-S +15 -T +35", "-S +15 -T +35 -t 5"} {
		var requests, forgetAt atomic.Int64
		words := slices.Concat([]string{"pmval", "-h", front(t, func() string {
			if requests.Add(1) == forgetAt.Load() {
				e.ForgetAll(t)
			}
			return e.Address
		}), "--series=" + metric, "--format=csv", "--timeout=5sec"}, strings.Fields(window))
		e.Load(t, need.Tool(t, "pmseries"), made, metric)
		if run := runOurs(t, "", nil, words...); run.status != 0 || run.stdout == "" {
			t.Fatalf("%s: status %d, %s", window, run.status, run.stderr)
		}
		all := requests.Load()
		for last := all; last > all-4; last-- {
			e.Load(t, need.Tool(t, "pmseries"), made, metric)
			requests.Store(0)
			forgetAt.Store(last)
			failsWith(t, runOurs(t, "", nil, words...), "pmval: ")
		}
	}
}

// front runs a server that passes each request on to the pmproxy at an address,
// and returns its own address.
func front(t *testing.T, address func() string) string {
	t.Helper()
	s := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		target, _ := url.Parse(address())
		r.SetURL(target)
	}, Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: -1, WriteBufferSize: 16 << 10}})
	t.Cleanup(s.Close)
	return s.URL
}

// TestSeriesBalanced has two pmproxys take turns, as behind a list of addresses. A
// list of addresses in -h is an error.
func TestSeriesBalanced(t *testing.T) {
	need.PCP(t)
	one := world.StartEngine(t, need.Tool(t, "redis-server"))
	one.Load(t, need.Tool(t, "pmseries"), seriesRecording, "hinv.ncpu")
	two := one.Proxy(t, one.Keys)
	two.Await(t, "hinv.ncpu")
	turn := new(atomic.Int64)
	both := &world.Engine{Address: front(t, func() string { return []string{one.Address, two.Address}[turn.Add(1)%2] })}
	compareHistory(t, both, seriesRecording, "disk.dev.read", strings.Fields("-S 2018-01-01T13:40:00Z -T 2018-01-01T13:52:03Z -t 7sec"), "disk.dev.read")
	failsWith(t, load(t, one.Address+","+two.Address), "address of a pmproxy")
}
