package tests

import (
	"path/filepath"
	"testing"
	"time"

	"pcptools/internal/archivetest"
	"pcptools/libpcp"
)

// A recordedMetric is a metric of a host that recordHosts makes up. Of a counter
// the number is the rise in a second, for the first instance; of others it is the
// value. It wobbles; the second instance has half of it, the third a third.
type recordedMetric struct {
	name   string
	desc   libpcp.Desc
	number float64
}

// Instance domains of Linux, with few instances.
var (
	disks      = libpcp.NewInDom(60, 1)
	loads      = libpcp.NewInDom(60, 2)
	interfaces = libpcp.NewInDom(60, 3)
	processes  = libpcp.NewInDom(3, 9)
)

// recordedMetrics are named and described as those of Linux.
var recordedMetrics = []recordedMetric{
	{"hinv.ncpu", singular(60, 0, 32, libpcp.TypeU32, libpcp.SemDiscrete, 0), 8},
	{"kernel.all.cpu.user", singular(60, 0, 20, libpcp.TypeU64, libpcp.SemCounter, libpcp.Millisec), 1730},
	{"kernel.all.cpu.sys", singular(60, 0, 22, libpcp.TypeU64, libpcp.SemCounter, libpcp.Millisec), 411},
	{"kernel.all.cpu.idle", singular(60, 0, 23, libpcp.TypeU64, libpcp.SemCounter, libpcp.Millisec), 5800},
	{"kernel.all.cpu.wait.total", singular(60, 0, 35, libpcp.TypeU64, libpcp.SemCounter, libpcp.Millisec), 59},
	{"kernel.all.intr", singular(60, 0, 12, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count), 2210},
	{"kernel.all.pswitch", singular(60, 0, 13, libpcp.TypeU64, libpcp.SemCounter, libpcp.Count), 5120},
	{"kernel.all.uptime", singular(60, 26, 0, libpcp.TypeU32, libpcp.SemInstant, libpcp.Sec), 1_209_600},
	{"kernel.all.load", described(60, 2, 0, libpcp.TypeFloat, loads, libpcp.SemInstant, 0), 3.2},
	{"mem.physmem", singular(60, 1, 0, libpcp.TypeU64, libpcp.SemDiscrete, libpcp.KByte), 16_286_172},
	{"mem.util.used", singular(60, 1, 1, libpcp.TypeU64, libpcp.SemInstant, libpcp.KByte), 9_876_543},
	{"mem.util.free", singular(60, 1, 2, libpcp.TypeU64, libpcp.SemInstant, libpcp.KByte), 1_234_567},
	{"disk.dev.read", described(60, 0, 4, libpcp.TypeU64, disks, libpcp.SemCounter, libpcp.Count), 557},
	{"disk.dev.write", described(60, 0, 5, libpcp.TypeU64, disks, libpcp.SemCounter, libpcp.Count), 93},
	{"disk.dev.read_bytes", described(60, 0, 38, libpcp.TypeU64, disks, libpcp.SemCounter, libpcp.KByte), 18_432},
	{"disk.dev.write_bytes", described(60, 0, 39, libpcp.TypeU64, disks, libpcp.SemCounter, libpcp.KByte), 1_177},
	{"disk.dev.avactive", described(60, 0, 46, libpcp.TypeU32, disks, libpcp.SemCounter, libpcp.Millisec), 312},
	{"disk.dev.total", described(60, 0, 28, libpcp.TypeU64, disks, libpcp.SemCounter, libpcp.Count), 650},
	{"disk.dev.total_rawactive", described(60, 0, 79, libpcp.TypeU32, disks, libpcp.SemCounter, libpcp.Millisec), 1_300},
	{"network.interface.in.bytes", described(60, 3, 0, libpcp.TypeU64, interfaces, libpcp.SemCounter, libpcp.Byte), 1_310_720},
	{"network.interface.out.bytes", described(60, 3, 8, libpcp.TypeU64, interfaces, libpcp.SemCounter, libpcp.Byte), 87_381},
	{"network.interface.in.errors", described(60, 3, 2, libpcp.TypeU64, interfaces, libpcp.SemCounter, libpcp.Count), 0},
	{"proc.psinfo.cmd", described(3, 8, 1, libpcp.TypeString, processes, libpcp.SemDiscrete, 0), 0},
	{"proc.psinfo.utime", described(3, 8, 13, libpcp.TypeU64, processes, libpcp.SemCounter, libpcp.Millisec), 430},
	{"proc.memory.rss", described(3, 9, 1, libpcp.TypeU32, processes, libpcp.SemInstant, libpcp.KByte), 262_144},
}

func singular(domain, cluster, item uint32, t libpcp.Type, sem libpcp.Semantics, units libpcp.Units) libpcp.Desc {
	return described(domain, cluster, item, t, libpcp.NullInDom, sem, units)
}

func described(domain, cluster, item uint32, t libpcp.Type, indom libpcp.InDom, sem libpcp.Semantics, units libpcp.Units) libpcp.Desc {
	return libpcp.Desc{PMID: libpcp.NewPMID(domain, cluster, item), Type: t, InDom: indom, Sem: sem, Units: units}
}

// recordedInstances are the instances of each domain.
var recordedInstances = map[libpcp.InDom][]libpcp.Instance{
	loads:      {{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}, {ID: 15, Name: "15 minute"}},
	disks:      {{ID: 0, Name: "nvme0n1"}, {ID: 1, Name: "sda"}, {ID: 2, Name: "sdb"}},
	interfaces: {{ID: 0, Name: "eth0"}, {ID: 1, Name: "lo"}, {ID: 2, Name: "docker0"}},
	processes: {
		{ID: 1, Name: "000001 /sbin/init splash"},
		{ID: 2, Name: "000002 (kthreadd)"},
		{ID: 611, Name: "000611 /usr/sbin/sshd -D"},
		{ID: 812, Name: "000812 /usr/lib/postgresql/17/bin/postgres -D /var/lib/postgresql/17/main -c config_file=/etc/postgresql/17/main/postgresql.conf"},
		{ID: 815, Name: "000815 postgres: 17/main: checkpointer "},
		{ID: 920, Name: "000920 nginx: master process /usr/sbin/nginx -g daemon on; master_process on;"},
		{ID: 921, Name: "000921 nginx: worker process"},
		{ID: 922, Name: "000922 nginx: worker process"},
		{ID: 1503, Name: "001503 /usr/bin/python3 /srv/app/manage.py runserver --größe=groß 0.0.0.0:8000"},
		{ID: 4711, Name: "004711 -bash"},
		{ID: 4820, Name: "004820 make -j8 all"},
		{ID: 4821, Name: "004821 cc1 -quiet -O2 main.c"},
	},
}

var recordedCommands = []string{"systemd", "kthreadd", "sshd", "postgres", "postgres", "nginx", "nginx", "nginx", "python3", "bash", "make", "cc1"}

// recordHosts makes archives of the hosts web01, web02 and db01 and returns their
// directory. Each has two minutes from 2026-03-04 21:00:00 UTC on, a record every
// ten seconds. The processes 4820 and 4821 begin after a minute, and sdb is gone
// then.
func recordHosts(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i, host := range []string{"web01", "web02", "db01"} {
		h := recordedHost(t, host, 1+float64(i)/2)
		if err := h.Write(filepath.Join(dir, host)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func recordedHost(t *testing.T, host string, scale float64) *archivetest.History {
	h := &archivetest.History{Version: 2, Host: host, Start: time.Date(2026, 3, 4, 21, 0, 0, 0, time.UTC)}
	for _, m := range recordedMetrics {
		h.Metrics = append(h.Metrics, archivetest.Metric{Desc: m.desc, Names: []string{m.name}})
	}
	for _, d := range []libpcp.InDom{loads, disks, interfaces, processes} {
		h.Domains = append(h.Domains, archivetest.Domain{InDom: d, Versions: []archivetest.Membership{{From: h.Start, Instances: recordedInstances[d]}}})
	}
	totals := make(map[libpcp.PMID][]float64)
	for n := range 13 {
		record := &libpcp.Result{Time: h.Start.Add(time.Duration(n) * 10 * time.Second)}
		for i := range recordedMetrics {
			record.Sets = append(record.Sets, recordedMetrics[i].values(t, n, scale, totals))
		}
		h.Records = append(h.Records, record)
	}
	return h
}

// values are those of the record number n; counters add up in totals.
func (m *recordedMetric) values(t *testing.T, n int, scale float64, totals map[libpcp.PMID][]float64) libpcp.ValueSet {
	set := libpcp.ValueSet{PMID: m.desc.PMID}
	instances := recordedInstances[m.desc.InDom]
	if m.desc.InDom == libpcp.NullInDom {
		instances = []libpcp.Instance{{ID: libpcp.NullInst}}
	}
	if totals[m.desc.PMID] == nil {
		totals[m.desc.PMID] = make([]float64, len(instances))
	}
	for i, instance := range instances {
		number := m.number * scale / float64(i+1)
		if m.desc.Sem != libpcp.SemDiscrete {
			number *= []float64{1, 1.25, 0.75, 1.5, 0.5}[(n+i)%5]
		}
		if m.desc.Sem == libpcp.SemCounter {
			totals[m.desc.PMID][i] += 10 * number
			number = totals[m.desc.PMID][i]
		}
		if late, gone := instance.ID >= 4820, m.desc.InDom == disks && i == 2; late && n < 6 || gone && n >= 6 {
			continue
		}
		v, format, err := libpcp.NewValue(instance.ID, m.atom(number, i))
		if err != nil {
			t.Fatal(err)
		}
		set.Format, set.Values = format, append(set.Values, v)
	}
	return set
}

// atom is a number, or the name of a command, in the type of the metric.
func (m *recordedMetric) atom(number float64, instance int) libpcp.Atom {
	switch m.desc.Type {
	case libpcp.TypeU32:
		return libpcp.Uint32Atom(uint32(number))
	case libpcp.TypeU64:
		return libpcp.Uint64Atom(uint64(number))
	case libpcp.TypeFloat:
		return libpcp.FloatAtom(float32(number))
	}
	return libpcp.StringAtom(recordedCommands[instance])
}
