package world

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// An Engine is a genuine pmproxy with a key server of its own: PCP's time series
// engine.
type Engine struct {
	Address string // of the pmproxy: http://HOST:PORT
	Keys    string // the key server's port
	PIDs    []int  // of both, if RunEngine runs them

	EndKeys, EndProxy func() // before the test ends

	redis, dir string
}

// StartEngine runs an engine without series, of the programs redis-server and
// pmseries, until the test ends.
func StartEngine(t testing.TB, redis string) *Engine {
	t.Helper()
	e := &Engine{Keys: strconv.Itoa(FreePort(t)), redis: redis, dir: t.TempDir()}
	e.StartKeys(t)
	return e.Proxy(t, e.Keys)
}

// StartKeys starts the key server, also again after EndKeys: without the series
// that it had.
func (e *Engine) StartKeys(t testing.TB) {
	t.Helper()
	e.EndKeys = Daemon(t, e.dir, e.redis, "--port", e.Keys, "--bind", "127.0.0.1", "--save", "", "--dir", e.dir)
	port, _ := strconv.Atoi(e.Keys)
	AwaitPort(t, port)
}

// Proxy runs a pmproxy more, which finds the key server at a port of 127.0.0.1,
// until the test ends.
func (e *Engine) Proxy(t testing.TB, keys string) *Engine {
	t.Helper()
	return e.proxy(t, "-t", "-r", keys, "-h", "127.0.0.1")
}

// StartDiscovery runs an engine that loads what is written to the archives in a
// directory from then on, until the test ends.
func StartDiscovery(t testing.TB, redis, dir string) *Engine {
	t.Helper()
	e := &Engine{Keys: strconv.Itoa(FreePort(t)), redis: redis, dir: t.TempDir()}
	conf := filepath.Join(e.dir, "pmproxy.conf")
	text := "[discover]\nenabled = true\npath = " + dir + "\n[pmseries]\nenabled = true\n"
	if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	e.StartKeys(t)
	return e.proxy(t, "-t", "-r", e.Keys, "-h", "127.0.0.1", "-c", conf)
}

func (e *Engine) proxy(t testing.TB, options ...string) *Engine {
	t.Helper()
	other := *e
	var port int
	port, other.EndProxy = startPmproxy(t, options)
	other.Address = "http://127.0.0.1:" + strconv.Itoa(port)
	return &other
}

// Load has pmseries load an archive, and waits until pmproxy has the series of a
// metric in it.
func (e *Engine) Load(t testing.TB, pmseries, base, metric string) {
	t.Helper()
	load := exec.Command(pmseries, "-h", "127.0.0.1", "-p", e.Keys, "--load", `{source.path: "`+base+`"}`)
	if out, err := load.CombinedOutput(); err != nil {
		t.Fatalf("pmseries --load: %v\n%s", err, out)
	}
	e.Await(t, metric)
}

// Await waits until pmproxy has a series of a metric.
func (e *Engine) Await(t testing.TB, metric string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		resp, err := http.Get(e.Address + "/series/query?expr=" + url.QueryEscape(metric))
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK && resp.ContentLength > int64(len("[]\n")) {
			return
		}
	}
	t.Fatal("pmproxy has no series of ", metric)
}
