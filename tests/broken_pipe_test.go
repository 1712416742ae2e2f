//go:build unix

package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
	"pcptools/internal/world"
)

// TestNoReader compares how the tools end when nobody reads what they print: on a
// pmcd as they would otherwise, on all else by a signal.
func TestNoReader(t *testing.T) {
	need.PCP(t)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	w := world.Start(t)
	archive := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "testsuite", "archives", "ok-foo")
	for _, line := range []string{
		"pminfo", "pminfo -f sample", "pminfo -h local: sample.long.one nosuch", "pminfo nosuch",
		"pmprobe sample", "pmprobe -v sample.long.one nosuch",
		"pmval -s 2 -t 0.1 sample.long.one", "pmval -s 1 nosuch",
		"pmstore sample.write_me 1", "pmstore nosuch 1",
		"pminfo -a " + archive, "pmprobe -a " + archive + " sample", "pmval -s 1 -a " + archive + " sample.seconds",
		"pmerr -l", "pmgenmap /dev/null", "pminfo -V", "pminfo -?",
	} {
		words := strings.Fields(line)
		want := runWithoutReader(t, w, filepath.Dir(pcpconf.Genuine("pminfo")), words)
		if got := runWithoutReader(t, w, ours, words); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	// Here PCP's pmval would go on for ever.
	if got := runWithoutReader(t, w, ours, []string{"pmval", "-t", "0.01", "sample.long.one"}); got != "signal: broken pipe\n" {
		t.Errorf("pmval: %s", got)
	}
}

// runWithoutReader returns the status of a tool whose standard output is a pipe that
// nobody reads, and what it prints on standard error.
func runWithoutReader(t *testing.T, w *world.World, dir string, words []string) string {
	t.Helper()
	r, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	r.Close()
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, words[0]), words[1:]...)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = stdout, &stderr
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=/"}, w.Env()...)
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.String() + "\n" + stderr.String()
}
