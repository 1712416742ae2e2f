package linux

import (
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// hugePages are the sizes of huge pages, on the machine and on each NUMA node:
// directories hugepages-2048kB with a file for each number.
type hugePages struct{ sizes, ofNodes set[pageSize] }

// pageSize is a size of huge pages.
type pageSize struct {
	path      string // of the directory, ending in a slash
	kilobytes uint64
}

var (
	hugePageInDom = &pmda.InDom{Serial: 43, Members: domain[pageSize]{pageSizes{}}, OneLine: "the sizes of huge pages"}
	nodePageInDom = &pmda.InDom{Serial: 44, Members: domain[pageSize]{nodePageSizes{}}, OneLine: "the sizes of huge pages on each NUMA node"}
)

type pageSizes struct{}

func (pageSizes) set(r *pmda.Request) *set[pageSize] {
	a := of(r)
	s := &a.hugePages.sizes
	s.update(r, hugePageInDom, func() { addPageSizes(s, &a.host, "/sys/kernel/mm/hugepages", "") })
	return s
}

type nodePageSizes struct{}

func (nodePageSizes) set(r *pmda.Request) *set[pageSize] {
	a := of(r)
	s := &a.hugePages.ofNodes
	s.update(r, nodePageInDom, func() {
		for _, node := range a.nodes.read(r).list {
			addPageSizes(s, &a.host, nodeDir+node.Name+"/hugepages", node.Name+"::")
		}
	})
	return s
}

// addPageSizes adds the sizes of a directory, named with a prefix: "2048kB".
func addPageSizes(s *set[pageSize], h *host, dir, prefix string) {
	for _, entry := range h.entries(dir) {
		name, ok := strings.CutPrefix(entry, "hugepages-")
		digits, inKilobytes := strings.CutSuffix(name, "kB")
		kilobytes, err := strconv.ParseUint(digits, 10, 64)
		if ok && inKilobytes && err == nil {
			*s.add(prefix + name) = pageSize{dir + "/" + entry + "/", kilobytes}
		}
	}
}

func (p *pageSize) size() uint64       { return p.kilobytes }
func (p *pageSize) overcommit() uint64 { return 0 } // so it is in PCP, up to 7.2.2

// hugePageFile is the source of the number of pages in a file, for each size.
type hugePageFile string

// Value is the number in kilobytes.
func (name hugePageFile) Value(r *pmda.Request) (libpcp.Atom, error) {
	p, err := memberOf[pageSize](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	n, err := of(r).number(p.path + string(name))
	return whole(r, n*p.kilobytes), absent(err)
}

var hugePageMetrics = []pmda.Metric{
	{Name: "mem.hugepages.pagesize", Cluster: 94, Item: 0, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: each[pageSize]((*pageSize).size), OneLine: "size of the page, of each size of huge pages"},
	{Name: "mem.hugepages.free", Cluster: 94, Item: 1, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("free_hugepages"), OneLine: "free memory in huge pages of each size"},
	{Name: "mem.hugepages.reserved", Cluster: 94, Item: 2, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("resv_hugepages"), OneLine: "memory that has been promised, in huge pages of each size"},
	{Name: "mem.hugepages.surplus", Cluster: 94, Item: 3, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("surplus_hugepages"), OneLine: "memory beyond what was configured, in huge pages of each size"},
	{Name: "mem.hugepages.totalsize", Cluster: 94, Item: 4, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("nr_hugepages"), OneLine: "all memory in huge pages of each size"},
	{Name: "mem.hugepages.overcommit", Cluster: 94, Item: 5, Type: u64, InDom: hugePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: each[pageSize]((*pageSize).overcommit), OneLine: "most memory beyond what is configured, in huge pages of each size"},
}

var nodeHugePageMetrics = []pmda.Metric{
	{Name: "mem.numa.hugepages.pagesize", Cluster: 95, Item: 0, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: each[pageSize]((*pageSize).size), OneLine: "size of the page, of each size of huge pages on each node"},
	{Name: "mem.numa.hugepages.free", Cluster: 95, Item: 1, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("free_hugepages"), OneLine: "free memory in huge pages of each size on each node"},
	{Name: "mem.numa.hugepages.surplus", Cluster: 95, Item: 2, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("surplus_hugepages"), OneLine: "memory beyond what was configured, in huge pages of each size on each node"},
	{Name: "mem.numa.hugepages.totalsize", Cluster: 95, Item: 3, Type: u64, InDom: nodePageInDom, Sem: instant, Units: libpcp.KByte, Since: release.LinuxMetrics63, Source: hugePageFile("nr_hugepages"), OneLine: "all memory in huge pages of each size on each node"},
}
