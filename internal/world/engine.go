package world

import (
	"net/http"
	"net/url"
	"os/exec"
	"strconv"
	"testing"
	"time"
)

// An Engine is a genuine pmproxy with a key server of its own: PCP's time series
// engine.
type Engine struct {
	Address string // of the pmproxy: http://HOST:PORT
	Keys    string // the key server's port

	dir string
}

// StartEngine runs an engine without series, of the programs redis-server and
// pmseries, until the test ends.
func StartEngine(t testing.TB, redis string) *Engine {
	t.Helper()
	e := &Engine{Keys: strconv.Itoa(FreePort(t)), dir: t.TempDir()}
	e.StartKeys(t, redis)
	e.Address = "http://127.0.0.1:" + strconv.Itoa(Pmproxy(t, "-t", "-r", e.Keys, "-h", "127.0.0.1"))
	return e
}

// StartKeys starts the key server, once more if what it returns has ended it;
// then it has lost its series.
func (e *Engine) StartKeys(t testing.TB, redis string) (end func()) {
	t.Helper()
	end = Daemon(t, e.dir, redis, "--port", e.Keys, "--bind", "127.0.0.1", "--save", "", "--dir", e.dir)
	port, _ := strconv.Atoi(e.Keys)
	AwaitPort(t, port)
	return end
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
