package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// interrupts are /proc/interrupts.
type interrupts struct {
	counters
	missed, errors uint64
}

// softirqs are /proc/softirqs.
type softirqs struct{ counters }

func (a *agent) readInterrupts(r *pmda.Request) error {
	return a.interrupts.read(r, &a.host, "/proc/interrupts", interruptInDom, a.interrupts.special)
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

func (a *agent) splitInterrupts(r *pmda.Request) error {
	if err := a.readInterrupts(r); err != nil {
		return err
	}
	return a.interrupts.split(r, cpuInterrupts)
}

func (a *agent) readSoftirqs(r *pmda.Request) error {
	return a.softirqs.read(r, &a.host, "/proc/softirqs", softirqInDom, nil)
}

func (a *agent) splitSoftirqs(r *pmda.Request) error {
	if err := a.readSoftirqs(r); err != nil {
		return err
	}
	return a.softirqs.split(r, cpuSoftirqs)
}

// interrupt supplies what comes from /proc/interrupts.
func (a *agent) interrupt(r *pmda.Request) (libpcp.Atom, error) {
	if err := a.readInterrupts(r); err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Name {
	case "kernel.all.interrupts.missed":
		return whole(r, a.missed), nil
	case "kernel.all.interrupts.errors":
		return whole(r, a.errors), nil
	}
	return a.interrupts.value(r)
}

// softirq supplies what comes from /proc/softirqs.
func (a *agent) softirq(r *pmda.Request) (libpcp.Atom, error) {
	if err := a.readSoftirqs(r); err != nil {
		return libpcp.Atom{}, err
	}
	return a.softirqs.value(r)
}

// value supplies a count of an interrupt, of one on a processor, or of a
// processor.
func (c *counters) value(r *pmda.Request) (libpcp.Atom, error) {
	switch {
	case r.Metric.InDom == cpuInDom:
		n, err := c.ofCPU(r, r.Inst)
		return whole(r, n), err
	case strings.HasPrefix(r.Metric.Name, "kernel.percpu."):
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
