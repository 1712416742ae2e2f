package linux

import (
	"context"
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
	nodes     []libpcp.Instance
	nodeOf    map[int32]int32 // by processor; nil before the nodes are known
	nodeAt    map[int32]int32 // instances of nodes, by number
}

// readCPUs reads what /proc/stat says of each processor.
func (a *agent) readCPUs(r *pmda.Request) {
	a.seen.Get(r, func() (struct{}, error) {
		a.parseCPUs(a.readStat(r), a.ncpu)
		return struct{}{}, nil
	})
}

// parseCPUs takes the lines "cpuN times…", which stand together, up to a limit.
func (c *cpus) parseCPUs(text []byte, limit int) {
	known := c.instances
	c.times, c.instances, c.at = c.times[:0], c.instances[:0], 0
	for len(c.times) < limit {
		var line []byte
		line, text = cutLine(text)
		if len(line) < 4 || string(line[:3]) != "cpu" {
			return
		}
		id, ok := number(line[3:])
		if !ok || id >= maxCPUs {
			continue // the line for all of them
		}
		var t cpuTimes
		fixed(t[:], skip(line, 1))
		if len(known) > len(c.times) && known[len(c.times)].ID == int32(id) {
			c.instances = known[:len(c.times)+1]
		} else {
			c.instances = append(c.instances, libpcp.Instance{ID: int32(id), Name: "cpu" + strconv.Itoa(int(id))})
		}
		c.times = append(c.times, t)
	}
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
		if a.nodeAt[a.nodeOf[a.instances[i].ID]] == node {
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
	for _, name := range a.entries(nodeFolder) {
		if node, ok := numbered(name, "node"); ok {
			a.addNode(name, node)
		}
	}
	if len(a.nodes) == 0 {
		a.nodes = []libpcp.Instance{{ID: 0, Name: "node0"}}
	}
	sortInstances(a.nodes)
	a.nodeAt = make(map[int32]int32, len(a.nodes))
	for i := range a.nodes { // nodes may be missing, instances not
		a.nodeAt[a.nodes[i].ID] = int32(i)
		a.nodes[i].ID = int32(i)
	}
}

// nodeName is what the folder of an instance is called.
func (c *cpus) nodeName(inst int32) string {
	if inst < 0 || int(inst) >= len(c.nodes) {
		return ""
	}
	return c.nodes[inst].Name
}

func (a *agent) addNode(name string, node int32) {
	a.nodes = append(a.nodes, libpcp.Instance{ID: node, Name: name})
	for _, member := range a.entries(nodeFolder + name) {
		if cpu, ok := numbered(member, "cpu"); ok {
			a.nodeOf[cpu] = node
		}
	}
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
