package linux

import "pcptools/libpcp/pmda"

var wwidMetrics = [...]pmda.Metric{
	{Name: "disk.wwid.scsi_paths", Cluster: 92, Item: 3, Type: str, InDom: wwidInDom, Sem: discrete, OneLine: "names of all paths to each disk", Help: "A disk that is connected several times has a device for each path; all those with the same world-wide identifier are one instance."},
	{Name: "disk.wwid.read", Cluster: 92, Item: 4, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "reads completed by each disk, over all its paths"},
	{Name: "disk.wwid.write", Cluster: 92, Item: 5, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.total", Cluster: 92, Item: 28, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "reads and writes completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkread", Cluster: 92, Item: 6, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "blocks of 512 bytes read from each disk, over all its paths"},
	{Name: "disk.wwid.blkwrite", Cluster: 92, Item: 7, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "blocks of 512 bytes written to each disk, over all its paths"},
	{Name: "disk.wwid.blktotal", Cluster: 92, Item: 36, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "blocks of 512 bytes read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_bytes", Cluster: 92, Item: 38, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.KByte, OneLine: "data read from each disk, over all its paths"},
	{Name: "disk.wwid.write_bytes", Cluster: 92, Item: 39, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.KByte, OneLine: "data written to each disk, over all its paths"},
	{Name: "disk.wwid.total_bytes", Cluster: 92, Item: 40, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.KByte, OneLine: "data read from and written to each disk, over all its paths"},
	{Name: "disk.wwid.read_merge", Cluster: 92, Item: 49, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "reads merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.write_merge", Cluster: 92, Item: 50, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "writes merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.avactive", Cluster: 92, Item: 46, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time in which there was something to do for each disk, over all its paths"},
	{Name: "disk.wwid.read_rawactive", Cluster: 92, Item: 72, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that reads took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.write_rawactive", Cluster: 92, Item: 73, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.total_rawactive", Cluster: 92, Item: 79, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that reads and writes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.aveq", Cluster: 92, Item: 47, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that requests have waited or been in progress, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.scheduler", Cluster: 92, Item: 59, Type: str, InDom: wwidInDom, Sem: discrete, OneLine: "name of the scheduler of requests that each disk, over all its paths has"},
	{Name: "disk.wwid.capacity", Cluster: 92, Item: 87, Type: u64, InDom: wwidInDom, Sem: discrete, Units: pmda.KByte, OneLine: "size of each disk, over all its paths"},
	{Name: "disk.wwid.discard", Cluster: 92, Item: 88, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "discards completed by each disk, over all its paths"},
	{Name: "disk.wwid.blkdiscard", Cluster: 92, Item: 89, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "blocks of 512 bytes discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_bytes", Cluster: 92, Item: 90, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.KByte, OneLine: "data discarded on each disk, over all its paths"},
	{Name: "disk.wwid.discard_merge", Cluster: 92, Item: 91, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "discards merged with another before they went to each disk, over all its paths"},
	{Name: "disk.wwid.discard_rawactive", Cluster: 92, Item: 92, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that discards took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.flush", Cluster: 92, Item: 93, Type: u64, InDom: wwidInDom, Sem: counter, Units: pmda.Count, OneLine: "flushes completed by each disk, over all its paths"},
	{Name: "disk.wwid.flush_rawactive", Cluster: 92, Item: 94, Type: u32, InDom: wwidInDom, Sem: counter, Units: pmda.Millisec, OneLine: "time that flushes took, added up, on each disk, over all its paths"},
	{Name: "disk.wwid.inflight", Cluster: 92, Item: 95, Type: u64, InDom: wwidInDom, Sem: instant, OneLine: "requests in progress on each disk, over all its paths"},
}
