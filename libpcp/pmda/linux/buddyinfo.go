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
	*machine
	buddyFile file
	buddies   set[buddy]
}

type buddy struct {
	order  int
	pieces uint64
}

func (b *buddyinfo) readBuddies(r *pmda.Request) error {
	return b.buddies.update(r, func() error {
		text := b.buddyFile.of(r, &b.host, "/proc/buddyinfo")
		b.buddies.keep(r, buddyInDom)
		b.parse(text)
		b.buddies.save(r, buddyInDom)
		return nil
	})
}

// maxOrder bounds what a line may claim; the kernel has 11.
const maxOrder = 40

func (b *buddyinfo) parse(text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text = cutLine(text)
		node, rest := word(skip(line, 1))
		zone, rest := word(skip(rest, 1))
		node = bytes.TrimSuffix(node, []byte(","))
		var pieces [maxOrder]uint64
		for order, n := range pieces[:fixed(pieces[:], rest)] {
			*b.buddies.add(string(zone) + "::order" + strconv.Itoa(order) + "::node" + string(node)) = buddy{order, n}
		}
	}
}

// buddyStat supplies how much memory is free in pieces of a size.
func (c *buddyinfo) buddyStat(r *pmda.Request) (libpcp.Atom, error) {
	b, err := c.buddies.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	if r.Metric.Key == "pieces" {
		return whole(r, b.pieces), nil
	}
	return whole(r, c.pageKilobytes(b.pieces<<b.order)), nil
}

var buddyMetrics = []pmda.Metric{
	{Name: "mem.buddyinfo.pages", Key: "pieces", Cluster: 67, Item: 0, Type: u64, InDom: buddyInDom, Sem: instant, OneLine: "free pieces of memory of each size in each zone"},
	{Name: "mem.buddyinfo.total", Key: "kilobytes", Cluster: 67, Item: 1, Type: u64, InDom: buddyInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that is free in pieces of each size in each zone"},
}
