package linux

import (
	"bytes"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// slab is /proc/slabinfo, version 2:
//
//	dentry 789 800 192 21 1 : tunables 0 0 0 : slabdata 38 39 0
type slab struct {
	file  file
	slabs set[slabLine]
}

// slabLine are the figures of a line, in order.
type slabLine [slabColumns]uint64

// slabColumn is the source of a figure of each kind of object.
type slabColumn int

const (
	objectsActive slabColumn = iota
	objectsTotal
	objectSize
	objectsPerSlab
	pagesPerSlab
	slabsActive // after "slabdata"
	slabsTotal
	slabColumns
)

var slabInDom = &pmda.InDom{Serial: 12, Members: domain[slabLine]{slabObjects{}}, OneLine: "the kinds of objects that the kernel has memory for", Labels: `{"device_type":"memory","indom_name":"per slab"}`}

type slabObjects struct{}

func (slabObjects) set(r *pmda.Request) *set[slabLine] {
	s := &of(r).slab
	s.slabs.update(r, slabInDom, func() {
		if privileged(r) { // even if the mode of the file allows others
			s.parse(s.file.of(r, &of(r).host, "/proc/slabinfo"))
		}
	})
	return &s.slabs
}

func (s *slab) parse(text []byte) {
	for line := range linesOf(text) {
		name, rest := slabName(line)
		objects, _, _ := bytes.Cut(rest, []byte(":"))
		_, slabs, ok := bytes.Cut(rest, []byte(": slabdata"))
		var l slabLine
		if ok && fixed(l[:], objects) == int(slabsActive) {
			fixed(l[slabsActive:], slabs)
			*s.slabs.add(string(name)) = l
		}
	}
}

// slabName cuts the name off a line. It may have blanks, which become underscores
// together with what is between them and the next letter.
func slabName(line []byte) (name, rest []byte) {
	gap := -1 // the last blank, if no letter has followed
	for i, c := range line {
		switch {
		case blank(c):
			gap = i
		case gap == i-1 && gap >= 0 && '0' <= c && c <= '9':
			return word(line)
		case gap >= 0 && ('a' <= c|0x20 && c|0x20 <= 'z'):
			for ; gap < i; gap++ {
				line[gap] = '_'
			}
			gap = -1
		}
	}
	return word(line)
}

func (c slabColumn) Value(r *pmda.Request) (libpcp.Atom, error) {
	return each[slabLine](func(l *slabLine) uint64 { return l[c] }).Value(r)
}

// slabSize supplies the memory that the active objects of a kind take.
func (a *agent) slabSize(r *pmda.Request, l *slabLine) (libpcp.Atom, error) {
	if l[objectsPerSlab] == 0 {
		return whole(r, 0), nil
	}
	return whole(r, l[objectsActive]*l[pagesPerSlab]*a.pageSize/l[objectsPerSlab]), nil
}

var slabMetrics = []pmda.Metric{
	{Name: "mem.slabinfo.objects.active", Cluster: 20, Item: 0, Type: u64, InDom: slabInDom, Sem: instant, Source: objectsActive, OneLine: "objects of each kind that are used"},
	{Name: "mem.slabinfo.objects.total", Cluster: 20, Item: 1, Type: u64, InDom: slabInDom, Sem: instant, Source: objectsTotal, OneLine: "objects of each kind there is room for"},
	{Name: "mem.slabinfo.objects.size", Cluster: 20, Item: 2, Type: u32, InDom: slabInDom, Sem: instant, Units: libpcp.Byte, Source: objectSize, OneLine: "size of an object of each kind"},
	{Name: "mem.slabinfo.slabs.active", Cluster: 20, Item: 3, Type: u32, InDom: slabInDom, Sem: instant, Source: slabsActive, OneLine: "slabs of each kind of object that are used"},
	{Name: "mem.slabinfo.slabs.total", Cluster: 20, Item: 4, Type: u32, InDom: slabInDom, Sem: instant, Source: slabsTotal, OneLine: "slabs of each kind of object"},
	{Name: "mem.slabinfo.slabs.pages_per_slab", Cluster: 20, Item: 5, Type: u32, InDom: slabInDom, Sem: instant, Source: pagesPerSlab, OneLine: "pages that a slab of each kind of object has"},
	{Name: "mem.slabinfo.slabs.objects_per_slab", Cluster: 20, Item: 6, Type: u32, InDom: slabInDom, Sem: instant, Source: objectsPerSlab, OneLine: "objects that a slab of each kind has room for"},
	{Name: "mem.slabinfo.slabs.total_size", Cluster: 20, Item: 7, Type: u64, InDom: slabInDom, Sem: instant, Units: libpcp.Byte, Source: fromEach[slabLine]((*agent).slabSize), OneLine: "memory used for each kind of object"},
}
