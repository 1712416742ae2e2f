package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// meminfo is /proc/meminfo: lines "Key:  number kB".
type meminfo struct {
	*machine
	memFile file
	mem     cursor
}

// memory supplies what comes from /proc/meminfo.
func (m *meminfo) memory(r *pmda.Request) (libpcp.Atom, error) {
	if r.Metric.Name == "hinv.pagesize" {
		return whole(r, m.pageSize), nil
	}
	text := m.memFile.of(r, &m.host, "/proc/meminfo")
	m.mem.reset(text)
	n, ok := m.mem.memory(r.Metric.Name)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// memory is the value of a metric.
func (c *cursor) memory(metric string) (n uint64, ok bool) {
	switch metric {
	case "hinv.physmem":
		n, ok = c.kilobytes("MemTotal")
		return n >> 10, ok
	case "hinv.hugepagesize":
		n, ok = c.kilobytes("Hugepagesize")
		return n << 10, ok
	case "mem.physmem":
		return c.kilobytes("MemTotal")
	case "mem.freemem":
		return c.kilobytes("MemFree")
	case "swap.length":
		n, ok = c.kilobytes("SwapTotal")
		return n << 10, ok
	case "swap.used":
		n, ok = c.difference("SwapTotal", "SwapFree")
		return n << 10, ok
	case "swap.free":
		n, ok = c.kilobytes("SwapFree")
		return n << 10, ok
	}
	return c.use(metric[len("mem.util."):])
}

// use is the value of a metric below mem.util.
func (c *cursor) use(name string) (n uint64, ok bool) {
	switch name {
	case "used":
		return c.difference("MemTotal", "MemFree")
	case "other":
		return c.difference("MemTotal", "MemFree", "Cached", "Buffers")
	case "cache_clean":
		return c.difference("Cached", "Dirty", "Writeback")
	}
	if pages, ok := strings.CutSuffix(name, "Bytes"); ok {
		n, known := c.kilobytes(memoryKey(pages))
		size, sized := c.kilobytes("Hugepagesize")
		return n * size << 10, known && sized
	}
	return c.kilobytes(memoryKey(name))
}

// difference is the first of several lines less the others, or 0.
func (c *cursor) difference(first string, others ...string) (n uint64, ok bool) {
	if n, ok = c.kilobytes(first); !ok {
		return 0, false
	}
	for _, other := range others {
		m, ok := c.kilobytes(other)
		if !ok {
			return 0, false
		}
		n = less(n, m)
	}
	return n, true
}

// kilobytes is the number on a line.
func (c *cursor) kilobytes(key string) (uint64, bool) {
	rest, ok := c.find(func(k []byte) bool {
		return len(k) == len(key)+1 && k[len(key)] == ':' && string(k[:len(key)]) == key
	})
	if !ok {
		return 0, false
	}
	w, _ := word(rest)
	return number(w)
}

// memoryKey is what a metric below mem.util is called in the file.
func memoryKey(name string) string {
	switch name {
	case "anonhugepages":
		return "AnonHugePages"
	case "shmemhugepages":
		return "ShmemHugePages"
	case "shmempmdmapped":
		return "ShmemPmdMapped"
	case "filehugepages":
		return "FileHugePages"
	case "filepmdmapped":
		return "FilePmdMapped"
	case "cmatotal":
		return "CmaTotal"
	case "cmafree":
		return "CmaFree"
	case "shadowcallstack":
		return "ShadowCallStack"
	case "kreclaimable":
		return "KReclaimable"
	case "free":
		return "MemFree"
	case "shared":
		return "MemShared"
	case "bufmem":
		return "Buffers"
	case "available":
		return "MemAvailable"
	case "anonpages":
		return "AnonPages"
	case "corrupthardware":
		return "HardwareCorrupted"
	case "committed_AS", "NFS_Unstable":
		return strings.ToUpper(name[:1]) + name[1:]
	case "slabReclaimable":
		return "SReclaimable"
	case "slabUnreclaimable":
		return "SUnreclaim"
	case "directMap4k", "directMap2M", "directMap1G":
		return "D" + name[1:]
	case "mmap_copy":
		return "MmapCopy"
	}
	if kind, ok := strings.CutPrefix(name, "hugepages"); ok {
		return "HugePages_" + kind
	}
	if list, of, ok := strings.Cut(name, "_"); ok {
		return strings.ToUpper(list[:1]) + list[1:] + "(" + of + ")"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}
