// Package linux compares the agent for the kernel's metrics with the genuine
// one, both in local contexts: on this machine, and on frozen files.
package linux

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDescriptors compares the descriptors of all metrics, and lists those the
// genuine agent has and ours has not.
func TestDescriptors(t *testing.T) {
	genuine := genuineMetrics(t, "")
	ours := ourMetrics(t, "")
	var lacking []string
	both := 0
	for _, name := range slices.Sorted(maps.Keys(genuine)) {
		m, ok := ours[name]
		if !ok {
			lacking = append(lacking, name)
			continue
		}
		both++
		if diff := cmp.Diff(genuine[name].desc, m.desc); diff != "" {
			t.Errorf("%s (-genuine +ours):\n%s", name, diff)
		}
	}
	for name := range ours {
		if _, ok := genuine[name]; !ok {
			t.Errorf("%s is no metric of the genuine agent", name)
		}
	}
	if both < 600 {
		t.Errorf("%d metrics in common, want 600", both)
	}
	t.Logf("%d metrics in common; these %d are lacking:\n%s", both, len(lacking), strings.Join(lacking, "\n"))
}

// TestInstances compares instances and the values that stay the same, on this
// machine.
func TestInstances(t *testing.T) {
	again(t, func() map[string]string {
		before, ours, after := genuineMetrics(t, ""), ourMetrics(t, ""), genuineMetrics(t, "")
		wrong := make(map[string]string)
		for name := range ours {
			compareLive(wrong, name, before[name], ours[name], after[name])
		}
		return wrong
	})
}

// again looks at a machine that goes on working, and then once more and again at
// what was found to be wrong: only what is so each time is.
func again(t *testing.T, look func() map[string]string) {
	t.Helper()
	wrong := look()
	for range 3 {
		if len(wrong) == 0 {
			return
		}
		t.Logf("once more, for %s", slices.Sorted(maps.Keys(wrong)))
		now := look()
		maps.DeleteFunc(wrong, func(key, _ string) bool { return now[key] == "" })
	}
	for _, key := range slices.Sorted(maps.Keys(wrong)) {
		t.Errorf("%s: %s", key, wrong[key])
	}
}

// compareLive checks that a value lies where two fetches of the genuine
// agent, one before and one after, say it should.
func compareLive(wrong map[string]string, name string, before, ours, after metric) {
	if before.status != after.status || len(before.values) != len(after.values) {
		return // the machine has changed
	}
	if diff := cmp.Diff(instances(after), instances(ours)); diff != "" || ours.status != after.status {
		wrong[name] = fmt.Sprintf("genuine %q, ours %q (-genuine +ours):\n%s", after.status, ours.status, diff)
		return
	}
	for inst, v := range ours.values {
		low, high := before.values[inst], after.values[inst]
		if v == low || v == high {
			continue
		}
		switch {
		case falling.MatchString(name), number(low) > number(high) && strings.Contains(ours.desc, "counter"):
			// goes down in the kernel, too
		case !strings.Contains(ours.desc, "counter"):
			if low == high && !volatile(name) {
				wrong[name] = fmt.Sprintf("[%s]: genuine %s, ours %s", inst, low, v)
			}
		case number(low) > number(v) || number(v) > number(high):
			wrong[name] = fmt.Sprintf("[%s]: genuine %s … %s, ours %s", inst, low, high, v)
		}
	}
}

func instances(m metric) []string { return slices.Sorted(maps.Keys(m.values)) }

func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

// volatile metrics may change and change back between two fetches.
func volatile(name string) bool {
	for _, prefix := range []string{
		"mem.", "kernel.all.run", "kernel.all.blocked", "kernel.all.nprocs", "network.sockstat", "network.tcpconn",
		"network.unix", "network.udpconn", "vfs.", "filesys.", "tmpfs.", "disk.", "kernel.all.lastpid", "kernel.all.load",
		"kernel.all.pressure", "hinv.cpu.clock",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// TestFrozen compares all values, on copies of the kernel's files.
func TestFrozen(t *testing.T) {
	for _, root := range trees(t) {
		t.Run(filepath.Base(root), func(t *testing.T) {
			for _, setting := range settings(t, root) {
				name, value, _ := strings.Cut(setting, "=")
				t.Setenv(name, value)
			}
			ours := ourMetrics(t, root)
			genuine := genuineMetrics(t, root, areas(ours)...)
			for _, name := range slices.Sorted(maps.Keys(ours)) {
				if notFrozen(name, ours[name]) {
					continue
				}
				if diff := cmp.Diff(genuine[name].values, ours[name].values); diff != "" || genuine[name].status != ours[name].status {
					t.Errorf("%s: genuine %q, ours %q (-genuine +ours):\n%s", name, genuine[name].status, ours[name].status, diff)
				}
			}
		})
	}
}

// trees are copies of the kernel's files.
func trees(t *testing.T) []string {
	files, err := filepath.Glob("testdata/*/environ")
	if err != nil || len(files) == 0 {
		t.Fatal("no frozen trees", err)
	}
	for i, file := range files {
		if files[i], err = filepath.Abs(filepath.Dir(file)); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// settings are what the environment says to the agents about a tree.
func settings(t *testing.T, tree string) []string {
	text, err := os.ReadFile(filepath.Join(tree, "environ"))
	if err != nil {
		t.Fatal(err)
	}
	return append(strings.Fields(string(text)), "LINUX_STATSPATH="+tree)
}

// areas are the first two parts of the names of metrics.
func areas(metrics map[string]metric) []string {
	seen := make(map[string]bool)
	for name := range metrics {
		parts := strings.SplitN(name, ".", 3)
		seen[strings.Join(parts[:2], ".")] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// notFrozen are metrics that do not come from files below $LINUX_STATSPATH.
func notFrozen(name string, m metric) bool {
	if strings.HasPrefix(name, "ipc.") && strings.Contains(m.desc, "PM_INDOM_NULL") {
		return true // shmctl(2) and its kind, where ours reads files
	}
	for _, prefix := range []string{
		"filesys.", "tmpfs.", // statfs(2) of this machine
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

var background = context.Background()
