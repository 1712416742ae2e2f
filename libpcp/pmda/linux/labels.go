package linux

import (
	"context"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// labels supplies those of instances.
func (a *agent) labels(_ context.Context, r *pmda.Request, id libpcp.LabelID) (pmda.Labels, error) {
	if id.Class != libpcp.LabelInstances {
		return pmda.Labels{}, nil
	}
	return pmda.Labels{JSON: a.instanceLabels(r, libpcp.InDom(id.Ident))}, nil
}

// instanceLabels are the labels of r.Inst of a domain, or "".
func (a *agent) instanceLabels(r *pmda.Request, d libpcp.InDom) string {
	inst := r.Inst
	switch d {
	case r.InDom(cpuInDom):
		return `{"cpu":` + strconv.Itoa(int(inst)) + `}`
	case r.InDom(nodeInDom):
		return `{"numa_node":` + strconv.Itoa(int(inst)) + `}`
	case r.InDom(diskInDom):
		return named(&a.diskstats.disks.cache, inst, "device_name")
	case r.InDom(partitionInDom):
		return named(&a.diskstats.partitions.cache, inst, "device_name")
	case r.InDom(dmInDom):
		return named(&a.diskstats.mapped.cache, inst, "device_name")
	case r.InDom(mdInDom):
		return named(&a.diskstats.multiple.cache, inst, "device_name")
	case r.InDom(interfaceInDom):
		return named(&a.netdev.interfaces.cache, inst, "interface")
	case r.InDom(interruptInDom):
		return a.interrupts.label(&a.interrupts.lines.cache, inst, "irq")
	case r.InDom(cpuInterrupts):
		return a.interrupts.label(&a.interrupts.perCPU.cache, inst, "irq")
	case r.InDom(cpuSoftirqs):
		return a.softirqs.label(&a.softirqs.perCPU.cache, inst, "softirq")
	case r.InDom(buddyInDom):
		return a.zoneLabels(&a.buddyinfo.buddies.cache, inst)
	case r.InDom(zoneInDom):
		return a.zoneLabels(&a.zones.zones.cache, inst)
	case r.InDom(lowmemInDom):
		return a.zoneLabels(&a.zones.lowmem.cache, inst)
	}
	return ""
}

// zoneLabels are about "node0", "DMA::node0", "DMA::node0::lowmem_reserved1"
// or "DMA::order3::node0".
func (a *agent) zoneLabels(cache *pmda.Cache, inst int32) string {
	name, _ := cache.Name(inst)
	labels := make([]string, 0, 4)
	for i, part := range strings.Split(name, "::") {
		if n, ok := numbered(part, "node"); ok {
			labels = append(labels, `"numa_node":`+strconv.Itoa(int(n)))
		} else if n, ok := numbered(part, "order"); ok {
			labels = append(labels, `"order":`+strconv.Itoa(int(n)))
		} else if n, ok := numbered(part, "lowmem_reserved"); ok {
			if a.machine.release.Has(release.ReserveLabels) {
				labels = append(labels, `"lowmem_reserved":`+strconv.Itoa(int(n)))
			}
		} else if i == 0 {
			labels = append(labels, `"zone":`+quote(part))
		}
	}
	return `{` + strings.Join(labels, ",") + `}`
}

// named is a label with an instance's name.
func named(cache *pmda.Cache, inst int32, label string) string {
	name, _ := cache.Name(inst)
	return `{` + quote(label) + `:` + quote(name) + `}`
}

// label is about a line, and maybe one processor: a line "24", or an instance
// "24::cpu0".
func (c *counters) label(cache *pmda.Cache, inst int32, kind string) string {
	name, _ := cache.Name(inst)
	line, cpu, ofCPU := strings.Cut(name, "::cpu")
	text := `{`
	if ofCPU {
		text += `"cpu":` + cpu + `,`
	}
	text += quote(kind) + `:` + quote(line)
	if about := c.about(line); about != "" && kind == "irq" {
		text += `,"irqtext":` + quote(about)
	}
	return text + `}`
}

// about is what the file says of a line, with single blanks.
func (c *counters) about(name string) string {
	for i := range c.lines.things {
		if l := &c.lines.things[i]; l.name == name {
			return strings.Join(strings.Fields(string(l.text)), " ")
		}
	}
	return ""
}

// quote is a JSON string. What is not plain text becomes a question mark.
func quote(s string) string {
	b := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c > '~':
			b = append(b, '?')
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
