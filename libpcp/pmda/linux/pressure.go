package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// pressures are the files in /proc/pressure.
type pressures [len(pressurePaths)]file

// Indexes of the files.
const (
	cpuPressure = iota
	memoryPressure
	ioPressure
	irqPressure
)

var pressurePaths = [...]string{
	cpuPressure:    "/proc/pressure/cpu",
	memoryPressure: "/proc/pressure/memory",
	ioPressure:     "/proc/pressure/io",
	irqPressure:    "/proc/pressure/irq",
}

var pressureTimes = []libpcp.Instance{{ID: 10, Name: "10 second"}, {ID: 60, Name: "1 minute"}, {ID: 300, Name: "5 minute"}}

var pressureInDom = &pmda.InDom{Serial: 37, OneLine: "the times that pressure averages are over: 10 seconds, 1 and 5 minutes", Instances: pressureTimes}

// pressure is the source of the numbers of a line "some avg10=1.25 avg60=2.50
// avg300=3.75 total=1234": the total, or each average.
type pressure struct {
	file int
	line string
}

func (p pressure) Value(r *pmda.Request) (libpcp.Atom, error) {
	a := of(r)
	line, ok := after(a.pressures[p.file].of(r, &a.host, pressurePaths[p.file]), p.line)
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
	{Name: "kernel.all.pressure.cpu.some.avg", Cluster: 83, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{cpuPressure, "some"}, OneLine: "share of time, in percent, in which some task waited for a processor", Help: "From /proc/pressure/cpu."},
	{Name: "kernel.all.pressure.cpu.some.total", Cluster: 83, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{cpuPressure, "some"}, OneLine: "time in which some task waited for a processor"},
	{Name: "kernel.all.pressure.memory.some.avg", Cluster: 84, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{memoryPressure, "some"}, OneLine: "share of time, in percent, in which some task waited for memory", Help: "From /proc/pressure/memory."},
	{Name: "kernel.all.pressure.memory.some.total", Cluster: 84, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{memoryPressure, "some"}, OneLine: "time in which some task waited for memory"},
	{Name: "kernel.all.pressure.memory.full.avg", Cluster: 84, Item: 2, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{memoryPressure, "full"}, OneLine: "share of time, in percent, in which all tasks with work to do waited for memory"},
	{Name: "kernel.all.pressure.memory.full.total", Cluster: 84, Item: 3, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{memoryPressure, "full"}, OneLine: "time in which all tasks with work to do waited for memory"},
	{Name: "kernel.all.pressure.io.some.avg", Cluster: 85, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{ioPressure, "some"}, OneLine: "share of time, in percent, in which some task waited for input or output", Help: "From /proc/pressure/io."},
	{Name: "kernel.all.pressure.io.some.total", Cluster: 85, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{ioPressure, "some"}, OneLine: "time in which some task waited for input or output"},
	{Name: "kernel.all.pressure.io.full.avg", Cluster: 85, Item: 2, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{ioPressure, "full"}, OneLine: "share of time, in percent, in which all tasks with work to do waited for input or output"},
	{Name: "kernel.all.pressure.io.full.total", Cluster: 85, Item: 3, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{ioPressure, "full"}, OneLine: "time in which all tasks with work to do waited for input or output"},
	{Name: "kernel.all.pressure.irq.full.avg", Cluster: 93, Item: 0, Type: float, InDom: pressureInDom, Sem: instant, Source: pressure{irqPressure, "full"}, OneLine: "share of time, in percent, in which interrupts kept all tasks with work to do from running", Help: "From /proc/pressure/irq."},
	{Name: "kernel.all.pressure.irq.full.total", Cluster: 93, Item: 1, Type: u64, Sem: counter, Units: libpcp.Microsec, Source: pressure{irqPressure, "full"}, OneLine: "time in which interrupts kept all tasks with work to do from running"},
}
