package linux

import (
	"bytes"
	"os"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// slab is /proc/slabinfo, version 2:
//
//	dentry 789 800 192 21 1 : tunables 0 0 0 : slabdata 38 39 0
//
// objects active and in all, size of one, objects and pages in each slab, and
// slabs active and in all.
type slab struct {
	*machine
	slabFile file
	slabs    set[slabLine]
}

type slabLine struct{ active, total, size, perSlab, pages, activeSlabs, slabs uint64 }

func (s *slab) readSlabs(r *pmda.Request) error {
	return s.slabs.update(r, func() error {
		if os.Geteuid() != 0 { // whatever the mode of the file
			return nil
		}
		text := s.slabFile.of(r, &s.host, "/proc/slabinfo")
		s.slabs.keep(r, slabInDom)
		s.parse(text)
		s.slabs.save(r, slabInDom)
		return nil
	})
}

func (s *slab) parse(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		name, rest := word(line)
		var objects [5]uint64
		_, data, ok := bytes.Cut(rest, []byte(": slabdata"))
		if !ok || fixed(objects[:], rest) < len(objects) {
			continue
		}
		var counts [2]uint64
		fixed(counts[:], data)
		*s.slabs.add(string(name)) = slabLine{
			objects[0], objects[1], objects[2], objects[3], objects[4], counts[0], counts[1],
		}
	}
}

// slabStat supplies what is known of a kind of object.
func (c *slab) slabStat(r *pmda.Request) (libpcp.Atom, error) {
	s, err := c.slabs.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, s.named(r.Metric.Key, c.pageSize)), nil
}

func (s *slabLine) named(name string, pageSize uint64) uint64 {
	switch name {
	case "objects.active":
		return s.active
	case "objects.total":
		return s.total
	case "objects.size":
		return s.size
	case "slabs.active":
		return s.activeSlabs
	case "slabs.total":
		return s.slabs
	case "slabs.pages_per_slab":
		return s.pages
	case "slabs.objects_per_slab":
		return s.perSlab
	}
	if s.perSlab == 0 {
		return 0
	}
	return s.active * s.pages * pageSize / s.perSlab // of the active objects' share
}

var slabMetrics = []pmda.Metric{
	{Name: "mem.slabinfo.objects.active", Key: "objects.active", Cluster: 20, Item: 0, Type: u64, InDom: slabInDom, Sem: instant, OneLine: "objects of each kind that are used"},
	{Name: "mem.slabinfo.objects.total", Key: "objects.total", Cluster: 20, Item: 1, Type: u64, InDom: slabInDom, Sem: instant, OneLine: "objects of each kind there is room for"},
	{Name: "mem.slabinfo.objects.size", Key: "objects.size", Cluster: 20, Item: 2, Type: u32, InDom: slabInDom, Sem: instant, Units: libpcp.Byte, OneLine: "size of an object of each kind"},
	{Name: "mem.slabinfo.slabs.active", Key: "slabs.active", Cluster: 20, Item: 3, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "slabs of each kind of object that are used"},
	{Name: "mem.slabinfo.slabs.total", Key: "slabs.total", Cluster: 20, Item: 4, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "slabs of each kind of object"},
	{Name: "mem.slabinfo.slabs.pages_per_slab", Key: "slabs.pages_per_slab", Cluster: 20, Item: 5, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "pages that a slab of each kind of object has"},
	{Name: "mem.slabinfo.slabs.objects_per_slab", Key: "slabs.objects_per_slab", Cluster: 20, Item: 6, Type: u32, InDom: slabInDom, Sem: instant, OneLine: "objects that a slab of each kind has room for"},
	{Name: "mem.slabinfo.slabs.total_size", Key: "slabs.total_size", Cluster: 20, Item: 7, Type: u64, InDom: slabInDom, Sem: instant, Units: libpcp.Byte, OneLine: "memory used for each kind of object"},
}
