package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/world"
)

// installer runs the scripts of an agent in a world, of which they know by
// variables alone.
type installer struct {
	env []string
	dir string
	w   *world.World
}

func newInstaller(t *testing.T, agent string) *installer {
	t.Helper()
	dir, err := os.MkdirTemp("", "pcpinstall") // open to the user that agents become
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	kit, err := world.NewKit(dir, world.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := kit.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	// Pmsignal(1) looks for all pmcds of the machine; this one knows one.
	bin := filepath.Join(dir, "bin")
	signal := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *pmcd) kill -HUP %d;; esac\n", w.PID())
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "pmsignal"), []byte(signal), 0o755); err != nil {
		t.Fatal(err)
	}
	path := []string{bin, "/usr/sbin", "/usr/bin", "/bin", pcpconf.Get("PCP_BINADM_DIR"),
		filepath.Join(pcpconf.Get("PCP_SHARE_DIR"), "bin"), "/usr/local/bin"}
	env := append(w.Env(), "PATH="+strings.Join(path, ":"), "LC_ALL=C", "TZ=UTC", "HOME="+dir,
		"PCP_VAR_DIR="+filepath.Join(w.Dir, "var"), "PCP_PMCDCONF_PATH="+kit.Conf(), "PMCD_SOCKET="+w.Socket)
	return &installer{env: env, dir: filepath.Join(kit.PMDAs(), agent), w: w}
}

// run runs a program in the agent's directory.
func (i *installer) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = i.dir, i.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// TestInstall has PCP's scripts install the example of an agent from the files
// that it writes, and remove it.
func TestInstall(t *testing.T) {
	need.PCP(t)
	need.Root(t, "runs PCP's scripts")
	i := newInstaller(t, "house")
	program := filepath.Join(t.TempDir(), "pmdahouse")
	output(t, "go", "build", "-o", program, "../examples/agent")
	output(t, program, "--install-files", i.dir)

	said := i.run(t, "./Install", "-n", i.w.PMNS())
	if !strings.Contains(said, "Check house metrics have appeared ... 1 metrics and 2 values\n") {
		t.Errorf("Install says\n%s", said)
	}
	info := i.run(t, need.Tool(t, "pminfo"), "-fT", "house")
	want := "\nhouse.temperature\nHelp:\ntemperature in degrees Celsius\n" +
		"    inst [0 or \"kitchen\"] value 21.5\n    inst [1 or \"hall\"] value 18\n"
	if info != want {
		t.Errorf("pminfo says\n%s\n%s", info, i.w.Log())
	}
	status := i.run(t, need.Tool(t, "pmprobe"), "-I", "pmcd.agent.status")
	if !strings.Contains(status, `"house"`) {
		t.Error(status)
	}

	said = i.run(t, "./Remove", "-n", i.w.PMNS())
	if !strings.Contains(said, "Check house metrics have gone away ... OK\n") {
		t.Errorf("Remove says\n%s", said)
	}
}
