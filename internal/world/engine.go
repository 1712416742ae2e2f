package world

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An Engine is a pmproxy of PCP with a key server of its own: PCP's time series
// engine.
type Engine struct {
	Address string // of the pmproxy: http://HOST:PORT
	Keys    string // the key server's port

	EndKeys, EndProxy func() // before the test ends

	redis, dir string
	bus        string // port by which the nodes of a cluster reach each other
	durable    bool   // the key server keeps what it has when it ends
}

// StartEngine runs an engine without series, of the programs redis-server and
// pmseries, until the test ends.
func StartEngine(t testing.TB, redis string) *Engine {
	t.Helper()
	e := newEngine(t, redis)
	e.StartKeys(t)
	return e.Proxy(t, e.Keys)
}

func newEngine(t testing.TB, redis string) *Engine {
	return &Engine{Keys: strconv.Itoa(FreePort(t)), redis: redis, dir: t.TempDir()}
}

// StartDurable runs an engine without series, whose key server keeps them when it
// ends, until the test ends.
func StartDurable(t testing.TB, redis string) *Engine {
	t.Helper()
	e := newEngine(t, redis)
	e.durable = true
	e.StartKeys(t)
	return e.Proxy(t, e.Keys)
}

// StartKeys starts the key server, also again after EndKeys: without the series
// that it had, unless it is durable.
func (e *Engine) StartKeys(t testing.TB) {
	t.Helper()
	if e.durable {
		e.startKeys(t, "--appendonly", "yes", "--appendfsync", "always")
		e.awaitKeys(t, "PING", "") // until it has read them
		return
	}
	if e.bus != "" {
		e.startKeys(t, "--cluster-enabled", "yes", "--cluster-port", e.bus)
		return
	}
	e.startKeys(t)
}

func (e *Engine) startKeys(t testing.TB, options ...string) {
	t.Helper()
	e.EndKeys = Daemon(t, e.dir, e.redis, append([]string{"--port", e.Keys, "--bind", "127.0.0.1", "--save", "", "--dir", e.dir}, options...)...)
	port, _ := strconv.Atoi(e.Keys)
	AwaitPort(t, port)
}

// StartCluster runs an engine without series, whose key server is a cluster of
// three nodes, until the test ends.
func StartCluster(t testing.TB, redis string) *Engine {
	t.Helper()
	var nodes []*Engine
	for range 3 {
		node := newEngine(t, redis)
		node.bus = strconv.Itoa(FreePort(t))
		node.StartKeys(t)
		nodes = append(nodes, node)
	}
	for i, slots := range []string{"0 5460", "5461 10922", "10923 16383"} {
		nodes[i].mustCommand(t, "CLUSTER ADDSLOTSRANGE "+slots)
		nodes[0].mustCommand(t, "CLUSTER MEET 127.0.0.1 "+nodes[i].Keys+" "+nodes[i].bus)
	}
	for _, node := range nodes {
		node.awaitKeys(t, "SET ready yes", "-MOVED") // until it knows all of the cluster
	}
	return nodes[0].Proxy(t, nodes[0].Keys)
}

// awaitKeys waits until the key server obeys a command, or refuses it for a reason.
func (e *Engine) awaitKeys(t testing.TB, command, reason string) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if err = e.command(command); err == nil || reason != "" && strings.HasPrefix(err.Error(), reason) {
			return
		}
	}
	t.Fatal(command, ": ", err)
}

// ForgetAll has the key server lose all that it has.
func (e *Engine) ForgetAll(t testing.TB) {
	t.Helper()
	e.mustCommand(t, "FLUSHALL")
}

// PauseKeys has the key server answer no requests for a time.
func (e *Engine) PauseKeys(t testing.TB, d time.Duration) {
	t.Helper()
	e.mustCommand(t, "CLIENT PAUSE "+strconv.FormatInt(d.Milliseconds(), 10))
}

// command sends the key server a command. An answer other than success is an
// error.
func (e *Engine) command(command string) error {
	c, err := net.Dial("tcp4", "127.0.0.1:"+e.Keys)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, command+"\r\n"); err != nil {
		return err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && line[0] != '+' {
		err = errors.New(strings.TrimSpace(line))
	}
	return err
}

func (e *Engine) mustCommand(t testing.TB, command string) {
	t.Helper()
	if err := e.command(command); err != nil {
		t.Fatal(command, ": ", err)
	}
}

// StartProtected runs an engine without series, whose key server asks for a
// password, until the test ends. Conf is the configuration that has the password.
func StartProtected(t testing.TB, redis, password string) (e *Engine, conf string) {
	t.Helper()
	e = newEngine(t, redis)
	conf = filepath.Join(e.dir, "pmproxy.conf")
	text := "[redis]\nservers = 127.0.0.1:" + e.Keys + "\npassword = " + password + "\n[pmseries]\nenabled = true\n"
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	e.startKeys(t, "--requirepass", password)
	return e.proxy(t, "-t", "-c", conf), conf
}

// Proxy runs a pmproxy more, which finds the key server at a port of 127.0.0.1,
// until the test ends.
func (e *Engine) Proxy(t testing.TB, keys string) *Engine {
	t.Helper()
	return e.proxy(t, "-t", "-r", keys, "-h", "127.0.0.1")
}

// StartDiscovery runs an engine that loads everything written to the archives in a
// directory from then on, until the test ends.
func StartDiscovery(t testing.TB, redis, dir string) *Engine {
	t.Helper()
	e := newEngine(t, redis)
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

// impatient gives up a pmproxy that does not answer, as one whose key server has ended.
var impatient = http.Client{Timeout: 5 * time.Second}

// Await waits until pmproxy has a series of a metric.
func (e *Engine) Await(t testing.TB, metric string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		resp, err := impatient.Get(e.Address + "/series/query?expr=" + url.QueryEscape(metric))
		if err != nil {
			continue
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && resp.StatusCode == http.StatusOK && len(text) > len("[]\n") {
			return
		}
	}
	t.Fatal("pmproxy has no series of ", metric)
}
