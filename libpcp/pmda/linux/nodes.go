package linux

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// nodes are the NUMA nodes and the processors on them.
type nodes struct {
	list    []libpcp.Instance
	nodeOf  map[int32]int32 // nodes, by processor, both as instances; nil before they are known
	onNodes map[int32]int32 // instances of processors that are on nodes; nil if there are none
	ncpu    int             // processors that there can be
	extra   int             // instances given out beyond that
}

const nodeDir = "/sys/devices/system/node/"

var nodeInDom = &pmda.InDom{Serial: 19, Members: numaNodes{}, OneLine: "the nodes of non-uniform memory access (NUMA)", Labels: `{"device_type":"numa_node","indom_name":"per numa_node"}`}

type numaNodes struct{}

func (numaNodes) List(_ context.Context, r *pmda.Request) ([]libpcp.Instance, error) {
	return of(r).nodes.read(r).list, nil
}

func (numaNodes) Label(r *pmda.Request) string {
	return `{"numa_node":` + strconv.Itoa(int(r.Inst)) + `}`
}

// read finds the nodes and their processors, once. A machine without nodes counts
// as one node with all processors.
func (n *nodes) read(r *pmda.Request) *nodes {
	if n.nodeOf != nil {
		return n
	}
	h := &of(r).host
	n.nodeOf, n.ncpu = make(map[int32]int32), h.ncpu
	if !h.oneNode {
		for _, name := range h.entries(nodeDir) {
			if node, ok := numbered(name, "node"); ok {
				n.list = append(n.list, libpcp.Instance{ID: node, Name: name})
			}
		}
	}
	if len(n.list) == 0 {
		n.list = []libpcp.Instance{{ID: 0, Name: "node0"}}
		return n
	}
	sortInstances(n.list)
	n.onNodes = make(map[int32]int32)
	for i := range n.list { // nodes may be missing, instances not
		n.list[i].ID = int32(i)
		n.addProcessors(n.list[i].ID, h.entries(nodeDir+n.list[i].Name))
	}
	return n
}

// addProcessors finds the processors in the directory of a node. One with a number
// larger than the machine should have gets another as an instance.
func (n *nodes) addProcessors(node int32, names []string) {
	var members []int32
	for _, member := range names {
		if cpu, ok := numbered(member, "cpu"); ok {
			members = append(members, cpu)
		}
	}
	slices.Sort(members)
	for _, cpu := range members {
		inst := cpu
		if int(cpu) >= n.ncpu {
			inst = int32(n.ncpu + n.extra)
			n.extra++
		}
		n.onNodes[cpu] = inst
		n.nodeOf[inst] = node
	}
}

// instanceOf returns the instance of a processor, if the processor is on a node
// or, on a machine without nodes, has a number that the machine can have.
func (n *nodes) instanceOf(cpu int32) (inst int32, ok bool) {
	if n.onNodes != nil {
		inst, ok = n.onNodes[cpu]
		return inst, ok
	}
	return cpu, int(cpu) < n.ncpu
}

// numberOf is the number of the processor that an instance is.
func (n *nodes) numberOf(inst int32) int32 {
	if int(inst) >= n.ncpu {
		for cpu, i := range n.onNodes {
			if i == inst {
				return cpu
			}
		}
	}
	return inst
}

// name returns the name of the directory of an instance.
func (n *nodes) name(inst int32) string {
	if inst < 0 || int(inst) >= len(n.list) {
		return ""
	}
	return n.list[inst].Name
}

// numbered returns the number after a prefix, if nothing else follows.
func numbered(name, prefix string) (int32, bool) {
	digits, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	return int32(n), err == nil
}

// sortInstances puts instances in order of number.
func sortInstances(list []libpcp.Instance) {
	slices.SortFunc(list, func(a, b libpcp.Instance) int { return cmp.Compare(a.ID, b.ID) })
}
