package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// loads are /proc/loadavg and /proc/uptime.
type loads struct {
	*machine
	loadFile, uptimeFile file
}

var loadTimes = []libpcp.Instance{{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}, {ID: 15, Name: "15 minute"}}

// load supplies the words of "0.52 1.25 3.75 3/203 25730".
func (l *loads) load(r *pmda.Request) (libpcp.Atom, error) {
	line := l.loadFile.of(r, &l.host, "/proc/loadavg")
	if r.Metric.Key == "load" {
		return average(line, loadTimes[:], r.Inst)
	}
	tasks, last := word(skip(line, 3))
	runnable, processes, _ := bytes.Cut(tasks, []byte("/"))
	text := runnable
	switch r.Metric.Key {
	case "nprocs":
		text = processes
	case "lastpid":
		text, _ = word(last)
	}
	n, _ := number(text)
	return whole(r, n), nil
}

// average is the word of a line that stands where inst does among times.
func average(line []byte, times []libpcp.Instance, inst int32) (libpcp.Atom, error) {
	for _, t := range times {
		var w []byte
		if w, line = word(line); t.ID == inst {
			return libpcp.FloatAtom(float32(real(w))), nil
		}
	}
	return libpcp.Atom{}, pmda.NoValue
}

// uptime supplies the words of "6617.37 5819.79".
func (l *loads) uptime(r *pmda.Request) (libpcp.Atom, error) {
	line := l.uptimeFile.of(r, &l.host, "/proc/uptime")
	up, rest := word(line)
	if r.Metric.Key == "idle" {
		up, _ = word(rest)
	}
	return libpcp.DoubleAtom(real(up)), nil
}

var loadMetrics = []pmda.Metric{
	{Name: "kernel.all.load", Key: "load", Cluster: 2, Item: 0, Type: float, InDom: loadInDom, Sem: instant, OneLine: "load averages over 1, 5 and 15 minutes", Help: "The number of tasks that run, are ready to run or wait uninterruptibly, as an exponentially damped average. From /proc/loadavg."},
}

var uptimeMetrics = []pmda.Metric{
	{Name: "kernel.all.uptime", Key: "uptime", Cluster: 26, Item: 0, Type: double, Sem: instant, Units: libpcp.Sec, OneLine: "how long the machine has been up"},
	{Name: "kernel.all.idletime", Key: "idle", Cluster: 26, Item: 1, Type: double, Sem: instant, Units: libpcp.Sec, OneLine: "how long the processors have been idle, added up"},
}

var taskMetrics = []pmda.Metric{
	{Name: "kernel.all.lastpid", Key: "lastpid", Cluster: 2, Item: 1, Type: u32, Sem: instant, OneLine: "identifier of the process that was created last"},
	{Name: "kernel.all.runnable", Key: "runnable", Cluster: 2, Item: 2, Type: u32, Sem: instant, OneLine: "tasks that are scheduled at the moment"},
	{Name: "kernel.all.nprocs", Key: "nprocs", Cluster: 2, Item: 3, Type: u32, Sem: instant, OneLine: "tasks there are, threads included"},
}
