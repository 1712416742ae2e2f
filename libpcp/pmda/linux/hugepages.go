package linux

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// hugePages are the sizes of huge pages that there are, on the machine and on
// each NUMA node: directories hugepages-2048kB with a file for each number.
type hugePages struct {
	*machine
	*nodes
	sizes     set[pageSize]
	nodeSizes set[pageSize]
}

// pageSize is a size of huge pages.
type pageSize struct {
	path      string // of the directory, ending in a slash
	kilobytes uint64
}

const hugePageFolder = "/sys/kernel/mm/hugepages"

func (h *hugePages) readHugePages(r *pmda.Request) error {
	return h.sizes.update(r, func() error {
		h.sizes.keep(r, hugePageInDom)
		h.addPageSizes(&h.sizes, hugePageFolder, "")
		h.sizes.save(r, hugePageInDom)
		return nil
	})
}

func (h *hugePages) readNodeHugePages(r *pmda.Request) error {
	return h.nodeSizes.update(r, func() error {
		h.nodeSizes.keep(r, nodePageInDom)
		h.findNodes()
		for _, node := range h.nodes.list {
			h.addPageSizes(&h.nodeSizes, nodeDir+node.Name+"/hugepages", node.Name+"::")
		}
		h.nodeSizes.save(r, nodePageInDom)
		return nil
	})
}

// addPageSizes adds what a directory has, named with a prefix: "2048kB".
func (h *hugePages) addPageSizes(s *set[pageSize], dir, prefix string) {
	for _, entry := range h.entries(dir) {
		name, ok := strings.CutPrefix(entry, "hugepages-")
		digits, inKilobytes := strings.CutSuffix(name, "kB")
		kilobytes, err := strconv.ParseUint(digits, 10, 64)
		if ok && inKilobytes && err == nil {
			*s.add(prefix + name) = pageSize{dir + "/" + entry + "/", kilobytes}
		}
	}
}

// hugePage supplies what is known of the huge pages of a size.
func (h *hugePages) hugePage(r *pmda.Request) (libpcp.Atom, error) {
	if err := h.readHugePages(r); err != nil {
		return libpcp.Atom{}, err
	}
	return h.pages(r, &h.sizes)
}

// nodeHugePage supplies what is known of those of a node.
func (h *hugePages) nodeHugePage(r *pmda.Request) (libpcp.Atom, error) {
	if err := h.readNodeHugePages(r); err != nil {
		return libpcp.Atom{}, err
	}
	return h.pages(r, &h.nodeSizes)
}

func (h *hugePages) pages(r *pmda.Request, s *set[pageSize]) (libpcp.Atom, error) {
	p, err := s.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	switch r.Metric.Key {
	case "pagesize":
		return whole(r, p.kilobytes), nil
	case "overcommit":
		return whole(r, 0), nil // so it is in PCP, up to 7.2.2
	}
	n, err := h.number(p.path + r.Metric.Key)
	return whole(r, n*p.kilobytes), absent(err)
}

var hugePageMetrics = []pmda.Metric{
	{Name: "mem.hugepages.pagesize", Key: "pagesize", Cluster: 94, Item: 0, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "size of the page, of each size of huge pages"},
	{Name: "mem.hugepages.free", Key: "free_hugepages", Cluster: 94, Item: 1, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "free memory in huge pages of each size"},
	{Name: "mem.hugepages.reserved", Key: "resv_hugepages", Cluster: 94, Item: 2, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that has been promised, in huge pages of each size"},
	{Name: "mem.hugepages.surplus", Key: "surplus_hugepages", Cluster: 94, Item: 3, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory beyond what was configured, in huge pages of each size"},
	{Name: "mem.hugepages.totalsize", Key: "nr_hugepages", Cluster: 94, Item: 4, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "all memory in huge pages of each size"},
	{Name: "mem.hugepages.overcommit", Key: "overcommit", Cluster: 94, Item: 5, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "most memory beyond what is configured, in huge pages of each size"},
}

var nodeHugePageMetrics = []pmda.Metric{
	{Name: "mem.numa.hugepages.pagesize", Key: "pagesize", Cluster: 95, Item: 0, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "size of the page, of each size of huge pages on each node"},
	{Name: "mem.numa.hugepages.free", Key: "free_hugepages", Cluster: 95, Item: 1, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "free memory in huge pages of each size on each node"},
	{Name: "mem.numa.hugepages.surplus", Key: "surplus_hugepages", Cluster: 95, Item: 2, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory beyond what was configured, in huge pages of each size on each node"},
	{Name: "mem.numa.hugepages.totalsize", Key: "nr_hugepages", Cluster: 95, Item: 3, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, OneLine: "all memory in huge pages of each size on each node"},
}
