package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// loads are /proc/loadavg and /proc/uptime.
type loads struct{ file, uptime file }

var loadTimes = []libpcp.Instance{{ID: 1, Name: "1 minute"}, {ID: 5, Name: "5 minute"}, {ID: 15, Name: "15 minute"}}

var loadInDom = &pmda.InDom{Serial: 2, OneLine: "the times that load averages are over: 1, 5 and 15 minutes", Instances: loadTimes}

// loadLine is "0.52 1.25 3.75 3/203 25730".
func (a *agent) loadLine(r *pmda.Request) []byte { return a.loads.file.of(r, &a.host, "/proc/loadavg") }

// load supplies an average.
func (a *agent) load(r *pmda.Request) (libpcp.Atom, error) {
	line := a.loadLine(r)
	for _, t := range loadTimes {
		var w []byte
		if w, line = word(line); t.ID == r.Inst {
			return libpcp.FloatAtom(float32(real(w))), nil
		}
	}
	return libpcp.Atom{}, pmda.NoValue
}

func (a *agent) runnable(r *pmda.Request) uint64 {
	return firstNumber(skip(a.loadLine(r), 3))
}

func (a *agent) processes(r *pmda.Request) uint64 {
	tasks, _ := word(skip(a.loadLine(r), 3))
	_, processes, _ := bytes.Cut(tasks, []byte("/"))
	n, _ := number(processes)
	return n
}

func (a *agent) lastProcess(r *pmda.Request) uint64 { return firstNumber(skip(a.loadLine(r), 4)) }

// uptimeWord is the source of a word of "6617.37 5819.79".
type uptimeWord int

func (at uptimeWord) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	w, _ := word(skip(a.loads.uptime.of(r, &a.host, "/proc/uptime"), int(at)))
	return libpcp.DoubleAtom(real(w)), nil
}

var loadMetrics = []pmda.Metric{
	{Name: "kernel.all.load", Cluster: 2, Item: 0, Type: float, InDom: loadInDom, Sem: instant, Source: from((*agent).load), OneLine: "load averages over 1, 5 and 15 minutes", Help: "The number of tasks that run, are ready to run or wait uninterruptibly, as an exponentially damped average. From /proc/loadavg."},
}

var uptimeMetrics = []pmda.Metric{
	{Name: "kernel.all.uptime", Cluster: 26, Item: 0, Type: double, Sem: instant, Units: libpcp.Sec, Source: uptimeWord(0), OneLine: "how long the machine has been up"},
	{Name: "kernel.all.idletime", Cluster: 26, Item: 1, Type: double, Sem: instant, Units: libpcp.Sec, Source: uptimeWord(1), OneLine: "how long the processors have been idle, added up"},
}

var taskMetrics = []pmda.Metric{
	{Name: "kernel.all.lastpid", Cluster: 2, Item: 1, Type: u32, Sem: instant, Source: count((*agent).lastProcess), OneLine: "identifier of the process that was created last"},
	{Name: "kernel.all.runnable", Cluster: 2, Item: 2, Type: u32, Sem: instant, Source: count((*agent).runnable), OneLine: "tasks that are scheduled at the moment"},
	{Name: "kernel.all.nprocs", Cluster: 2, Item: 3, Type: u32, Sem: instant, Source: count((*agent).processes), OneLine: "tasks there are, threads included"},
}
