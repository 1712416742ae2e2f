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
	"syscall"
	"testing"
	"time"

	"pcptools/internal/need"
	"pcptools/internal/world"
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
	f.cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/", "TMPDIR=" + f.dir}
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

// TestSeriesFollow follows what a genuine pmlogger writes, by way of a pmproxy that
// discovers it: samples are those that a later run has.
func TestSeriesFollow(t *testing.T) {
	need.PCP(t)
	archives := t.TempDir()
	e := world.StartDiscovery(t, need.Tool(t, "redis-server"), archives)
	_, endLogging := startLogging(t, archives, "sample.drift sample.lights sample.milliseconds")
	awaitSamples(t, e, 10)
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
