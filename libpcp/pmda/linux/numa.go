package linux

import (
	"bytes"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
	"pcptools/libpcp/release"
)

// numa is what the directories of nodes say of their memory.
type numa struct {
	*machine
	*nodes
	*meminfo
	*bandwidths
}

// numa supplies what the files of a node say.
func (n *numa) numa(r *pmda.Request) (libpcp.Atom, error) {
	n.readBandwidths(r)
	kind, name, _ := strings.Cut(r.Metric.Name[len("mem.numa."):], ".")
	folder := nodeFolder + n.nodeName(r.Inst) + "/"
	switch kind {
	case "util":
		return n.nodeMemory(r, folder, name)
	case "alloc":
		return n.nodeAllocations(r, folder, name)
	}
	return n.bandwidth(r)
}

// nodeMemory supplies a number of lines "Node 0 MemTotal: 24684096 kB".
func (c *numa) nodeMemory(r *pmda.Request, folder, name string) (libpcp.Atom, error) {
	text, err := c.smallFiles.whole(r, &c.host, folder+"meminfo")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	pages, inBytes := strings.CutSuffix(name, "Bytes")
	key := nodeKey(pages)
	if c.release.Has(release.ExactNodeKeys) {
		key = " " + key
	}
	n, ok := lastField(text, key)
	if inBytes {
		size, known := c.hugePageSize(r)
		n, ok = n*size, ok && known
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// hugePageSize is in bytes.
func (c *numa) hugePageSize(r *pmda.Request) (uint64, bool) {
	c.mem.reset(c.memFile.of(r, &c.host, "/proc/meminfo"))
	n, ok := c.mem.kilobytes("Hugepagesize")
	return n << 10, ok
}

// lastField is the number after the last occurrence of a key. As in PCP before
// 7.2.2 that need not be a word: Mapped is the one in FilePmdMapped, in kernels
// that have it.
func lastField(text []byte, key string) (uint64, bool) {
	at := bytes.LastIndex(text, []byte(key+":"))
	if at < 0 {
		return 0, false
	}
	w, _ := word(text[at+len(key)+1:])
	return number(w)
}

// nodeKey is what a metric below mem.numa.util is called in the file.
func nodeKey(name string) string {
	switch name {
	case "total", "used":
		return "Mem" + strings.ToUpper(name[:1]) + name[1:]
	}
	return memoryKey(name)
}

// nodeAllocations supplies a number of lines "numa_hit 404286760".
func (c *numa) nodeAllocations(r *pmda.Request, folder, name string) (libpcp.Atom, error) {
	text, err := c.smallFiles.whole(r, &c.host, folder+"numastat")
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	rest, ok := after(text, name)
	if !ok {
		if rest, ok = after(text, "numa_"+name); !ok {
			return libpcp.Atom{}, pmda.NoValue
		}
	}
	w, _ := word(rest)
	n, _ := number(w)
	return whole(r, n), nil
}
