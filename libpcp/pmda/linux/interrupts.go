package linux

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// interrupts are /proc/interrupts or /proc/softirqs: a column for each processor
// and a line for each kind of interrupt.
type interrupts struct {
	file   file
	cpus   []int32     // of the columns
	lines  set[counts] // the lines
	perCPU set[uint32] // the numbers of their columns

	summed once
	sums   map[int32]uint64 // of the columns, by processor

	missed, errors uint64 // of the lines that are for no processor
}

// counts are a line.
type counts struct {
	name  string
	total uint64
	each  []uint64 // by column
	text  []byte   // after the numbers
}

// interruptKind is one of the files.
type interruptKind int

const (
	hardInterrupts interruptKind = iota
	softInterrupts
	interruptKinds
)

var (
	interruptInDom = &pmda.InDom{Serial: 4, Members: domain[counts]{interruptLines(hardInterrupts)}, OneLine: "the interrupt lines", Labels: `{"device_type":"irq","indom_name":"per irq"}`}
	softirqInDom   = &pmda.InDom{Serial: 36, Members: domain[counts]{interruptLines(softInterrupts)}, OneLine: "the kinds of soft interrupt", Labels: `{"indom_name":"per softirq"}`}
	cpuInterrupts  = &pmda.InDom{Serial: 40, Members: domain[uint32]{perCPU(hardInterrupts)}, OneLine: "each interrupt line on each processor", Labels: `{"device_type":["irq","cpu"],"indom_name":"per cpu, per irq"}`}
	cpuSoftirqs    = &pmda.InDom{Serial: 41, Members: domain[uint32]{perCPU(softInterrupts)}, OneLine: "each kind of soft interrupt on each processor", Labels: `{"device_type":"cpu","indom_name":"per cpu, per softirq"}`}
)

var interruptFiles = [interruptKinds]struct {
	path          string
	lines, perCPU *pmda.InDom
	label         string
}{
	hardInterrupts: {"/proc/interrupts", interruptInDom, cpuInterrupts, "irq"},
	softInterrupts: {"/proc/softirqs", softirqInDom, cpuSoftirqs, "softirq"},
}

// interruptLines are the members of a domain that are lines.
type interruptLines interruptKind

func (k interruptLines) set(r *pmda.Request) *set[counts] { return &interruptKind(k).read(r).lines }

func (k interruptLines) label(r *pmda.Request) string {
	if interruptKind(k) == softInterrupts {
		return ""
	}
	return interruptKind(k).label(r, k.set(r).name(r.Inst))
}

// perCPU are the members of a domain that are lines on processors.
type perCPU interruptKind

func (k perCPU) set(r *pmda.Request) *set[uint32] {
	i := interruptKind(k).read(r)
	i.perCPU.update(r, interruptFiles[k].perCPU, i.split)
	return &i.perCPU
}

func (k perCPU) label(r *pmda.Request) string {
	return interruptKind(k).label(r, k.set(r).name(r.Inst))
}

func (k interruptKind) read(r *pmda.Request) *interrupts {
	a, f := of(r), &interruptFiles[k]
	i := &a.interrupts[k]
	i.lines.update(r, f.lines, func() { i.parse(i.file.of(r, &a.host, f.path), a.ncpu, k == hardInterrupts) })
	return i
}

func (k interruptKind) label(r *pmda.Request, name string) string {
	return of(r).interrupts[k].label(name, interruptFiles[k].label)
}

// parse adds the lines of a file, with at most ncpu columns. Some lines of
// /proc/interrupts are for no processor. A long number follows its key at once.
func (i *interrupts) parse(text []byte, ncpu int, hard bool) {
	header, text := cutLine(text)
	i.cpus = i.cpus[:0]
	for w, rest := word(header); len(w) > 0 && len(i.cpus) < ncpu; w, rest = word(rest) {
		id, ok := numbered(string(w), "CPU")
		if !ok {
			break
		}
		i.cpus = append(i.cpus, id)
	}
	for line := range linesOf(text) {
		key, rest := interruptKey(line)
		switch {
		case len(key) == 0:
		case hard && (string(key) == "ERR" || string(key) == "Err" || string(key) == "BAD"): // x86, ARM, POWER
			i.errors = firstNumber(rest)
		case hard && string(key) == "MIS":
			i.missed = firstNumber(rest)
		default:
			i.addLine(string(key), rest)
		}
	}
}

// interruptKey cuts the key off a line, "16:" or, before a long number, "IPI0:2768808080".
func interruptKey(line []byte) (key, rest []byte) {
	w, rest := word(line)
	if key, colon := bytes.CutSuffix(w, []byte(":")); colon {
		return key, rest
	}
	at := bytes.LastIndexByte(w, ':')
	if at < 0 {
		return nil, nil
	}
	if _, ok := number(w[at+1:]); !ok {
		return nil, nil
	}
	return w[:at], line[bytes.Index(line, w)+at+1:]
}

func firstNumber(line []byte) uint64 {
	w, _ := word(line)
	n, _ := number(w)
	return n
}

// addLine adds a line, which may have fewer numbers than there are columns.
func (i *interrupts) addLine(name string, rest []byte) {
	l := i.lines.add(name)
	*l = counts{name: name, each: make([]uint64, len(i.cpus))}
	for column := range l.each {
		w, more := word(rest)
		n, ok := number(w)
		if !ok {
			break
		}
		l.each[column] = n
		l.total += n
		rest = more
	}
	l.text = bytes.TrimSpace(rest)
}

// split makes members of each line on each processor.
func (i *interrupts) split() {
	for at := range i.lines.things {
		l := &i.lines.things[at]
		for column, n := range l.each {
			*i.perCPU.add(l.name + "::cpu" + strconv.Itoa(int(i.cpus[column]))) = uint32(n)
		}
	}
}

// label is about a line, and maybe one processor: a line "24", or an instance
// "24::cpu0".
func (i *interrupts) label(name, kind string) string {
	line, cpu, ofCPU := strings.Cut(name, "::cpu")
	text := `{`
	if ofCPU {
		text += `"cpu":` + cpu + `,`
	}
	text += quote(kind) + `:` + quote(line)
	if about := i.about(line); about != "" && kind == "irq" {
		text += `,"irqtext":` + quote(about)
	}
	return text + `}`
}

// about returns the text after the numbers of a line, with single spaces.
func (i *interrupts) about(name string) string {
	for at := range i.lines.things {
		if l := &i.lines.things[at]; l.name == name {
			return strings.Join(strings.Fields(string(l.text)), " ")
		}
	}
	return ""
}

func (c *counts) sum() uint64 { return c.total }

func itself(n *uint32) uint64 { return uint64(*n) }

// sumOf is the source of the sum of each processor's column.
type sumOf interruptKind

func (k sumOf) Value(r *pmda.Request) (libpcp.Atom, error) {
	i := interruptKind(k).read(r)
	i.summed.do(r, func() {
		i.sums = make(map[int32]uint64, len(i.cpus))
		for _, l := range i.lines.things {
			for column, n := range l.each {
				i.sums[i.cpus[column]] += n
			}
		}
	})
	return whole(r, i.sums[r.Inst]), nil
}

func (a *agent) missedInterrupts(r *pmda.Request) uint64 { return hardInterrupts.read(r).missed }
func (a *agent) interruptErrors(r *pmda.Request) uint64  { return hardInterrupts.read(r).errors }

var interruptTotalMetrics = []pmda.Metric{
	{Name: "kernel.all.interrupts.total", Cluster: 4, Item: 0, Type: u64, InDom: interruptInDom, Sem: counter, Units: libpcp.Count, Source: each[counts]((*counts).sum), OneLine: "interrupts on each line, on all processors together, from /proc/interrupts"},
	{Name: "kernel.all.interrupts.missed", Cluster: 4, Item: 2, Type: u32, Sem: counter, Units: libpcp.Count, Source: count((*agent).missedInterrupts), OneLine: "interrupts missed by the I/O APIC (MIS)"},
	{Name: "kernel.all.interrupts.errors", Cluster: 4, Item: 3, Type: u32, Sem: counter, Units: libpcp.Count, Source: count((*agent).interruptErrors), OneLine: "errors on the bus that connects the APICs (ERR)"},
	{Name: "kernel.all.softirqs.total", Cluster: 82, Item: 0, Type: u64, InDom: softirqInDom, Sem: counter, Units: libpcp.Count, Source: each[counts]((*counts).sum), OneLine: "soft interrupts of each kind, on all processors together"},
	{Name: "kernel.percpu.interrupts", Cluster: 4, Item: 1, Type: u32, InDom: cpuInterrupts, Sem: counter, Units: libpcp.Count, Source: each[uint32](itself), OneLine: "interrupts on each line and processor"},
	{Name: "kernel.percpu.softirqs", Cluster: 63, Item: 0, Type: u32, InDom: cpuSoftirqs, Sem: counter, Units: libpcp.Count, Source: each[uint32](itself), OneLine: "soft interrupts of each kind on each processor"},
}

var percpuCountMetrics = []pmda.Metric{
	{Name: "kernel.percpu.intr", Cluster: 4, Item: 4, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: sumOf(hardInterrupts), OneLine: "interrupts on each processor, all lines together"},
	{Name: "kernel.percpu.sirq", Cluster: 63, Item: 1, Type: u64, InDom: cpuInDom, Sem: counter, Units: libpcp.Count, Source: sumOf(softInterrupts), OneLine: "soft interrupts on each processor, all kinds together"},
}
