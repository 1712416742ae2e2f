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

var zramMetrics = []pmda.Metric{
	{Name: "zram.read", Cluster: 86, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).reads), OneLine: "reads completed by each compressed device in memory"},
	{Name: "zram.write", Cluster: 86, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writes), OneLine: "writes completed by each compressed device in memory"},
	{Name: "zram.total", Cluster: 86, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).total), OneLine: "reads and writes completed by each compressed device in memory"},
	{Name: "zram.blkread", Cluster: 86, Item: 3, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksRead), OneLine: "blocks of 512 bytes read from each compressed device in memory"},
	{Name: "zram.blkwrite", Cluster: 86, Item: 4, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksWritten), OneLine: "blocks of 512 bytes written to each compressed device in memory"},
	{Name: "zram.blktotal", Cluster: 86, Item: 5, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocks), OneLine: "blocks of 512 bytes read from and written to each compressed device in memory"},
	{Name: "zram.read_bytes", Cluster: 86, Item: 6, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesRead), OneLine: "data read from each compressed device in memory"},
	{Name: "zram.write_bytes", Cluster: 86, Item: 7, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesWritten), OneLine: "data written to each compressed device in memory"},
	{Name: "zram.total_bytes", Cluster: 86, Item: 8, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytes), OneLine: "data read from and written to each compressed device in memory"},
	{Name: "zram.read_merge", Cluster: 86, Item: 9, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).readMerges), OneLine: "reads merged with another before they went to each compressed device in memory"},
	{Name: "zram.write_merge", Cluster: 86, Item: 10, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).writeMerges), OneLine: "writes merged with another before they went to each compressed device in memory"},
	{Name: "zram.avactive", Cluster: 86, Item: 11, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).active), OneLine: "time in which there was something to do for each compressed device in memory", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "zram.aveq", Cluster: 86, Item: 12, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).queued), OneLine: "time that requests have waited or been in progress, added up, on each compressed device in memory", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "zram.read_rawactive", Cluster: 86, Item: 13, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).readTime), OneLine: "time that reads took, added up, on each compressed device in memory", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "zram.write_rawactive", Cluster: 86, Item: 14, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).writeTime), OneLine: "time that writes took, added up, on each compressed device in memory", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "zram.total_rawactive", Cluster: 86, Item: 15, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).time), OneLine: "time that reads and writes took, added up, on each compressed device in memory"},
	{Name: "zram.capacity", Cluster: 86, Item: 16, Type: u64, InDom: zramInDom, Sem: discrete, Units: libpcp.KByte, Source: fromEach[blockDevice]((*agent).zramCapacity), OneLine: "size of each compressed device in memory"},
	{Name: "zram.discard", Cluster: 86, Item: 17, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discards), OneLine: "discards completed by each compressed device in memory"},
	{Name: "zram.blkdiscard", Cluster: 86, Item: 18, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).blocksDiscarded), OneLine: "blocks of 512 bytes discarded on each compressed device in memory"},
	{Name: "zram.discard_bytes", Cluster: 86, Item: 19, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, Source: each[blockDevice]((*blockDevice).bytesDiscarded), OneLine: "data discarded on each compressed device in memory"},
	{Name: "zram.discard_merge", Cluster: 86, Item: 20, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).discardMerges), OneLine: "discards merged with another before they went to each compressed device in memory"},
	{Name: "zram.discard_rawactive", Cluster: 86, Item: 21, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).discardTime), OneLine: "time that discards took, added up, on each compressed device in memory"},
	{Name: "zram.flush", Cluster: 86, Item: 22, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, Source: each[blockDevice]((*blockDevice).flushes), OneLine: "flushes completed by each compressed device in memory"},
	{Name: "zram.flush_rawactive", Cluster: 86, Item: 23, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, Source: each[blockDevice]((*blockDevice).flushTime), OneLine: "time that flushes took, added up, on each compressed device in memory"},
	{Name: "zram.inflight", Cluster: 86, Item: 24, Type: u32, InDom: zramInDom, Sem: instant, Source: each[blockDevice]((*blockDevice).inFlight), OneLine: "requests in progress on each compressed device in memory"},
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
