package tests

import (
	"context"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"pcptools/internal/need"
	"pcptools/internal/pcpconf"
	"pcptools/internal/tree"
	"pcptools/internal/world"
)

// TestCampaignAccess has pmcds of PCP's releases, as root, run PCP's agents and ours. Clients that
// are not known, since they come over TCP, nobody and root get values of the same metrics, and may
// store the same.
func TestCampaignAccess(t *testing.T) {
	need.Root(t, "runs a pmcd as root")
	const agents = "pcptools/libpcp/pmda/"
	bin := buildAgents(t, agents+"linux/pmdalinux", agents+"proc/pmdaproc", agents+"mmv/pmdammv", agents+"sample/pmdasample", agents+"simple/pmdasimple")
	programs := make(map[string]string)
	for _, name := range []string{"linux", "proc", "mmv", "sample", "simple"} {
		programs[name] = filepath.Join(bin, "pmda"+name)
	}
	for _, version := range append([]string{pcpconf.Get("PCP_VERSION")}, releases...) {
		t.Run(version, func(t *testing.T) {
			in, ok := theRelease(t, version)
			if !ok {
				return
			}
			theirs := world.StartWith(t, world.Options{Tree: in, Linux: true})
			ours := world.StartWith(t, world.Options{Tree: in, Linux: true, Programs: programs})
			as := func(user *syscall.Credential) map[string]string {
				sameStores(t, client{in, user}, theirs, ours)
				return sameMetrics(t, client{in, user}, theirs, ours)
			}
			strangers, root := as(nil), as(new(syscall.Credential))
			as(&syscall.Credential{Uid: 65534, Gid: 65534})
			restricted := 0
			for name, answer := range root {
				if !sameAccess(answer, strangers[name]) {
					restricted++
				}
			}
			if t.Logf("%d of %d metrics are restricted", restricted, len(root)); restricted < 100 {
				t.Error("too few")
			}
		})
	}
}

// client is a user of a unix socket, or nobody who is known.
type client struct {
	in   *tree.Tree
	user *syscall.Credential
}

// run runs one of PCP's tools on a world.
func (c client) run(t *testing.T, w *world.World, tool string, args ...string) string {
	t.Helper()
	host := "127.0.0.1:" + strconv.Itoa(w.Port)
	if c.user != nil {
		host = "unix:" + w.Socket
	}
	cmd := c.in.Command(context.Background(), c.in.Genuine(tool), append([]string{"-h", host}, args...)...)
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Credential = c.user
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "LC_ALL=C", "PMCD_CONNECT_TIMEOUT=60", "PMCD_REQUEST_TIMEOUT=60"}, w.Env()...)
	out, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return string(out)
}

// probe returns how many values metrics have, or why they have none.
func (c client) probe(t *testing.T, w *world.World, names []string) map[string]string {
	t.Helper()
	answers := make(map[string]string)
	for line := range strings.Lines(c.run(t, w, "pmprobe", names...)) {
		name, answer, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		answers[name] = answer
	}
	return answers
}

// sameStores has a client change how agents work.
func sameStores(t *testing.T, c client, theirs, ours *world.World) {
	t.Helper()
	for _, args := range []string{
		"proc.control.all.threads 1", "proc.control.all.threads 0", "proc.control.perclient.threads 1", "proc.control.perclient.cgroups /g",
		"hotproc.control.refresh 30", "hotproc.control.reload_config 1", "hotproc.control.config_gen 1",
		"mmv.control.reload 1", "mmv.control.debug 1", "mmv.control.debug -1", "mmv.acme.staff 1", "kernel.all.load 1", "sample.long.write_me 3",
	} {
		want, got := c.run(t, theirs, "pmstore", strings.Fields(args)...), c.run(t, ours, "pmstore", strings.Fields(args)...)
		if want != got || want == "" {
			t.Errorf("%v: pmstore %s: genuine %q, ours %q", c.user, args, want, got)
		}
	}
}

// sameMetrics asks two worlds about all metrics, and again about those that differ. It returns the
// answers of the first.
func sameMetrics(t *testing.T, c client, theirs, ours *world.World) map[string]string {
	t.Helper()
	all := c.probe(t, theirs, nil)
	if len(all) < 1000 {
		t.Errorf("only %d metrics", len(all))
	}
	want, got := all, c.probe(t, ours, nil)
	for look := 1; ; look++ {
		var differ []string
		for _, name := range slices.Sorted(maps.Keys(want)) {
			switch {
			case sameAccess(want[name], got[name]):
			case strings.Contains(name, ".mirage"): // has other instances all the time
			case strings.HasPrefix(name, "proc.delayacct."): // PCP's agent loads a library that the tree lacks
			default:
				differ = append(differ, name)
			}
		}
		if len(differ) == 0 {
			return all
		}
		if look == 5 {
			for _, name := range differ {
				t.Errorf("%v: %s: genuine %q, ours %q", c.user, name, want[name], got[name])
			}
			return all
		}
		want, got = c.probe(t, theirs, differ), c.probe(t, ours, differ)
	}
}

// sameAccess reports whether two answers let a client see the same. Where each process has a value
// their number changes, but not by half.
func sameAccess(a, b string) bool {
	n, err := strconv.Atoi(a)
	m, otherErr := strconv.Atoi(b)
	if err != nil || otherErr != nil || min(n, m) < 10 {
		return a == b
	}
	return max(n, m) < 2*min(n, m)
}
