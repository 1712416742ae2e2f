package linux

import (
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// zramStat supplies what the files of a compressed device in memory say.
func (c *diskstats) zramStat(r *pmda.Request) (libpcp.Atom, error) {
	d, err := c.zrams.find(r.Inst)
	if err != nil {
		return libpcp.Atom{}, err
	}
	file, name, _ := strings.Cut(r.Metric.Key, " ")
	line, err := c.shared(r, &c.host, "/sys/block/"+d.name+"/"+file)
	if err != nil {
		return libpcp.Atom{}, pmda.NoValue
	}
	column, inPages := zramColumn(file, name)
	w, _ := word(skip(line, column))
	n, ok := number(w)
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	switch {
	case inPages:
		n = c.pageKilobytes(n)
	case file == "mm_stat":
		n /= 1024
	}
	return whole(r, n), nil
}

// zramColumn is where a number stands, and whether it counts pages.
func zramColumn(file, name string) (column int, inPages bool) {
	switch file + "." + name {
	case "io_stat.failed.reads":
		return 0, false
	case "io_stat.failed.writes":
		return 1, false
	case "io_stat.invalid":
		return 2, false
	case "io_stat.notify_free":
		return 3, false
	case "bd_stat.count":
		return 0, true
	case "bd_stat.reads":
		return 1, true
	case "bd_stat.writes":
		return 2, true
	case "mm_stat.data_size.original":
		return 0, false
	case "mm_stat.data_size.compressed":
		return 1, false
	case "mm_stat.mem.used_total":
		return 2, false
	case "mm_stat.mem.limit":
		return 3, false
	case "mm_stat.mem.max_used":
		return 4, false
	case "mm_stat.pages.same":
		return 5, true
	case "mm_stat.pages.compacted":
		return 6, true
	}
	return 7, true // mm_stat.pages.huge
}

var zramMetrics = []pmda.Metric{
	{Name: "zram.read", Key: "read", Cluster: 86, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads completed by each compressed device in memory"},
	{Name: "zram.write", Key: "write", Cluster: 86, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes completed by each compressed device in memory"},
	{Name: "zram.total", Key: "total", Cluster: 86, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads and writes completed by each compressed device in memory"},
	{Name: "zram.blkread", Key: "blkread", Cluster: 86, Item: 3, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from each compressed device in memory"},
	{Name: "zram.blkwrite", Key: "blkwrite", Cluster: 86, Item: 4, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes written to each compressed device in memory"},
	{Name: "zram.blktotal", Key: "blktotal", Cluster: 86, Item: 5, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes read from and written to each compressed device in memory"},
	{Name: "zram.read_bytes", Key: "read_bytes", Cluster: 86, Item: 6, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from each compressed device in memory"},
	{Name: "zram.write_bytes", Key: "write_bytes", Cluster: 86, Item: 7, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data written to each compressed device in memory"},
	{Name: "zram.total_bytes", Key: "total_bytes", Cluster: 86, Item: 8, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data read from and written to each compressed device in memory"},
	{Name: "zram.read_merge", Key: "read_merge", Cluster: 86, Item: 9, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads merged with another before they went to each compressed device in memory"},
	{Name: "zram.write_merge", Key: "write_merge", Cluster: 86, Item: 10, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes merged with another before they went to each compressed device in memory"},
	{Name: "zram.avactive", Key: "avactive", Cluster: 86, Item: 11, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time in which there was something to do for each compressed device in memory", Help: "Its rate is the utilisation: 1000 milliseconds per second is a device that is never idle. Devices that do several things at once may be able to do more still."},
	{Name: "zram.aveq", Key: "aveq", Cluster: 86, Item: 12, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each compressed device in memory", Help: "Its rate is the average length of the queue, when divided by 1000."},
	{Name: "zram.read_rawactive", Key: "read_rawactive", Cluster: 86, Item: 13, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads took, added up, on each compressed device in memory", Help: "Reads that take place at the same time are each counted in full."},
	{Name: "zram.write_rawactive", Key: "write_rawactive", Cluster: 86, Item: 14, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that writes took, added up, on each compressed device in memory", Help: "Writes that take place at the same time are each counted in full."},
	{Name: "zram.total_rawactive", Key: "total_rawactive", Cluster: 86, Item: 15, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that reads and writes took, added up, on each compressed device in memory"},
	{Name: "zram.capacity", Key: "capacity", Cluster: 86, Item: 16, Type: u64, InDom: zramInDom, Sem: discrete, Units: libpcp.KByte, OneLine: "size of each compressed device in memory"},
	{Name: "zram.discard", Key: "discard", Cluster: 86, Item: 17, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards completed by each compressed device in memory"},
	{Name: "zram.blkdiscard", Key: "blkdiscard", Cluster: 86, Item: 18, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "blocks of 512 bytes discarded on each compressed device in memory"},
	{Name: "zram.discard_bytes", Key: "discard_bytes", Cluster: 86, Item: 19, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data discarded on each compressed device in memory"},
	{Name: "zram.discard_merge", Key: "discard_merge", Cluster: 86, Item: 20, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "discards merged with another before they went to each compressed device in memory"},
	{Name: "zram.discard_rawactive", Key: "discard_rawactive", Cluster: 86, Item: 21, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that discards took, added up, on each compressed device in memory"},
	{Name: "zram.flush", Key: "flush", Cluster: 86, Item: 22, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "flushes completed by each compressed device in memory"},
	{Name: "zram.flush_rawactive", Key: "flush_rawactive", Cluster: 86, Item: 23, Type: u32, InDom: zramInDom, Sem: counter, Units: libpcp.Millisec, OneLine: "time that flushes took, added up, on each compressed device in memory"},
	{Name: "zram.inflight", Key: "inflight", Cluster: 86, Item: 24, Type: u32, InDom: zramInDom, Sem: instant, OneLine: "requests in progress on each compressed device in memory"},
	{Name: "zram.io_stat.failed.reads", Key: "io_stat failed.reads", Cluster: 87, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "reads that failed on each compressed device in memory"},
	{Name: "zram.io_stat.failed.writes", Key: "io_stat failed.writes", Cluster: 87, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "writes that failed on each compressed device in memory"},
	{Name: "zram.io_stat.invalid", Key: "io_stat invalid", Cluster: 87, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "requests that made no sense to each compressed device in memory"},
	{Name: "zram.io_stat.notify_free", Key: "io_stat notify_free", Cluster: 87, Item: 3, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.Count, OneLine: "pages that were given back to each compressed device in memory"},
	{Name: "zram.mm_stat.data_size.original", Key: "mm_stat data_size.original", Cluster: 88, Item: 0, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, OneLine: "data on each compressed device in memory, as it is"},
	{Name: "zram.mm_stat.data_size.compressed", Key: "mm_stat data_size.compressed", Cluster: 88, Item: 1, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, OneLine: "data on each compressed device in memory, compressed"},
	{Name: "zram.mm_stat.mem.used_total", Key: "mm_stat mem.used_total", Cluster: 88, Item: 2, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that each compressed device uses"},
	{Name: "zram.mm_stat.mem.limit", Key: "mm_stat mem.limit", Cluster: 88, Item: 3, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, OneLine: "memory that each compressed device may use, 0 if there is no limit"},
	{Name: "zram.mm_stat.mem.max_used", Key: "mm_stat mem.max_used", Cluster: 88, Item: 4, Type: u64, InDom: zramInDom, Sem: instant, Units: libpcp.KByte, OneLine: "most memory that each compressed device has used"},
	{Name: "zram.mm_stat.pages.same", Key: "mm_stat pages.same", Cluster: 88, Item: 5, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "pages of one repeated value on each compressed device in memory"},
	{Name: "zram.mm_stat.pages.compacted", Key: "mm_stat pages.compacted", Cluster: 88, Item: 6, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "pages that compaction has freed on each compressed device in memory"},
	{Name: "zram.mm_stat.pages.huge", Key: "mm_stat pages.huge", Cluster: 88, Item: 7, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "pages that could not be compressed on each compressed device in memory"},
	{Name: "zram.bd_stat.count", Key: "bd_stat count", Cluster: 89, Item: 0, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data of each compressed device that is on its backing device"},
	{Name: "zram.bd_stat.reads", Key: "bd_stat reads", Cluster: 89, Item: 1, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data that each compressed device has read from its backing device"},
	{Name: "zram.bd_stat.writes", Key: "bd_stat writes", Cluster: 89, Item: 2, Type: u64, InDom: zramInDom, Sem: counter, Units: libpcp.KByte, OneLine: "data that each compressed device has written to its backing device"},
}
