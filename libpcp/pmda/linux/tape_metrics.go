package linux

import "pcptools/libpcp/pmda"

var tapeMetrics = [...]pmda.Metric{
	{Name: "tape.dev.in_flight", Cluster: 71, Item: 0, Type: u64, InDom: tapeInDom, Sem: instant, Units: pmda.Count, OneLine: "requests in progress on each tape drive"},
	{Name: "tape.dev.io_ns", Cluster: 71, Item: 1, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Nanosec, OneLine: "time that each tape drive was busy"},
	{Name: "tape.dev.other_cnt", Cluster: 71, Item: 2, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Count, OneLine: "requests other than reads and writes on each tape drive"},
	{Name: "tape.dev.read_byte_cnt", Cluster: 71, Item: 3, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Byte, OneLine: "data read from each tape drive"},
	{Name: "tape.dev.read_cnt", Cluster: 71, Item: 4, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Count, OneLine: "reads from each tape drive"},
	{Name: "tape.dev.read_ns", Cluster: 71, Item: 5, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Nanosec, OneLine: "time that reads took on each tape drive"},
	{Name: "tape.dev.resid_cnt", Cluster: 71, Item: 6, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Count, OneLine: "requests on each tape drive that moved less than they asked for"},
	{Name: "tape.dev.write_byte_cnt", Cluster: 71, Item: 7, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Byte, OneLine: "data written to each tape drive"},
	{Name: "tape.dev.write_cnt", Cluster: 71, Item: 8, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Count, OneLine: "writes to each tape drive"},
	{Name: "tape.dev.write_ns", Cluster: 71, Item: 9, Type: u64, InDom: tapeInDom, Sem: counter, Units: pmda.Nanosec, OneLine: "time that writes took on each tape drive"},
}
