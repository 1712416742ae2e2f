package linux

import "pcptools/libpcp/pmda"

var ksmMetrics = [...]pmda.Metric{
	{Name: "mem.ksm.full_scans", Cluster: 69, Item: 0, Type: u64, Sem: instant, Units: pmda.Count, OneLine: "times all areas to be merged were scanned"},
	{Name: "mem.ksm.merge_across_nodes", Cluster: 69, Item: 1, Type: u64, Sem: instant, OneLine: "1 if pages of different NUMA nodes are merged, or else 0"},
	{Name: "mem.ksm.pages_shared", Cluster: 69, Item: 2, Type: u64, Sem: instant, OneLine: "merged pages there are"},
	{Name: "mem.ksm.pages_sharing", Cluster: 69, Item: 3, Type: u64, Sem: instant, OneLine: "pages that merging has saved"},
	{Name: "mem.ksm.pages_to_scan", Cluster: 69, Item: 4, Type: u64, Sem: instant, OneLine: "pages to scan before the next rest"},
	{Name: "mem.ksm.pages_unshared", Cluster: 69, Item: 5, Type: u64, Sem: instant, Units: pmda.Count, OneLine: "pages scanned again and again that have no equal"},
	{Name: "mem.ksm.pages_volatile", Cluster: 69, Item: 6, Type: u64, Sem: instant, OneLine: "pages that change too often to be merged"},
	{Name: "mem.ksm.run_state", Cluster: 69, Item: 7, Type: u64, Sem: instant, OneLine: "1 if merging is on, 0 if it is off, 2 if it is off and what was merged is being undone"},
	{Name: "mem.ksm.sleep_time", Cluster: 69, Item: 8, Type: u64, Sem: instant, Units: pmda.Millisec, OneLine: "time that scanning rests for"},
}
