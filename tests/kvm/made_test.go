//go:build unix

// Package kvm compares the kvm PMDA with PCP's on a made-up tree. As
// PCP's DSO of 6.0.3 ends tools with a local context, it is PCP's
// daemon that is compared, in a local context of ours.
package kvm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/programs"
)

func TestMain(m *testing.M) { programs.Main(m) }

var commands = []string{"-dm kvm", "-f kvm", "-l kvm.exits kvm.trace.count", "-f kvm.nosuch 95.0.60 95.2.0", "-I 95.0"}

// TestMade compares them: where there are counters, and where there are none.
func TestMade(t *testing.T) {
	need.PCP(t)
	dso := filepath.Join(pcpconf.Get("PCP_PMDAS_DIR"), "kvm", "pmda_kvm.so")
	names := filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_kvm")
	need.File(t, dso)
	need.File(t, names)
	ours, err := programs.Tools()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	makeTree(t, dir)
	for _, tree := range []string{dir, filepath.Join(dir, "nosuch")} {
		for _, line := range commands {
			args := []string{"-n", names, "-L", "-K", "clear", "-K", "add,95," + dso + ",kvm_init"}
			args = append(args, strings.Fields(line)...)
			want := run(t, ours, tree, args, "PCP_PMDAS_DIR="+dir)
			got := run(t, ours, tree, replace(args, dso, "kvm/pmda_kvm.so"), "PCP_PMDAS_DIR=/nosuch")
			if diff := cmp.Diff(want, got); diff != "" || want == "" {
				t.Errorf("%s, %s (-genuine +ours):\n%s", filepath.Base(tree), line, diff)
			}
		}
	}
}

// makeTree makes a different number for each metric, and some that are not
// quite as the kernel writes them.
func makeTree(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, "kvm"), 0o755); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"io_exits": "", "invlpg": "18446744073709551615\n", "pf_guest": "99999999999999999999\n",
		"hypercalls": "abc\n", "pf_fixed": "12", "nmi_window": " 77 8\n"}
	for i, name := range files(t) {
		text, ok := texts[name]
		if !ok {
			text = fmt.Sprintln(1000 + i)
		}
		if err := os.WriteFile(filepath.Join(dir, "kvm", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// files are the names that PCP's name space has below kvm.
func files(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(pcpconf.Get("PCP_VAR_DIR"), "pmns", "root_kvm"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) == 2 && strings.Contains(words[1], ":0:") {
			names = append(names, words[0])
		}
	}
	return names
}

func replace(args []string, old, by string) []string {
	replaced := make([]string, len(args))
	for i, arg := range args {
		replaced[i] = strings.ReplaceAll(arg, old, by)
	}
	return replaced
}

func run(t *testing.T, tools, tree string, args []string, env ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(tools, "pminfo"), args...)
	cmd.Env = append(os.Environ(), "KVM_DEBUGFS_PATH="+tree, "KVM_TRACEFS_PATH="+tree, "PCP_DERIVED_CONFIG=", "TZ=UTC", "PMCD_CONNECT_TIMEOUT=60", "PMCD_REQUEST_TIMEOUT=60")
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		out = append(out, err.Error()...)
	}
	return string(out)
}
