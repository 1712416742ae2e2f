package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// interrupts are /proc/interrupts.
type interrupts struct {
	*machine
	counters
	missed, errors uint64
}

// softirqs are /proc/softirqs.
type softirqs struct {
	*machine
	counters
}

func (i *interrupts) readInterrupts(r *pmda.Request) error {
	return i.read(r, &i.host, "/proc/interrupts", interruptInDom, i.special)
}

// special takes the lines that are for no processor.
func (i *interrupts) special(key, rest []byte) bool {
	w, _ := word(rest)
	n, _ := number(w)
	switch string(key) {
	case "ERR":
		i.errors = n
	case "MIS":
		i.missed = n
	default:
		return false
	}
	return true
}

func (i *interrupts) splitInterrupts(r *pmda.Request) error {
	if err := i.readInterrupts(r); err != nil {
		return err
	}
	return i.split(r, cpuInterrupts)
}

func (s *softirqs) readSoftirqs(r *pmda.Request) error {
	return s.read(r, &s.host, "/proc/softirqs", softirqInDom, nil)
}

func (s *softirqs) splitSoftirqs(r *pmda.Request) error {
	if err := s.readSoftirqs(r); err != nil {
		return err
	}
	return s.split(r, cpuSoftirqs)
}

// interrupt supplies what comes from /proc/interrupts.
func (i *interrupts) interrupt(r *pmda.Request) (libpcp.Atom, error) {
	if err := i.readInterrupts(r); err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "MIS":
		return whole(r, i.missed), nil
	case "ERR":
		return whole(r, i.errors), nil
	}
	return i.value(r)
}

// softirq supplies what comes from /proc/softirqs.
func (s *softirqs) softirq(r *pmda.Request) (libpcp.Atom, error) {
	if err := s.readSoftirqs(r); err != nil {
		return libpcp.Atom{}, err
	}
	return s.value(r)
}

// value supplies a count of an interrupt, of one on a processor, or of a
// processor.
func (c *counters) value(r *pmda.Request) (libpcp.Atom, error) {
	switch {
	case r.Metric.InDom == cpuInDom:
		n, err := c.ofCPU(r, r.Inst)
		return whole(r, n), err
	case r.Metric.InDom == cpuInterrupts, r.Metric.InDom == cpuSoftirqs:
		n, err := c.perCPU.find(r.Inst)
		if err != nil {
			return libpcp.Atom{}, err
		}
		return libpcp.Uint32Atom(*n), nil
	}
	l, err := c.lines.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, l.total), nil
}

var interruptTotalMetrics = []pmda.Metric{
	{Name: "kernel.all.interrupts.total", Cluster: 4, Item: 0, Type: u64, InDom: interruptInDom, Sem: counter, Units: libpcp.Count, OneLine: "interrupts on each line, on all processors together, from /proc/interrupts"},
	{Name: "kernel.all.interrupts.missed", Key: "MIS", Cluster: 4, Item: 2, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "interrupts missed by the I/O APIC (MIS)"},
	{Name: "kernel.all.interrupts.errors", Key: "ERR", Cluster: 4, Item: 3, Type: u32, Sem: counter, Units: libpcp.Count, OneLine: "errors on the bus that connects the APICs (ERR)"},
	{Name: "kernel.all.softirqs.total", Cluster: 82, Item: 0, Type: u64, InDom: softirqInDom, Sem: counter, Units: libpcp.Count, OneLine: "soft interrupts of each kind, on all processors together"},
	{Name: "kernel.percpu.interrupts", Cluster: 4, Item: 1, Type: u32, InDom: cpuInterrupts, Sem: counter, Units: libpcp.Count, OneLine: "interrupts on each line and processor"},
	{Name: "kernel.percpu.softirqs", Cluster: 63, Item: 0, Type: u32, InDom: cpuSoftirqs, Sem: counter, Units: libpcp.Count, OneLine: "soft interrupts of each kind on each processor"},
}

var percpuCountMetrics = []pmda.Metric{
	{Name: "kernel.percpu.intr", Cluster: 4, Item: 4, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "interrupts on each processor, all lines together"},
	{Name: "kernel.percpu.sirq", Cluster: 63, Item: 1, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, OneLine: "soft interrupts on each processor, all kinds together"},
}
