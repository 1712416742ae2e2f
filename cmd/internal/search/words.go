package search

import (
	"slices"
	"strings"
)

// phrases are what people ask for in other words than those of PCP's names: where a
// query has all words on the left, those on the right are looked for in their place.
// A word with bars stands for any of its parts.
var phrases = []struct{ asked, named string }{
	{"page fault", "pgfault"},
	{"huge page", "hugepages"},
	{"context switch", "pswitch"},
	{"packet loss|lost|drop|dropped", "network interface drops"},
	{"file open|descriptor|handle", "vfs files count"},
	{"run queue", "runnable|runq"},
	{"system call", "syscall|syscr|syscw"},
	{"kernel version", "uname release"},
	{"os version", "uname distro"},
	{"io|i/o wait", "cpu wait"},
	{"inode usage", "filesys usedfiles"},
	{"memory|mem|ram physical|total|size", "physmem"},
	{"process memory", "psinfo rss"},
	{"process cpu", "psinfo utime|stime"},
	{"process io|i/o", "proc io read_bytes|write_bytes"},
	{"process blocked", "kernel all blocked"},
	{"container cpu", "cgroup cpuacct usage"},
	{"container memory", "cgroup memory usage"},
	{"command line", "psinfo psargs"},
	{"core count|number", "ncpu"},
	{"page cache", "mem util cached"},
	{"udp error", "udp inerrors"},
	{"user logged", "nusers"},
	{"cpu number|core|count", "ncpu"},
	{"ip address", "inet_addr"},
	{"cpu temp", "cpu thermal_throttle"},
	{"cpu usage|utilization|utilisation|percent", "cpu user|sys|idle"},
	{"cpu load", "load|cpu"},
	{"cpu speed", "cpu clock"},
	{"cpu frequency", "cpu clock|frequency_scaling"},
	{"disk space", "filesys free|used|full"},
	{"disk usage|used", "filesys used|full"},
	{"disk full", "filesys full"},
	{"disk free", "filesys free"},
	{"disk capacity", "filesys|disk capacity"},
	{"disk latency", "disk await|total_rawactive|read_rawactive|write_rawactive"},
	{"disk queue", "disk aveq"},
	{"disk io|i/o|iops", "disk total|read|write"},
	{"disk throughput|bandwidth", "disk total_bytes|read_bytes|write_bytes"},
	{"network usage", "network interface bytes"},
	{"bandwidth", "network interface bytes"},
}

// alike are words of queries and the parts of PCP's names that mean the same.
var alike = map[string]string{
	"average":        "avg",
	"buffer":         "bufmem",
	"busy":           "avactive|util",
	"connection":     "currestab|tcpconn",
	"core":           "ncpu|cpu",
	"distribution":   "distro",
	"download":       "in",
	"dropped":        "drops",
	"established":    "currestab",
	"ethernet":       "interface",
	"fd":             "files",
	"fork":           "sysfork",
	"fs":             "filesys",
	"host":           "nodename",
	"hostname":       "nodename",
	"inode":          "usedfiles|freefiles|inodes",
	"iops":           "total|read|write",
	"iowait":         "wait",
	"latency":        "wait|rawactive",
	"loss":           "drops",
	"mounted":        "mountdir",
	"nic":            "interface",
	"os":             "uname",
	"paging":         "pagesin|pagesout",
	"percent":        "full|util",
	"process":        "nprocs|proc",
	"processor":      "ncpu|cpu",
	"psi":            "pressure",
	"ram":            "mem|physmem",
	"received":       "in",
	"retransmission": "retranssegs",
	"retransmit":     "retranssegs",
	"rx":             "in",
	"sent":           "out",
	"size":           "capacity|length",
	"socket":         "sockstat",
	"space":          "free|used|full|capacity",
	"temperature":    "temp|thermal_throttle",
	"thread":         "threads|nprocs",
	"throughput":     "bytes",
	"traffic":        "bytes",
	"transmitted":    "out",
	"tx":             "out",
	"upload":         "out",
	"usage":          "used|util|full",
	"user":           "nusers",
	"utilisation":    "util|full|avactive",
	"utilization":    "util|full|avactive",
	"zombie":         "defunct",
}

// fillers are words of a question that no metric is named by.
var fillers = []string{"a", "an", "are", "by", "do", "for", "how", "i", "is", "many", "much", "my", "of", "on", "per", "rate", "second", "the", "what", "which", "who"}

// prominence is what the parts of the name space weigh where metrics match alike:
// what people mean when they say disk is above the volumes of one driver. The longest
// prefix of a name counts.
var prominence = map[string]int{
	"kernel.all": 6, "mem.util": 6, "disk.all": 7, "disk.dev": 6, "filesys": 6, "network.interface": 6, "network.tcp": 6, "swap": 6, "hinv": 4, "hinv.physmem": 8,
	"kernel.all.pressure": -4, "kernel.all.interrupts": 0, "hinv.map": -6,
	"kernel.all.cpu.user": 8, "kernel.all.cpu.sys": 8, "kernel.all.cpu.idle": 8, "mem.util.used": 8, "mem.util.free": 8, "mem.util.available": 8,
	"disk.all.total": 8, "swap.used": 8, "network.interface.in.bytes": 8, "network.interface.out.bytes": 8,
	"cgroup": -12, "hotproc": -30, "ipc": -6, "tmpfs": -12, "zram": -12, "tape": -12, "rpc": -6, "nfs": -6, "xfs": -6,
	"disk.dm": -8, "disk.md": -8, "disk.wwid": -8, "disk.partitions": -4,
	"kernel.pernode": -6, "kernel.percpu": -2, "mem.numa": -8, "mem.vmstat": -4, "mem.zoneinfo": -8, "mem.slabinfo": -4, "network.mptcp": -8,
}

// prominent is the weight of a metric's place in the name space.
func prominent(name string) int {
	for {
		if weight, ok := prominence[name]; ok {
			return weight
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return 0
		}
		name = name[:dot]
	}
}

// inPCPsWords puts what PCP's names say in the place of phrases of a query, and leaves
// out what no name says, unless nothing is left.
func inPCPsWords(asked []string) []string {
	words := slices.DeleteFunc(slices.Clone(asked), func(w string) bool { return slices.Contains(fillers, w) })
	if len(words) == 0 {
		return asked
	}
	for _, p := range phrases {
		rest, all := slices.Clone(words), true
		for part := range strings.FieldsSeq(p.asked) {
			either := strings.Split(part, "|")
			at := slices.IndexFunc(rest, func(w string) bool { return slices.Contains(either, w) || slices.Contains(either, singular(w)) })
			if all = all && at >= 0; !all {
				break
			}
			rest = slices.Delete(rest, at, at+1)
		}
		if all {
			return append(strings.Fields(p.named), rest...)
		}
	}
	return words
}

// singular is a word without the s of a plural.
func singular(w string) string {
	switch {
	case len(w) <= 3 || strings.HasSuffix(w, "ss"):
		return w
	case strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "ches"):
		return strings.TrimSuffix(w, "es")
	}
	return strings.TrimSuffix(w, "s")
}
