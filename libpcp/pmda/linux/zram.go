package linux

import (
	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// zramColumn is the source of a number in a file of each compressed device in
// memory.
type zramColumn struct {
	file   string
	column int
	unit   zramUnit
}

type zramUnit int

const (
	zramCount zramUnit = iota
	zramBytes
	zramPages
	zramBlocks // of 4 KiB, whatever the size of a page
)

// Value is the number, bytes and pages in Kbyte.
func (c zramColumn) Value(r *pmda.Request) (libpcp.Atom, error) {
	d, err := memberOf[blockDevice](r)
	if err != nil {
		return libpcp.Atom{}, err
	}
	line, err := of(r).lineOnce(r, "/sys/block/"+d.name+"/"+c.file)
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	w, _ := word(skip(line, c.column))
	n, ok := number(w)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	switch c.unit {
	case zramPages:
		n = of(r).pageKilobytes(n)
	case zramBlocks:
		n *= 4
	case zramBytes:
		n /= 1024
	}
	return whole(r, n), nil
}

// zramMetrics are those that other devices lack.
var zramMetrics = []pmda.Metric{
	{Name: "zram.io_stat.failed.reads", Cluster: 87, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: zramColumn{"io_stat", 0, zramCount}, OneLine: "reads that failed on each compressed device in memory"},
	{Name: "zram.io_stat.failed.writes", Cluster: 87, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: zramColumn{"io_stat", 1, zramCount}, OneLine: "writes that failed on each compressed device in memory"},
	{Name: "zram.io_stat.invalid", Cluster: 87, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: zramColumn{"io_stat", 2, zramCount}, OneLine: "requests that made no sense to each compressed device in memory"},
	{Name: "zram.io_stat.notify_free", Cluster: 87, Item: 3, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: zramColumn{"io_stat", 3, zramCount}, OneLine: "pages that were given back to each compressed device in memory"},
	{Name: "zram.mm_stat.data_size.original", Cluster: 88, Item: 0, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 0, zramBytes}, OneLine: "data on each compressed device in memory, as it is"},
	{Name: "zram.mm_stat.data_size.compressed", Cluster: 88, Item: 1, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 1, zramBytes}, OneLine: "data on each compressed device in memory, compressed"},
	{Name: "zram.mm_stat.mem.used_total", Cluster: 88, Item: 2, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 2, zramBytes}, OneLine: "memory that each compressed device uses"},
	{Name: "zram.mm_stat.mem.limit", Cluster: 88, Item: 3, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 3, zramBytes}, OneLine: "memory that each compressed device may use, 0 if there is no limit"},
	{Name: "zram.mm_stat.mem.max_used", Cluster: 88, Item: 4, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 4, zramBytes}, OneLine: "most memory that each compressed device has used"},
	{Name: "zram.mm_stat.pages.same", Cluster: 88, Item: 5, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 5, zramPages}, OneLine: "pages of one repeated value on each compressed device in memory"},
	{Name: "zram.mm_stat.pages.compacted", Cluster: 88, Item: 6, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 6, zramPages}, OneLine: "pages that compaction has freed on each compressed device in memory"},
	{Name: "zram.mm_stat.pages.huge", Cluster: 88, Item: 7, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"mm_stat", 7, zramPages}, OneLine: "pages that could not be compressed on each compressed device in memory"},
	{Name: "zram.bd_stat.count", Cluster: 89, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"bd_stat", 0, zramBlocks}, OneLine: "data of each compressed device that is on its backing device"},
	{Name: "zram.bd_stat.reads", Cluster: 89, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"bd_stat", 1, zramBlocks}, OneLine: "data that each compressed device has read from its backing device"},
	{Name: "zram.bd_stat.writes", Cluster: 89, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: zramColumn{"bd_stat", 2, zramBlocks}, OneLine: "data that each compressed device has written to its backing device"},
}
