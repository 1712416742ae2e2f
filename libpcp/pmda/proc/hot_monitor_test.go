package proc

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// madeProcess are the figures of a process in a made tree.
type madeProcess struct {
	command               string
	cpu, start, waitIO    int // ticks
	switches, io, waitCPU int
}

func (p madeProcess) write(t *testing.T, root string, pid int) {
	dir := filepath.Join(root, "proc", fmt.Sprint(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"stat": fmt.Sprintf("%d (%s) S 1 1 1 0 -1 0 0 0 0 0 %d 0 7 7 20 0 1 0 %d 2048000 50 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 %d 0\n",
			pid, p.command, p.cpu, p.start, p.waitIO),
		"status":    fmt.Sprintf("Uid:\t7 7 7 7\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t1\n", p.switches),
		"io":        fmt.Sprintf("rchar: 77\nread_bytes: %d\nwrite_bytes: 5\n", p.io),
		"schedstat": fmt.Sprintf("1 %d 3\n", p.waitCPU),
	} {
		writeFile(t, filepath.Join(dir, name), text)
	}
}

func writeFile(t *testing.T, path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMonitor picks processes twice, two seconds apart.
func TestMonitor(t *testing.T) {
	root := t.TempDir()
	before := madeProcess{command: "busy", cpu: 100, waitIO: 10, switches: 5, io: 4096, waitCPU: 1e9}
	after := madeProcess{command: "busy", cpu: 150, waitIO: 30, switches: 25, io: 8192, waitCPU: 2e9}
	before.write(t, root, 5)
	madeProcess{command: "idle"}.write(t, root, 6)
	madeProcess{command: "other", cpu: 7, start: 1}.write(t, root, 7)
	writeFile(t, filepath.Join(root, "proc/stat"), "cpu 1 2 3 100 5\ncpu0 1\ncpu1 1\n")
	p, err := parsePredicate(`cpuburn > 0.2 || fname == "idle"`, func(line string) { t.Error(line) })
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		m := hotMonitor{host: host{root: root, hertz: 100, pageSize: 4096}}
		m.set(p, 2*time.Second)
		defer m.close()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if got := m.pids(); !slices.Equal(got, []int32{6}) {
			t.Errorf("at first: got %d", got)
		}
		after.write(t, root, 5)
		madeProcess{command: "idle", cpu: 10}.write(t, root, 6)
		madeProcess{command: "other", cpu: 5000, start: 2}.write(t, root, 7) // another one
		writeFile(t, filepath.Join(root, "proc/stat"), "cpu 1 2 3 200 5\ncpu0 1\ncpu1 1\n")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := m.pids(); !slices.Equal(got, []int32{5, 6}) {
			t.Errorf("later: got %d", got)
		}
		for name, want := range map[string]float64{"cpuburn": 0.25, "ctxswitch": 10, "iodemand": 2048, "iowait": 0.1,
			"schedwait": 0.5, "virtualsize": 2000, "residentsize": 200, "uid": 7} {
			if got, ok := m.variable(5, name); !ok || got != want {
				t.Errorf("%s: got %v, want %v", name, got, want)
			}
		}
		if got, want := m.totals, (hotTotals{idle: 0.5, hot: 0.3, transient: 1.2}); got != want {
			t.Errorf("totals: got %+v, want %+v", got, want)
		}
		m.set(nil, 2*time.Second)
		if got := m.pids(); len(got) != 0 {
			t.Errorf("without a predicate: got %d", got)
		}
	})
}

// TestMonitorEnd looks at processes that end while their files are read.
func TestMonitorEnd(t *testing.T) {
	root := t.TempDir()
	for pid, file := range map[int]string{5: "nothing", 6: "stat", 7: "status", 8: "io", 9: "schedstat"} {
		madeProcess{command: "ending"}.write(t, root, pid)
		if err := os.Remove(filepath.Join(root, "proc", fmt.Sprint(pid), file)); err != nil && file != "nothing" {
			t.Fatal(err)
		}
	}
	m := hotMonitor{host: host{root: root, hertz: 100, pageSize: 4096}}
	seen := slices.Sorted(maps.Keys(m.survey().processes))
	if !slices.Equal(seen, []int32{5, 8, 9}) {
		t.Errorf("got %d", seen)
	}
}
