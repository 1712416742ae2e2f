package linux_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// useFiles has an agent read a tree made of files, and returns the directory.
func useFiles(t *testing.T, files map[string]string) string {
	tree := t.TempDir()
	putFiles(t, tree, files)
	t.Setenv("LINUX_STATSPATH", tree)
	t.Setenv("LINUX_NCPUS", "4")
	t.Setenv("LINUX_HERTZ", "100")
	t.Setenv("PCP_VAR_DIR", t.TempDir())
	return tree
}

func putFiles(t *testing.T, tree string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInterruptLines reads lines of large and of unusual machines, where the
// genuine agent takes a count for a part of the name, or errors for an interrupt.
func TestInterruptLines(t *testing.T) {
	useFiles(t, map[string]string{
		"proc/stat": "cpu 1 2\ncpu0 1 2\ncpu1 1 2\n",
		"proc/interrupts": "           CPU0       CPU1\n16:        100        200  GICv3  27 Level  a:b\n" +
			"IPI0:2768808080 2844211768  Rescheduling interrupts\n ERR:          8\n MIS:          9\nno key\n",
	})
	c := agentOf(t, "6.0.3")
	for name, want := range map[string]string{
		"kernel.all.interrupts.total":  "inst [0 or \"16\"] value 300\ninst [1 or \"IPI0\"] value 5613019848\n",
		"kernel.all.interrupts.errors": "value 8\n",
		"kernel.all.interrupts.missed": "value 9\n",
		"kernel.percpu.intr":           "inst [0 or \"cpu0\"] value 2768808180\ninst [1 or \"cpu1\"] value 2844211968\n",
	} {
		want = "\n" + name + "\n    " + strings.TrimSuffix(strings.ReplaceAll(want, "\n", "\n    "), "    ")
		if got := c.Printed(name); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestSoftnetNumbers goes by the numbers of processors, where the kernel prints them.
func TestSoftnetNumbers(t *testing.T) {
	line := func(first string, cpu int) string {
		return first + strings.Repeat(" 00000000", 11) + fmt.Sprintf(" %08x\n", cpu)
	}
	useFiles(t, map[string]string{
		"proc/stat":             "cpu 1 2\ncpu0 1 2\ncpu2 1 2\ncpu3 1 2\n",
		"proc/net/softnet_stat": line("00000001", 0) + line("00000003", 3),
	})
	want := "\nnetwork.softnet.percpu.processed\n    inst [0 or \"cpu0\"] value 1\n    inst [3 or \"cpu3\"] value 3\n"
	if got := agentOf(t, "7.2.2").Printed("network.softnet.percpu.processed"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestWaitingDecreases changes the ticks that processors waited: the values are what
// the genuine agent had on the same files.
func TestWaitingDecreases(t *testing.T) {
	text := func(all int, each ...int) map[string]string {
		s := fmt.Sprintf("cpu  1 0 1 1 %d 0 0 0 0 0\n", all)
		for i, n := range each {
			if n >= 0 {
				s += fmt.Sprintf("cpu%d 1 0 1 1 %d 0 0 0 0 0\n", i, n)
			}
		}
		return map[string]string{"proc/stat": s + "btime 1700000000\n"}
	}
	steps := []struct {
		files map[string]string
		want  string // of all, of each, of the node
	}{
		{text(5000, 100, 200), "50000 1000 2000 3000"},
		{text(4900, 100, 200), "49000 1000 2000 3000"},
		{text(4801, 60, 210), "49000 1000 2100 3100"},
		{text(4800, 50, -1), "48000 1000 1000"},
		{text(4800, 45, 190), "48000 1000 2100 3100"},
		{text(4850, -1, 100), "48500 1000 1000"},
		{text(4850, 40, 99), "48500 1000 1000 2000"},
		{text(4, 0, 10), "40 0 1000 1000"},
		{text(3, 5, 9), "30 50 1000 1050"},
		{text(1, 4, 0), "10 40 0 40"},
	}
	tree := useFiles(t, steps[0].files)
	c := agentOf(t, "6.0.3")
	for i, step := range steps {
		putFiles(t, tree, step.files)
		var got []string
		for _, name := range []string{"kernel.all.cpu.wait.total", "kernel.percpu.cpu.wait.total", "kernel.pernode.cpu.wait.total"} {
			for line := range strings.Lines(c.Printed(name)) {
				if _, value, ok := strings.Cut(line, "value "); ok {
					got = append(got, strings.TrimSpace(value))
				}
			}
		}
		if got := strings.Join(got, " "); got != step.want {
			t.Errorf("step %d: got %s, want %s", i, got, step.want)
		}
	}
}

// TestProcessorsRemembered changes the description of processors: the genuine agent
// has the first there was, but for the clock.
func TestProcessorsRemembered(t *testing.T) {
	tree := useFiles(t, map[string]string{"proc/stat": "cpu 1 2\ncpu0 1 2\n", "proc/cpuinfo": "processor : 0\nmodel name : A\ncpu MHz : 1000\n"})
	a := agentOf(t, "6.0.3")
	first := a.Values("hinv.cpu.clock")["cpu0"].Float64()
	a.Values("hinv.cpu.model_name")
	putFiles(t, tree, map[string]string{"proc/cpuinfo": "processor : 0\nmodel name : B\ncpu MHz : 2000\nbogomips : 3\n"})
	clock, model, bogomips := a.Values("hinv.cpu.clock")["cpu0"].Float64(), a.Values("hinv.cpu.model_name")["cpu0"].Text(), a.Values("hinv.cpu.bogomips")["cpu0"].Float64()
	if first != 1000 || clock != 2000 || model != "A" || bogomips != 3 {
		t.Errorf("clock %v, then %v, model %q, bogomips %v", first, clock, model, bogomips)
	}
}

// TestAllocationsDecrease changes the pages of a node: the values are what the genuine
// agent had on the same files.
func TestAllocationsDecrease(t *testing.T) {
	text := func(n uint64) map[string]string {
		return map[string]string{"sys/devices/system/node/node0/numastat": fmt.Sprintf("numa_hit %d\n", n), "sys/devices/system/node/node0/cpu0/uevent": ""}
	}
	tree := useFiles(t, text(0))
	a := agentOf(t, "6.0.3")
	for _, step := range [][2]uint64{{100, 100}, {50, 49}, {200, 199}, {150, 148}, {4294967295, 4294967293}, {5, 2}, {2, 18446744073709551614}} {
		putFiles(t, tree, text(step[0]))
		if got := a.Values("mem.numa.alloc.hit")["node0"].Uint64(); got != step[1] {
			t.Errorf("%d: got %d, want %d", step[0], got, step[1])
		}
	}
}

// TestDistro has the name that the genuine agent found in the same files.
func TestDistro(t *testing.T) {
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"oracle-release": "Oracle Linux Server release 9.4\n", "redhat-release": "Red Hat\n"}, "Oracle Linux Server release 9.4"},
		{map[string]string{"lsb-release": "DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=22.04\n"}, "Ubuntu"},
		{map[string]string{"lsb-release": "LSB_VERSION=\"1.4\"\nDISTRIB_ID=Arch\n"}, `LSB_VERSION="1.4"`},
		{map[string]string{"debian_version": "", "lsb-release": "DISTRIB_ID=Ubuntu\n"}, "?"},
		{map[string]string{"debian_version": "\n"}, "Debian "},
		{map[string]string{"debian_version": "bookworm/sid\n", "lsb-release": "DISTRIB_ID=Ubuntu\n"}, "Debian bookworm/sid"},
		{map[string]string{"system-release": "Amazon Linux release 2023\n", "os-release": "NAME=\"Amazon Linux\"\n"}, "?"},
		{map[string]string{"redhat-release": "  of two lines  \nsecond\n"}, "  of two lines  "},
		{map[string]string{"fedora-release": "Fedora release 39", "SuSE-release": "x\n"}, "Fedora release 39"},
	} {
		tree := useFiles(t, nil)
		for name, text := range test.files {
			putFiles(t, tree, map[string]string{"etc/" + name: text})
		}
		if got := agentOf(t, "7.2.2").Value("kernel.uname.distro").Text(); got != test.want {
			t.Errorf("%q: got %q, want %q", test.files, got, test.want)
		}
	}
}

// TestByTheKernel has values that are right by the kernel, where those of PCP's agent
// are of another line, of other processors, or of pages of another size.
func TestByTheKernel(t *testing.T) {
	useFiles(t, map[string]string{
		"proc/stat":               "cpu 1 2\ncpu0 1 2\ncpu2 1 2\n",
		"proc/interrupts":         "           CPU0       CPU2\n16:        100        200  GICv3  27 Level  a\n",
		"proc/vmstat":             "pgsteal_khugepaged 5\nballoon_inflate 6\nballoon_deflate 7\n",
		"proc/meminfo":            "MemTotal: 100 kB\nMemFree: 150 kB\n",
		"proc/diskstats":          "8       0 sda 0 0 0 0 46 0 977 34 0 2 0 0 0 0\n 253 0 zram0 1 2 3 4 5 6 7 8 9 10 11\n",
		"sys/block/zram0/mm_stat": "1 2 3 4 5 6 7 8\n",
		"sys/block/zram0/bd_stat": "9 10 11\n",
	})
	t.Setenv("LINUX_PAGESIZE", "65536")
	a := agentOf(t, "7.2.2")
	for _, test := range []struct {
		metric, inst string
		want         uint64
	}{
		{"kernel.percpu.interrupts", "16::cpu2", 200},
		{"mem.vmstat.pgsteal_khugepaged", "", 5},
		{"mem.vmstat.balloon_inflate", "", 6},
		{"mem.vmstat.balloon_deflate", "", 7},
		{"mem.util.used", "", 0},
		{"disk.dev.write", "sda", 46}, // as lxcfs writes the line
		{"zram.mm_stat.pages.same", "zram0", 6 * 64},
		{"zram.bd_stat.count", "zram0", 9 * 4},
	} {
		var got uint64
		if test.inst == "" {
			got = a.Value(test.metric).Uint64()
		} else if atom, ok := a.Values(test.metric)[test.inst]; ok {
			got = atom.Uint64()
		} else {
			t.Errorf("%s has no %s", test.metric, test.inst)
		}
		if got != test.want {
			t.Errorf("%s %s: got %d, want %d", test.metric, test.inst, got, test.want)
		}
	}
}
