package linux

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// cpus are the processors that /proc/stat knows, and the nodes they are on.
type cpus struct {
	seen      pmda.PerRequest[struct{}]
	times     []cpuTimes // by position in instances
	instances []libpcp.Instance
	at        int // where the last one was found
	extra     int // instances given out beyond the number of processors
	nodes     []libpcp.Instance
	nodeOf    map[int32]int32 // nodes, by processor, both as instances; nil before they are known
	onNodes   map[int32]int32 // instances of processors that are on nodes; nil if there are none
}

// readCPUs reads what /proc/stat says of each processor.
func (a *agent) readCPUs(r *pmda.Request) {
	a.seen.Get(r, func() (struct{}, error) {
		a.findNodes()
		a.parseCPUs(a.readStat(r), a.instanceOf)
		return struct{}{}, nil
	})
}

// parseCPUs takes the lines "cpuN times…", which stand together, of the
// processors that have an instance.
func (c *cpus) parseCPUs(text []byte, instanceOf func(cpu int32) (inst int32, ok bool)) {
	known := c.instances
	c.times, c.instances, c.at = c.times[:0], c.instances[:0], 0
	for len(c.times) < maxCPUs {
		var line []byte
		line, text = cutLine(text)
		if len(line) < 4 || string(line[:3]) != "cpu" {
			return
		}
		id, ok := number(line[3:])
		if !ok || id >= maxCPUs {
			continue // the line for all of them
		}
		inst, ok := instanceOf(int32(id))
		if !ok {
			continue
		}
		var t cpuTimes
		fixed(t[:], skip(line, 1))
		if len(known) > len(c.times) && known[len(c.times)].ID == inst {
			c.instances = known[:len(c.times)+1]
		} else {
			c.instances = append(c.instances, libpcp.Instance{ID: inst, Name: "cpu" + strconv.Itoa(int(id))})
		}
		c.times = append(c.times, t)
	}
}

// numberOf is the number of the processor that an instance is.
func (a *agent) numberOf(inst int32) int32 {
	if int(inst) >= a.ncpu {
		for cpu, i := range a.onNodes {
			if i == inst {
				return cpu
			}
		}
	}
	return inst
}

func (a *agent) listCPUs(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	a.readCPUs(r)
	return a.instances, nil
}

// timesOf are the times of one processor.
func (a *agent) timesOf(r *pmda.Request, inst int32) (cpuTimes, error) {
	a.readCPUs(r)
	for range a.times {
		if a.at >= len(a.times) {
			a.at = 0
		}
		if a.instances[a.at].ID == inst {
			return a.times[a.at], nil
		}
		a.at++
	}
	return cpuTimes{}, pmda.NoValue
}

// nodeTimes are the times of a node's processors together.
func (a *agent) nodeTimes(r *pmda.Request, node int32) (sum cpuTimes) {
	a.readCPUs(r)
	a.findNodes()
	for i := range a.times {
		if a.nodeOf[a.instances[i].ID] == node {
			sum.add(&a.times[i])
		}
	}
	return sum
}

const nodeFolder = "/sys/devices/system/node/"

// findNodes finds out, once, which nodes there are and which processors are
// where. Without any there is one, with all of them.
func (a *agent) findNodes() {
	if a.nodeOf != nil {
		return
	}
	a.nodeOf = make(map[int32]int32)
	if !a.oneNode {
		for _, name := range a.entries(nodeFolder) {
			if node, ok := numbered(name, "node"); ok {
				a.nodes = append(a.nodes, libpcp.Instance{ID: node, Name: name})
			}
		}
	}
	if len(a.nodes) == 0 {
		a.nodes = []libpcp.Instance{{ID: 0, Name: "node0"}}
		return
	}
	sortInstances(a.nodes)
	a.onNodes = make(map[int32]int32)
	for i := range a.nodes { // nodes may be missing, instances not
		a.nodes[i].ID = int32(i)
		a.addProcessors(a.nodes[i])
	}
}

// addProcessors finds those of a node. One with a number larger than the
// machine should have gets another as an instance.
func (a *agent) addProcessors(node libpcp.Instance) {
	var members []int32
	for _, member := range a.entries(nodeFolder + node.Name) {
		if cpu, ok := numbered(member, "cpu"); ok {
			members = append(members, cpu)
		}
	}
	slices.Sort(members)
	for _, cpu := range members {
		inst := cpu
		if int(cpu) >= a.ncpu {
			inst = int32(a.ncpu + a.extra)
			a.extra++
		}
		a.onNodes[cpu] = inst
		a.nodeOf[inst] = node.ID
	}
}

// instanceOf is the instance that a processor is, if it is one: on any of the
// nodes or, where there are none, with a number that the machine can have.
func (a *agent) instanceOf(cpu int32) (inst int32, ok bool) {
	if a.onNodes != nil {
		inst, ok = a.onNodes[cpu]
		return inst, ok
	}
	return cpu, int(cpu) < a.ncpu
}

// nodeName is what the folder of an instance is called.
func (c *cpus) nodeName(inst int32) string {
	if inst < 0 || int(inst) >= len(c.nodes) {
		return ""
	}
	return c.nodes[inst].Name
}

// numbered returns the number after a prefix, if that is all there is.
func numbered(name, prefix string) (int32, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return int32(n), err == nil
}

func (a *agent) listNodes(context.Context, *pmda.Request) ([]libpcp.Instance, error) {
	a.findNodes()
	return a.nodes, nil
}
