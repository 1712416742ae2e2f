package linux

import (
	"bytes"
	"strconv"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// buddyinfo is /proc/buddyinfo, with a line for each zone
//
//	Node 0, zone   Normal   1   1   54   561
//
// that counts free pieces of memory of 1, 2, 4 and so on pages.
type buddyinfo struct {
	file    file
	buddies set[buddy]
}

type buddy struct {
	order int
	count uint64
}

var buddyInDom = &pmda.InDom{Serial: 31, Members: domain[buddy]{buddies{}}, OneLine: "the sizes of free pieces of memory, for each zone and node", Labels: `{"device_type":["memory","numa_node"],"indom_name":"per buddy per numa_node"}`}

type buddies struct{}

func (buddies) set(r *pmda.Request) *set[buddy] {
	b := &of(r).buddyinfo
	b.buddies.update(r, buddyInDom, func() { b.parse(b.file.of(r, &of(r).host, "/proc/buddyinfo")) })
	return &b.buddies
}

func (b buddies) label(r *pmda.Request) string { return zoneLabels(b.set(r).name(r.Inst)) }

// maxOrder bounds the numbers of a line; the kernel has 11.
const maxOrder = 40

func (b *buddyinfo) parse(text []byte) {
	for line := range linesOf(text) {
		node, rest := word(skip(line, 1))
		zone, rest := word(skip(rest, 1))
		node = bytes.TrimSuffix(node, []byte(","))
		var pieces [maxOrder]uint64
		for order, n := range pieces[:fixed(pieces[:], rest)] {
			*b.buddies.add(string(zone) + "::order" + strconv.Itoa(order) + "::node" + string(node)) = buddy{order, n}
		}
	}
}

func (b *buddy) pieces() uint64 { return b.count }
func (b *buddy) pages() uint64  { return b.count << b.order }

var buddyMetrics = []pmda.Metric{
	{Name: "mem.buddyinfo.pages", Cluster: 67, Item: 0, Type: u64, InDom: buddyInDom, Sem: instant, Source: each[buddy]((*buddy).pieces), OneLine: "free pieces of memory of each size in each zone"},
	{Name: "mem.buddyinfo.total", Cluster: 67, Item: 1, Type: u64, InDom: buddyInDom, Sem: instant, Units: libpcp.KByte, Source: eachPages[buddy]((*buddy).pages), OneLine: "memory that is free in pieces of each size in each zone"},
}
