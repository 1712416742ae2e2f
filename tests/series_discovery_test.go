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

// TestSeriesDiscovery has a pmproxy load what a genuine pmlogger writes, and
// compares that with the archive. What was written before the pmproxy noticed
// the archive is not loaded. Two of the metrics have a name more each, under which
// they are series of their own.
func TestSeriesDiscovery(t *testing.T) {
	need.PCP(t)
	folder := t.TempDir()
	e := world.StartDiscovery(t, need.Tool(t, "redis-server"), folder)
	base, end := startLogging(t, folder, "sample.drift sample.lights sample.colour")
	awaitSamples(t, e, func(lines []string) bool { return len(lines) > 50 })
	end()

	want := samplesOf(t, "-U", base, "sample")
	if len(want) == 0 {
		t.Fatal("the archive is empty")
	}
	last := want[len(want)-1]
	got := awaitSamples(t, e, func(lines []string) bool { return slices.Contains(lines, last) })
	if diff := cmp.Diff(want[max(0, len(want)-len(got)):], got); diff != "" {
		t.Error("-archive +series\n", diff)
	}
}

// startLogging has a genuine pmlogger write metrics of a private pmcd to an
// archive in a folder, until the function is called that it returns.
func startLogging(t *testing.T, folder, metrics string) (base string, end func()) {
	t.Helper()
	w, dir := world.Start(t), t.TempDir()
	conf, base := filepath.Join(dir, "conf"), filepath.Join(folder, "live")
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

// awaitSamples waits until an engine has the samples that are wanted.
func awaitSamples(t *testing.T, e *world.Engine, enough func(lines []string) bool) []string {
	t.Helper()
	var lines []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		lines = samplesOf(t, "-h", e.Address, "--series=sample.*")
		if enough(lines) {
			return lines
		}
	}
	t.Fatalf("too few samples: %q", lines)
	return nil
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
