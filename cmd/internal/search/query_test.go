package search

import (
	"slices"
	"strings"
	"testing"

	"pcptools/cmd/internal/report"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/pmda/linux"
	"pcptools/libpcp/pmda/proc"
)

// TestScore ranks metrics for a query, the best first, and finds others not at
// all.
func TestScore(t *testing.T) {
	type metric struct{ name, oneLine, help string }
	for _, test := range []struct {
		words  []string
		ranked []metric
		none   metric
	}{
		{[]string{"disk"}, []metric{{"disk.dev.read", "reads of a disk", ""}, {"disk.dev.read", "", ""}, {"diskless.x", "", ""},
			{"a.floppydisk", "", ""}, {"a", "of a disk", ""}, {"a", "", "of a disk"}}, metric{"mem.free", "free", "free"}},
		{[]string{"Disks"}, []metric{{"disk.dev", "", ""}, {"a", "all disks", ""}}, metric{"mem", "", ""}},
		{[]string{"read disk"}, []metric{{"disk.dev.read", "", ""}, {"disk.dev", "what was read", ""}}, metric{"disk.dev", "written", ""}},
		{[]string{"disk.*", "bytes"}, []metric{{"disk.dev.bytes", "", ""}}, metric{"mem.bytes", "", ""}},
		{[]string{"class"}, []metric{{"a.class", "", ""}}, metric{"claim", "", ""}},
	} {
		q := Parse(test.words)
		last := Score{Words: 1 << 30}
		for _, m := range test.ranked {
			score := q.Score(m.name, m.oneLine, m.help)
			if score.Words != max(1, len(q.words)) || score.Compare(last) < 0 {
				t.Errorf("%q: %v has %v, the one before %v", test.words, m, score, last)
			}
			last = score
		}
		if n := test.none; q.Score(n.name, n.oneLine, n.help).Words >= max(1, len(q.words)) {
			t.Errorf("%q: %v", test.words, n)
		}
	}
	if !Parse([]string{"", " "}).Empty() || Parse([]string{"*"}).Empty() {
		t.Error("empty")
	}
}

func FuzzScore(f *testing.F) {
	f.Add("disks read", "disk.dev.read", "Reads of disks", "s")
	f.Add("s ss \xff [", "a.s", "ss", "\xff")
	f.Fuzz(func(t *testing.T, words, name, oneLine, help string) {
		q := Parse([]string{words})
		if score := q.Score(name, oneLine, help); score.Words < 0 || score.Words > max(1, len(q.words)) || q.Empty() && score != (Score{}) {
			t.Errorf("%v", score)
		}
	})
}

// everyday are queries as people type them, and a metric that must be among the first
// three for each, also where no agent has help texts.
var everyday = map[string]string{
	"container cpu":            "cgroup.cpuacct.usage",
	"container memory":         "cgroup.memory.usage",
	"core count":               "hinv.ncpu",
	"cpu count":                "hinv.ncpu",
	"cpu pressure":             "kernel.all.pressure.cpu.some.avg",
	"memory pressure":          "kernel.all.pressure.memory.some.avg",
	"io pressure":              "kernel.all.pressure.io.some.avg",
	"system calls":             "proc.io.syscr",
	"nfs operations":           "nfs.client.reqs",
	"mount options":            "filesys.mountdir",
	"mount points":             "filesys.mountdir",
	"listening ports":          "network.tcpconn.listen",
	"established connections":  "network.tcp.currestab",
	"time wait":                "network.tcpconn.time_wait",
	"read latency":             "disk.all.read_rawactive",
	"write latency":            "disk.all.write_rawactive",
	"cpu percent":              "kernel.all.cpu.user",
	"mem total":                "mem.physmem",
	"threads":                  "kernel.all.nprocs",
	"threads per process":      "proc.psinfo.threads",
	"process cpu":              "proc.psinfo.utime",
	"process io":               "proc.io.read_bytes",
	"command line":             "proc.psinfo.psargs",
	"swap activity":            "swap.in",
	"blocked processes":        "kernel.all.blocked",
	"os version":               "kernel.uname.distro",
	"disk model":               "hinv.disk.model",
	"network speed":            "network.interface.speed",
	"run queue length":         "kernel.all.runnable",
	"thermal throttling":       "hinv.cpu.thermal_throttle.core.count",
	"bandwidth":                "network.interface.in.bytes",
	"boot time":                "kernel.all.boottime",
	"buffers":                  "mem.util.bufmem",
	"bytes received":           "network.interface.in.bytes",
	"bytes sent":               "network.interface.out.bytes",
	"cached memory":            "mem.util.cached",
	"context switches":         "kernel.all.pswitch",
	"cpu":                      "kernel.all.cpu.user",
	"cpu cores":                "hinv.ncpu",
	"cpu frequency":            "hinv.cpu.clock",
	"cpu idle":                 "kernel.all.cpu.idle",
	"cpu model":                "hinv.cpu.model_name",
	"cpu steal":                "kernel.all.cpu.steal",
	"cpu temperature":          "hinv.cpu.thermal_throttle.core.count",
	"cpu usage":                "kernel.all.cpu.user",
	"dirty pages":              "mem.util.dirty",
	"disk":                     "disk.all.total",
	"disk io":                  "disk.all.total",
	"disk iops":                "disk.all.total",
	"disk latency":             "disk.all.total_rawactive",
	"disk queue length":        "disk.all.aveq",
	"disk reads":               "disk.all.read",
	"disk space":               "filesys.free",
	"disk usage":               "filesys.used",
	"disk utilization":         "disk.dev.avactive",
	"disk write throughput":    "disk.all.write_bytes",
	"dropped packets":          "network.interface.in.drops",
	"entropy":                  "kernel.all.entropy.avail",
	"filesystem":               "filesys.free",
	"filesystem full":          "filesys.full",
	"forks":                    "kernel.all.sysfork",
	"free inodes":              "filesys.freefiles",
	"free memory":              "mem.util.free",
	"hostname":                 "kernel.uname.nodename",
	"how many users":           "kernel.all.nusers",
	"huge pages":               "mem.hugepages.free",
	"interrupts":               "kernel.all.interrupts.total",
	"iowait":                   "kernel.all.cpu.wait.total",
	"kernel version":           "kernel.uname.release",
	"load average":             "kernel.all.load",
	"memory":                   "mem.util.free",
	"memory available":         "mem.util.available",
	"memory usage":             "mem.util.used",
	"mounted filesystems":      "filesys.mountdir",
	"network errors":           "network.interface.in.errors",
	"network interface speed":  "network.interface.speed",
	"network traffic":          "network.interface.in.bytes",
	"number of cpus":           "hinv.ncpu",
	"oom kills":                "mem.vmstat.oom_kill",
	"open files":               "vfs.files.count",
	"packet loss":              "network.interface.in.drops",
	"packets per second":       "network.interface.in.packets",
	"page cache size":          "mem.util.cached",
	"page faults":              "mem.vmstat.pgfault",
	"physical memory":          "hinv.physmem",
	"process memory":           "proc.psinfo.rss",
	"processes":                "kernel.all.nprocs",
	"ram":                      "hinv.physmem",
	"running processes":        "kernel.all.running",
	"sockets":                  "network.sockstat.total",
	"swap":                     "swap.used",
	"swap usage":               "swap.used",
	"tcp connections":          "network.tcp.currestab",
	"tcp retransmits":          "network.tcp.retranssegs",
	"total ram":                "mem.physmem",
	"the load of this machine": "kernel.all.load",
	"udp errors":               "network.udp.inerrors",
	"uptime":                   "kernel.all.uptime",
	"users logged in":          "kernel.all.nusers",
	"zombies":                  "proc.runq.defunct",
}

// TestEveryday finds what everyday queries are for by the names of metrics alone.
func TestEveryday(t *testing.T) {
	var names []string
	for _, a := range []*pmda.Agent{linux.New(), proc.New()} {
		for i := range a.Metrics {
			names = append(names, a.Metrics[i].Name)
		}
		for _, m := range a.Rows {
			names = append(names, m.Name)
		}
	}
	for query, want := range everyday {
		q := Parse(strings.Fields(query))
		var hits []hit
		for _, name := range names {
			if s := q.Score(name, "", ""); s.Words > 0 {
				hits = append(hits, hit{&report.Metric{Name: name}, s})
			}
		}
		var first []string
		for _, h := range best(hits, 3) {
			first = append(first, h.Name)
		}
		if !slices.Contains(first, want) {
			t.Errorf("%s: %q, not %s", query, first, want)
		}
	}
}
