package linux

import (
	"bytes"
	"strconv"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// zones is /proc/zoneinfo: for each zone of each node
//
//	Node 0, zone      DMA
//	  per-node stats
//	      nr_inactive_anon 44497
//	  pages free     3840
//	        min      10
//	        protection: (0, 3019, 24090)
//	      nr_zspages   0
//
// where the figures of the node stand in its first zone only.
type zones struct {
	*machine
	zoneFile file
	zones    set[cursor] // "node0" and "DMA::node0", and their lines
	lowmem   set[uint64] // "DMA::node0::lowmem_reserved0"
}

func (z *zones) readZones(r *pmda.Request) error {
	return z.zones.update(r, func() error {
		text := z.zoneFile.of(r, &z.host, "/proc/zoneinfo")
		z.zones.keep(r, zoneInDom)
		z.lowmem.keep(r, lowmemInDom)
		z.lowmem.update(r, func() error { return nil })
		z.parse(text)
		z.zones.save(r, zoneInDom)
		z.lowmem.save(r, lowmemInDom)
		return nil
	})
}

var zoneHeading = []byte("Node ")

func (z *zones) parse(text []byte) {
	_, text, _ = bytes.Cut(text, zoneHeading)
	for len(text) > 0 {
		var block []byte
		if end := bytes.Index(text, []byte("\nNode ")); end >= 0 {
			block, text = text[:end+1], text[end+1+len(zoneHeading):]
		} else {
			block, text = text, nil
		}
		heading, rest := cutLine(block)
		number, zone, ok := bytes.Cut(heading, []byte(", zone"))
		if ok {
			z.addZone("node"+string(number), string(bytes.TrimSpace(zone)), rest)
		}
	}
}

// addZone adds a zone, and its node if it comes with figures of that.
func (z *zones) addZone(node, zone string, lines []byte) {
	before, own, ok := bytes.Cut(lines, []byte("  pages "))
	if !ok {
		return
	}
	if bytes.Contains(before, []byte("per-node stats")) {
		z.zones.add(node).reset(before)
	}
	name := zone + "::" + node
	_, list, _ := bytes.Cut(own, []byte("protection: ("))
	list, after, _ := bytes.Cut(list, []byte(")"))
	for i, pages := range bytes.Split(list, []byte(", ")) {
		n, _ := number(pages)
		*z.lowmem.add(name + "::lowmem_reserved" + strconv.Itoa(i)) = n
	}
	if len(bytes.TrimSpace(after)) == 0 { // there is no memory in the zone
		z.zones.number(name)
		return
	}
	z.zones.add(name).reset(own)
}

// zoneStat supplies a figure of a zone or a node.
func (c *zones) zoneStat(r *pmda.Request) (libpcp.Atom, error) {
	z, err := c.zones.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	key := zoneKey(r.Metric.Name[len("mem.zoneinfo."):])
	n, ok := z.number(key)
	if !ok && key == "scanned" {
		n, ok = z.number("node_scanned")
	}
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, c.pageKilobytes(n)), nil
}

func zoneKey(name string) string {
	if kind, ok := strings.CutPrefix(name, "workingset_active_"); ok {
		return "workingset_activate_" + kind
	}
	if name == "nr_free_pages" {
		return "" // which the genuine agent never has; see free
	}
	return name
}

func (h *host) pageKilobytes(pages uint64) uint64 { return pages * h.pageSize / 1024 }

// protection supplies how much of a zone is kept from allocations that could
// have been made in another.
func (z *zones) protection(r *pmda.Request) (libpcp.Atom, error) {
	n, err := z.lowmem.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	return whole(r, z.pageKilobytes(*n)), nil
}
