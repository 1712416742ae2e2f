package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// pressures are the files in /proc/pressure, in order of cluster.
type pressures struct {
	*machine
	pressureFiles [len(pressurePaths)]file
}

var pressurePaths = [...]string{
	0:                                   "/proc/pressure/cpu",
	clusterPressureMM - clusterPressure: "/proc/pressure/memory",
	clusterPressureIO - clusterPressure: "/proc/pressure/io",
	clusterPressureHW - clusterPressure: "/proc/pressure/irq",
}

var pressureTimes = []libpcp.Instance{{ID: 10, Name: "10 second"}, {ID: 60, Name: "1 minute"}, {ID: 300, Name: "5 minute"}}

// pressure supplies a number of "some avg10=1.25 avg60=2.50 avg300=3.75 total=1234".
func (p *pressures) pressure(r *pmda.Request) (libpcp.Atom, error) {
	which := r.Metric.Cluster - clusterPressure
	text := p.pressureFiles[which].of(r, &p.host, pressurePaths[which])
	line, ok := after(text, r.Metric.Key)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	total, _ := word(skip(line, len(pressureTimes)))
	if len(total) == 0 {
		return libpcp.Atom{}, pmda.NoValue
	}
	for i := range pressureTimes {
		var w []byte
		if w, line = word(line); pressureTimes[i].ID == r.Inst {
			return libpcp.FloatAtom(float32(real(afterEquals(w)))), nil
		}
	}
	n, _ := number(afterEquals(total))
	return whole(r, n), nil
}

func afterEquals(b []byte) []byte {
	_, value, _ := bytes.Cut(b, []byte("="))
	return value
}

var pressureMetrics = []pmda.Metric{
	{Name: "kernel.all.pressure.cpu.some.avg", Key: "some", Cluster: 83, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which some task waited for a processor", Help: "From /proc/pressure/cpu."},
	{Name: "kernel.all.pressure.cpu.some.total", Key: "some", Cluster: 83, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which some task waited for a processor"},
	{Name: "kernel.all.pressure.memory.some.avg", Key: "some", Cluster: 84, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which some task waited for memory", Help: "From /proc/pressure/memory."},
	{Name: "kernel.all.pressure.memory.some.total", Key: "some", Cluster: 84, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which some task waited for memory"},
	{Name: "kernel.all.pressure.memory.full.avg", Key: "full", Cluster: 84, Item: 2, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which all tasks with work to do waited for memory"},
	{Name: "kernel.all.pressure.memory.full.total", Key: "full", Cluster: 84, Item: 3, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which all tasks with work to do waited for memory"},
	{Name: "kernel.all.pressure.io.some.avg", Key: "some", Cluster: 85, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which some task waited for input or output", Help: "From /proc/pressure/io."},
	{Name: "kernel.all.pressure.io.some.total", Key: "some", Cluster: 85, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which some task waited for input or output"},
	{Name: "kernel.all.pressure.io.full.avg", Key: "full", Cluster: 85, Item: 2, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which all tasks with work to do waited for input or output"},
	{Name: "kernel.all.pressure.io.full.total", Key: "full", Cluster: 85, Item: 3, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which all tasks with work to do waited for input or output"},
	{Name: "kernel.all.pressure.irq.full.avg", Key: "full", Cluster: 93, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, OneLine: "share of time, in percent, in which interrupts kept all tasks with work to do from running", Help: "From /proc/pressure/irq."},
	{Name: "kernel.all.pressure.irq.full.total", Key: "full", Cluster: 93, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, OneLine: "time in which interrupts kept all tasks with work to do from running"},
}
