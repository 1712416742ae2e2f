package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/world"
)

// TestDaemonOptions compares what daemons say of wrong command lines.
func TestDaemonOptions(t *testing.T) {
	need.PCP(t)
	dir := t.TempDir()
	kit, err := world.NewKit(dir, world.Options{})
	if err != nil {
		t.Fatal(err)
	}
	bin := buildAgents(t, "pcptools/libpcp/pmda/simple/...", "pcptools/libpcp/pmda/trivial/...")
	for _, line := range []string{
		"pmdasimple -?", "pmdasimple --help", "pmdasimple -x", "pmdasimple -V", "pmdasimple -h help",
		"pmdasimple -d", "pmdasimple -d x", "pmdasimple --domain=1x", "pmdasimple -D nope", "pmdasimple --debug nope",
		"pmdasimple -i 5 -u x", "pmdasimple -u x -i 5", "pmdasimple -p -i 4", "pmdasimple -6 4 -p", "pmdasimple --unix x --pipe",
		"pmdasimple -d x -u a -i 5 -D nope",
		"pmdatrivial -?", "pmdatrivial -i 3", "pmdatrivial -p", "pmdatrivial -u x", "pmdatrivial -d 1 -d x",
	} {
		words := strings.Fields(line)
		agent := strings.TrimPrefix(words[0], "pmda")
		want := runDaemon(t, filepath.Join(kit.PMDAs(), agent, words[0]), words[1:])
		got := runDaemon(t, filepath.Join(bin, words[0]), words[1:])
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", line, diff)
		}
	}
}

// runDaemon runs a daemon that is expected to end by itself, in a directory of its
// own, and returns what it says.
func runDaemon(t *testing.T, program string, args []string) string {
	cmd := exec.Command(program, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	out, err := cmd.CombinedOutput()
	text := string(out)
	if err != nil {
		text += err.Error()
	}
	return text
}
