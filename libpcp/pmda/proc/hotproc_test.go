package proc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda/pmdatest"
)

// TestHotproc has an agent pick processes by the file with the predicate, and pick
// again: what clients see is of the last time.
func TestHotproc(t *testing.T) {
	root, agents := t.TempDir(), t.TempDir()
	t.Setenv("PROC_STATSPATH", root)
	t.Setenv("PROC_HERTZ", "100")
	t.Setenv("PROC_PAGESIZE", "4096")
	t.Setenv("PCP_PMDAS_DIR", agents)
	if err := os.Mkdir(filepath.Join(agents, "proc"), 0o755); err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(agents, "proc", "hotproc.conf")
	writeFile(t, conf, `fname == "hot"`)
	at := func(idle int, hot madeProcess) {
		hot.write(t, root, 5)
		writeFile(t, filepath.Join(root, "proc/stat"), fmt.Sprintf("cpu 1 2 3 %d 5\ncpu0 1\ncpu1 1\n", idle))
	}
	at(100, madeProcess{command: "cold"})
	madeProcess{command: "cold"}.write(t, root, 6)
	madeProcess{command: "hot"}.write(t, root, 7)
	for pid := 5; pid <= 7; pid++ {
		writeFile(t, filepath.Join(root, "proc", fmt.Sprint(pid), "cmdline"), "/bin/me\x00")
	}
	synctest.Test(t, func(t *testing.T) {
		a := pmdatest.Open(t, New())
		look := func(metrics ...string) string {
			synctest.Wait()
			var all []string
			for _, metric := range metrics {
				all = append(all, a.Printed(metric))
			}
			return strings.Join(all, "")
		}
		same := func(when, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: got %s\nwant %s", when, got, want)
			}
		}
		same("at first", look("hotproc.nprocs", "hotproc.control.config_gen"),
			"\nhotproc.nprocs\n    value 0\n\nhotproc.control.config_gen\n    value 1\n")
		time.Sleep(11 * time.Second)
		same("one is hot", look("hotproc.nprocs", "hotproc.psinfo.pid", "hotproc.control.config"),
			"\nhotproc.nprocs\n    value 1\n\nhotproc.psinfo.pid\n    inst [7 or \"000007 /bin/me\"] value 7\n"+
				"\nhotproc.control.config\n    value \"(fname == \"hot\")\"\n")
		at(1100, madeProcess{command: "hot", cpu: 500, waitIO: 100, switches: 50, io: 4096, waitCPU: 1e9})
		time.Sleep(10 * time.Second)
		same("another", look("hotproc.psinfo.pid"),
			"\nhotproc.psinfo.pid\n    inst [5 or \"000005 /bin/me\"] value 5\n    inst [7 or \"000007 /bin/me\"] value 7\n")
		for metric, want := range map[string]string{
			"predicate.ctxswitch": "5", "predicate.virtualsize": "2000", "predicate.residentsize": "200",
			"predicate.iodemand": "409.60001", "predicate.iowait": "0.1", "predicate.schedwait": "0.1", "predicate.cpuburn": "0.5",
		} {
			if got := look("hotproc." + metric); !strings.Contains(got, "inst [5 or \"000005 /bin/me\"] value "+want+"\n") {
				t.Errorf("want %s, got %s", want, got)
			}
		}
		for metric, want := range map[string]string{
			"cpuidle": "1", "cpuburn": "0.5", "cpuother.transient": "0.5", "cpuother.not_cpuburn": "0",
			"cpuother.total": "0.5", "cpuother.percent": "50",
		} {
			metric = "hotproc.total." + metric
			same("sums", look(metric), "\n"+metric+"\n    value "+want+"\n")
		}
		if err := os.RemoveAll(filepath.Join(root, "proc/7")); err != nil {
			t.Fatal(err)
		}
		same("one ends", look("hotproc.nprocs"), "\nhotproc.nprocs\n    value 1\n")
		if os.Geteuid() != 0 {
			return // stores are for root
		}
		a.Store("hotproc.control.refresh", "", libpcp.Uint32Atom(2))
		a.Store("hotproc.control.config", "", libpcp.StringAtom(`fname == "cold"`))
		time.Sleep(3 * time.Second)
		same("another predicate", look("hotproc.psinfo.pid", "hotproc.control.config_gen", "hotproc.control.refresh"),
			"\nhotproc.psinfo.pid\n    inst [6 or \"000006 /bin/me\"] value 6\n\nhotproc.control.config_gen\n    value 2\n\nhotproc.control.refresh\n    value 2\n")
		desc := a.Desc("hotproc.control.config")
		set, err := libpcp.NewValueSet(desc.PMID, libpcp.NullInst, libpcp.StringAtom("fname == "))
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Context().Store(t.Context(), &libpcp.Result{Sets: []libpcp.ValueSet{set}}); !errors.Is(err, libpcp.ErrBadStore) {
			t.Errorf("nonsense: %v", err)
		}
		writeFile(t, conf, `fname == "hot" || fname == "cold"`)
		a.Store("hotproc.control.reload_config", "", libpcp.Uint32Atom(0))
		same("not loaded again", look("hotproc.control.config_gen"), "\nhotproc.control.config_gen\n    value 2\n")
		a.Store("hotproc.control.reload_config", "", libpcp.Uint32Atom(1))
		time.Sleep(3 * time.Second)
		same("loaded again", look("hotproc.nprocs", "hotproc.control.config_gen"),
			"\nhotproc.nprocs\n    value 2\n\nhotproc.control.config_gen\n    value 1\n")
		a.Store("hotproc.control.config", "", libpcp.StringAtom(""))
		same("none", look("hotproc.nprocs", "hotproc.control.config", "hotproc.control.config_gen"),
			"\nhotproc.nprocs\n    value 0\n\nhotproc.control.config\n    value \"\"\n\nhotproc.control.config_gen\n    value 0\n")
	})
}

// TestControl stores what processes clients see: threads, or those of a control
// group, for all clients or for one.
func TestControl(t *testing.T) {
	root := t.TempDir()
	t.Setenv("PROC_STATSPATH", root)
	for name, text := range map[string]string{
		"proc/7/task/7/stat": "7 (a) S", "proc/7/task/9/stat": "9 (b) S", "proc/8/task/8/stat": "8 (c) S",
		"group/tasks": "9\n7\n9\n0\n", "group/container/cgroup.procs": "7\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		writeFile(t, filepath.Join(root, name), text)
	}
	a := pmdatest.Open(t, New())
	pids := func() (pids []int32) {
		t.Helper()
		list, err := a.Context().Instances(t.Context(), a.Desc("proc.psinfo.pid").InDom)
		if err != nil {
			t.Fatal(err)
		}
		for _, inst := range list {
			pids = append(pids, inst.ID)
		}
		slices.Sort(pids)
		return pids
	}
	const all, own, groups = "proc.control.all.threads", "proc.control.perclient.threads", "proc.control.perclient.cgroups"
	for _, step := range []struct {
		metric string
		value  libpcp.Atom
		err    error
		want   []int32
		after  string // of all three
	}{
		{all, libpcp.Uint32Atom(2), libpcp.ErrBadStore, []int32{7, 8}, "0 0 "},
		{all, libpcp.Uint32Atom(1), nil, []int32{7, 8, 9}, "1 1 "},
		{own, libpcp.Uint32Atom(0), nil, []int32{7, 8}, "1 0 "},
		{own, libpcp.Uint32Atom(3), libpcp.ErrBadStore, []int32{7, 8}, "1 0 "},
		{all, libpcp.Uint32Atom(0), nil, []int32{7, 8}, "0 0 "},
		{groups, libpcp.StringAtom("/group"), nil, []int32{7}, "0 0 /group"},
		{own, libpcp.Uint32Atom(1), nil, []int32{7, 9}, "0 1 /group"},
		{groups, libpcp.StringAtom(""), nil, []int32{7, 8, 9}, "0 1 "},
	} {
		set, err := libpcp.NewValueSet(a.Desc(step.metric).PMID, libpcp.NullInst, step.value)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Context().Store(t.Context(), &libpcp.Result{Sets: []libpcp.ValueSet{set}}); !errors.Is(err, step.err) {
			t.Errorf("%s = %v: %v, want %v", step.metric, step.value, err, step.err)
		}
		after := fmt.Sprint(a.Value(all).Uint64(), " ", a.Value(own).Uint64(), " ", a.Value(groups).Text())
		if got := pids(); !slices.Equal(got, step.want) || after != step.after {
			t.Errorf("%s = %v: processes %d, %q; want %d, %q", step.metric, step.value, got, after, step.want, step.after)
		}
	}
}
