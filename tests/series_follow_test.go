//go:build linux

package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/archivetest"
	"pcptools/internal/need"
	"pcptools/internal/world"
	"pcptools/libpcp"
)

// following is a pmval that follows a history.
type following struct {
	cmd            *exec.Cmd
	stdout, stderr growing
	ended          chan struct{}
	dir            string // for temporary files
}

// growing is what a program has written so far.
type growing struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *growing) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *growing) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// follow starts a pmval that follows series.
func follow(t *testing.T, address, query string, words ...string) *following {
	t.Helper()
	f := &following{ended: make(chan struct{}), dir: t.TempDir()}
	words = append([]string{"-h", address, "--series=" + query, "--follow", "-Z", "UTC"}, words...)
	f.cmd = exec.CommandContext(t.Context(), filepath.Join(ourTools(t), "pmval"), words...)
	f.cmd.Env = environ("TMPDIR=" + f.dir)
	f.cmd.Stdout, f.cmd.Stderr = &f.stdout, &f.stderr
	if err := f.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		f.cmd.Wait()
		close(f.ended)
	}()
	return f
}

// await waits until something is so, or fails.
func (f *following) await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !so(); time.Sleep(20 * time.Millisecond) {
		select {
		case <-f.ended:
			if !so() {
				t.Fatalf("it has ended without %s: %s\n%.2000s", what, &f.stderr, &f.stdout)
			}
			return
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("no %s: %s\n%.2000s", what, &f.stderr, &f.stdout)
		}
	}
}

// awaitLines waits for some lines of output, and awaitText for a message.
func (f *following) awaitLines(t *testing.T, n int) {
	t.Helper()
	f.await(t, "more lines", func() bool { return strings.Count(f.stdout.String(), "\n") >= n })
}

func (f *following) awaitText(t *testing.T, text string) {
	t.Helper()
	f.await(t, text, func() bool { return strings.Contains(f.stderr.String(), text) })
}

// end waits for the end, and checks that no files are left.
func (f *following) end(t *testing.T) ourRun {
	t.Helper()
	select {
	case <-f.ended:
	case <-time.After(2 * time.Minute):
		t.Fatalf("it does not end: %s\n%.2000s", &f.stderr, &f.stdout)
	}
	if left, err := os.ReadDir(f.dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	return ourRun{f.stdout.String(), f.stderr.String(), f.cmd.ProcessState.ExitCode()}
}

// TestSeriesFollow follows what a pmlogger of PCP writes, by way of a pmproxy that
// discovers it: samples are those that a later run has.
func TestSeriesFollow(t *testing.T) {
	need.PCP(t)
	e, _, endLogging := discover(t, 30, "sample.drift", "sample.lights", "sample.milliseconds")
	forever := follow(t, e.Address, "sample.*", "--format=csv")
	for _, words := range []string{"-s 25", "-s 25 -r", "-s 8 -t 0.5 -A 0.5", "-S -2sec -T 4sec -t 0.7 -A 0.7"} {
		of := append(strings.Fields(words), "--format=csv", "--fields=time,metric,instance,value", "sample.drift", "sample.lights")
		if !slices.Contains(of, "-t") { // else rounding shows
			of = append(of, "sample.milliseconds")
		}
		run := follow(t, e.Address, "sample.*", of...).end(t)
		_, got, _ := strings.Cut(run.stdout, "\n")
		if lines := strings.Count(got, "\n"); run.status != 0 || lines < 10 {
			t.Errorf("%s: status %d, %d lines, %s", words, run.status, lines, run.stderr)
		}
		for _, limit := range []string{"-s", "-S", "-T"} { // the later run has all there is
			if at := slices.Index(of, limit); at >= 0 {
				of = slices.Delete(of, at, at+2)
			}
		}
		later := runOurs(t, "", nil, append(append([]string{"pmval"}, of...), "-Z", "UTC", "-h", e.Address, "--series=sample.*")...)
		if _, rest, _ := strings.Cut(later.stdout, strings.SplitAfter(got, "\n")[0]); !strings.HasPrefix(strings.SplitAfter(got, "\n")[0]+rest, got) {
			t.Errorf("%s: got\n%s\nlater\n%s%s", words, got, later.stderr, later.stdout)
		}
	}
	forever.awaitLines(t, 100)
	forever.cmd.Process.Signal(syscall.SIGINT)
	if run := forever.end(t); run.status != 0 || !strings.HasSuffix(run.stdout, "\n") {
		t.Errorf("interrupted: status %d, %s\n%s", run.status, run.stderr, run.stdout)
	}
	silent := follow(t, e.Address, "sample.*", "--format=csv")
	endLogging()
	silent.awaitText(t, "no new values for")
	e.ForgetAll(t)
	if run := silent.end(t); run.status != 1 || !strings.Contains(run.stderr, "values have gone from the key server") {
		t.Errorf("lost: status %d, %s", run.status, run.stderr)
	}
}

// TestSeriesFollowFaults has pmproxys and a key server fail and return while their
// history is followed: no value is missing.
func TestSeriesFollowFaults(t *testing.T) {
	need.PCP(t)
	e := world.StartDurable(t, need.Tool(t, "redis-server"))
	const samples = 60
	var seconds []float64
	for i := range samples {
		seconds = append(seconds, float64(10*i))
	}
	h := tens(seconds...)
	whole, loaded := filepath.Join(t.TempDir(), "whole"), 0
	if err := h.Write(whole); err != nil {
		t.Fatal(err)
	}
	metric, other := h.Metrics[0].Names[0], e.Proxy(t, e.Keys)
	load := func(n int) {
		t.Helper()
		part, base := *h, filepath.Join(t.TempDir(), "part")
		part.Records, loaded = h.Records[loaded:loaded+n], loaded+n
		if err := part.Write(base); err != nil {
			t.Fatal(err)
		}
		other.Load(t, need.Tool(t, "pmseries"), base, metric)
	}
	load(10)
	var address atomic.Value
	var asked atomic.Int64
	address.Store(e.Address)
	f := follow(t, front(t, func() string {
		asked.Add(1)
		return address.Load().(string)
	}), metric, "--format=csv", "--timeout=2sec", "-S", "-1000sec")
	lines := func() int { return strings.Count(f.stdout.String(), "\n") }
	grow := func() {
		t.Helper()
		before := lines()
		load(10)
		f.await(t, "more values", func() bool { return lines() > before })
	}
	f.awaitLines(t, 10)
	e.EndProxy()
	f.awaitText(t, "trying again")
	address.Store(other.Address)
	grow()
	e.EndKeys()
	f.await(t, "message", func() bool { return strings.Count(f.stderr.String(), "trying again") > 1 })
	e.StartKeys(t)
	grow()
	e.PauseKeys(t, 4*time.Second)
	f.await(t, "message", func() bool { return strings.Count(f.stderr.String(), "trying again") > 2 })
	grow()
	e.EndKeys()
	third := e.Proxy(t, e.Keys) // answers as if there were no values
	address.Store(third.Address)
	asked.Store(0)
	f.await(t, "more requests", func() bool { return asked.Load() > 3 })
	e.StartKeys(t)
	grow()
	load(10)
	want := runOurs(t, "", nil, "pmval", "-U", whole, "-Z", "UTC", "--format=csv", metric)
	f.awaitLines(t, strings.Count(want.stdout, "\n"))
	f.cmd.Process.Signal(syscall.SIGTERM)
	run := f.end(t)
	if diff := cmp.Diff(sortedLines(want.stdout), sortedLines(withoutHost(run.stdout))); diff != "" || run.status != 0 {
		t.Errorf("status %d, %s; -archive +series\n%s", run.status, run.stderr, diff)
	}
}

// TestSeriesFollowHosts follows three hosts, of which the last stops: their rows are
// those of a later run.
func TestSeriesFollowHosts(t *testing.T) {
	need.PCP(t)
	e, pmseries := world.StartEngine(t, need.Tool(t, "redis-server")), need.Tool(t, "pmseries")
	var seconds []float64
	for i := range 60 {
		seconds = append(seconds, float64(i))
	}
	h := tens(seconds...)
	metric := h.Metrics[0].Names[0]
	load := func(from, to int, hosts ...string) {
		t.Helper()
		for _, host := range hosts {
			part, base := *h, filepath.Join(t.TempDir(), "part")
			part.Host, part.Records = host, h.Records[from:to]
			if err := part.Write(base); err != nil {
				t.Fatal(err)
			}
			e.Load(t, pmseries, base, metric)
		}
	}
	load(0, 10, "web1", "web2", "web3")
	var runs []*following
	formats := []string{"wide", "table", "jsonl", "csv"}
	for _, format := range formats {
		runs = append(runs, follow(t, e.Address, metric, "-t", "1", "-s", "40", "-S", "-8.5sec", "--format="+format))
	}
	for _, run := range runs {
		run.awaitLines(t, 10)
	}
	load(10, 20, "web1", "web2", "web3")
	load(20, 30, "web1", "web2")
	load(30, 40, "web2", "web1")
	load(40, 50, "web1", "web2") // by no more than another one waits for
	load(50, 60, "web1", "web2")
	for i, format := range formats {
		got := runs[i].end(t)
		want := runOurs(t, "", nil, "pmval", "-Z", "UTC", "-h", e.Address, "--series="+metric, "-t", "1", "-s", "40", "-S", "+0.5", "--format="+format)
		if diff := cmp.Diff(sortedLines(want.stdout), sortedLines(got.stdout)); diff != "" || got.status != 0 || strings.Count(got.stdout, "\n") < 40 {
			t.Errorf("%s: status %d, %s; -later +followed\n%s", format, got.status, got.stderr, diff)
		}
	}
}

// TestSeriesNames has a host with the name of an instance that is not ASCII, which pmproxy
// writes as JSON does not: it is reported as it was, and another host beside it.
func TestSeriesNames(t *testing.T) {
	need.PCP(t)
	e, pmseries := world.StartEngine(t, need.Tool(t, "redis-server")), need.Tool(t, "pmseries")
	metric, of := "", map[string]string{"odd": "ünï", "plain": "other"}
	for host, instance := range of {
		h, base := tens(0, 10, 20), filepath.Join(t.TempDir(), "part")
		metric = h.Metrics[slices.IndexFunc(h.Metrics, func(m archivetest.Metric) bool { return m.Desc.InDom != libpcp.NullInDom })].Names[0]
		h.Host = host
		for v := range h.Domains[0].Versions {
			h.Domains[0].Versions[v].Instances[0].Name = instance
		}
		if err := h.Write(base); err != nil {
			t.Fatal(err)
		}
		e.Load(t, pmseries, base, metric)
	}
	got := runOurs(t, "", nil, "pmval", "-h", e.Address, "--series="+metric, "--format=csv", "--fields=host,instance")
	for host, instance := range of {
		if line := host + "," + instance + "\n"; !strings.Contains(got.stdout, line) || got.status != 0 {
			t.Errorf("no %q: status %d\n%s%s", line, got.status, got.stderr, got.stdout)
		}
	}
}
