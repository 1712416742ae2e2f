//go:build linux

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestSeriesDiscovery has a pmproxy load what a pmlogger of PCP writes, and
// compares that with the archive. Pmproxy does not load what pmlogger wrote before
// it noticed the archive, nor always the last records. Two of the metrics have
// another name, under which they are series of their own.
func TestSeriesDiscovery(t *testing.T) {
	need.PCP(t)
	e, base, end := discover(t, 90, "sample.drift", "sample.lights", "sample.colour")
	end()
	archive, diff := samplesOf(t, "-U", base, "sample"), ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if diff = beginning(archive, samplesOf(t, "-h", e.Address, "--series=sample.*")); diff == "" {
			return // some may have been arriving
		}
	}
	t.Error("-archive +series\n", diff)
}

// discover has a pmproxy load what a pmlogger of PCP writes, until there are some
// lines of samples. A pmproxy that notices an archive while its metadata is written
// can miss a metric for good: then discover begins anew, with another archive. It
// returns the base name of the archive, and the function that ends the pmlogger.
func discover(t *testing.T, lines int, metrics ...string) (e *world.Engine, base string, end func()) {
	t.Helper()
	for range 5 {
		archives := t.TempDir()
		e = world.StartDiscovery(t, need.Tool(t, "redis-server"), archives)
		base, end = startLogging(t, archives, strings.Join(metrics, " "))
		awaitSamples(t, e, lines)
		if !slices.ContainsFunc(metrics, func(metric string) bool { return missed(t, e, metric) }) {
			return e, base, end
		}
		end()
	}
	t.Fatal("in each of 5 archives pmproxy misses a metric")
	return nil, "", nil
}

// missed reports whether PCP's pmseries finds no sample of a metric.
func missed(t *testing.T, e *world.Engine, metric string) bool {
	t.Helper()
	out, err := exec.Command(need.Tool(t, "pmseries"), "-h", "127.0.0.1", "-p", e.Keys, metric+"[samples:1]").CombinedOutput()
	if err == nil && len(out) > 0 {
		return false
	}
	t.Logf("pmseries finds no %s: %s, %v", metric, out, err)
	return true
}

// beginning compares the first samples of series with those of the archive from
// there on.
func beginning(archive, series []string) string {
	if len(series) == 0 {
		return "there are no samples"
	}
	first := series[:min(45, len(series))]
	begin := slices.Index(archive, first[0])
	if begin < 0 {
		return first[0] + " is not in the archive"
	}
	return cmp.Diff(archive[begin:min(begin+len(first), len(archive))], first)
}

// startLogging has a pmlogger of PCP write metrics of a private pmcd to an
// archive in a directory, until the function is called that it returns.
func startLogging(t *testing.T, archives, metrics string) (base string, end func()) {
	t.Helper()
	w, dir := world.Start(t), t.TempDir()
	conf, base := filepath.Join(dir, "conf"), filepath.Join(archives, "live")
	if err := os.WriteFile(conf, []byte("log mandatory on 200 msec { "+metrics+" }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), need.Tool(t, "pmlogger"), "-c", conf, "-l", filepath.Join(dir, "log"), base)
	cmd.Env = append(os.Environ(), w.Env()...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Wait() })
	return base, func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	}
}

// awaitSamples waits until an engine has some lines of samples.
func awaitSamples(t *testing.T, e *world.Engine, lines int) {
	t.Helper()
	var found []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if found = samplesOf(t, "-h", e.Address, "--series=sample.*"); len(found) >= lines {
			return
		}
	}
	t.Fatalf("too few samples: %q", found)
}

// samplesOf are the lines of a report about all samples of a source.
func samplesOf(t *testing.T, source ...string) []string {
	t.Helper()
	run := runOurs(t, "", nil, append([]string{"pmval", "-r", "-Z", "UTC", "--format=csv"}, source...)...)
	text := run.stdout
	if slices.Contains(source, "-h") {
		text = withoutHost(text)
	}
	_, text, _ = strings.Cut(text, "\n")
	return sortedLines(text)
}
