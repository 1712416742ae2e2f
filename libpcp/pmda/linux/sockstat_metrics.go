package linux

import "pcptools/libpcp/pmda"

var sockstatMetrics = [...]pmda.Metric{
	{Name: "network.sockstat.total", Cluster: 11, Item: 9, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "sockets of all kinds"},
	{Name: "network.sockstat.tcp.inuse", Cluster: 11, Item: 0, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "TCP sockets in use"},
	{Name: "network.sockstat.tcp.orphan", Cluster: 11, Item: 10, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "TCP sockets that no process has any more"},
	{Name: "network.sockstat.tcp.tw", Cluster: 11, Item: 11, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "TCP sockets that wait for late packets"},
	{Name: "network.sockstat.tcp.alloc", Cluster: 11, Item: 12, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "TCP sockets allocated"},
	{Name: "network.sockstat.tcp.mem", Cluster: 11, Item: 13, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "pages of memory used for TCP sockets"},
	{Name: "network.sockstat.udp.inuse", Cluster: 11, Item: 3, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "UDP sockets in use"},
	{Name: "network.sockstat.udp.mem", Cluster: 11, Item: 14, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "pages of memory used for UDP sockets"},
	{Name: "network.sockstat.udplite.inuse", Cluster: 11, Item: 8, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "UDP-Lite sockets in use"},
	{Name: "network.sockstat.raw.inuse", Cluster: 11, Item: 6, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "raw sockets in use"},
	{Name: "network.sockstat.frag.inuse", Cluster: 11, Item: 15, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag.memory", Cluster: 11, Item: 16, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "bytes of memory used for fragments"},
	{Name: "network.sockstat.tcp6.inuse", Cluster: 73, Item: 0, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "TCP sockets over IPv6 in use"},
	{Name: "network.sockstat.udp6.inuse", Cluster: 73, Item: 1, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "UDP sockets over IPv6 in use"},
	{Name: "network.sockstat.udplite6.inuse", Cluster: 73, Item: 2, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "UDP-Lite sockets over IPv6 in use"},
	{Name: "network.sockstat.raw6.inuse", Cluster: 73, Item: 3, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "raw sockets over IPv6 in use"},
	{Name: "network.sockstat.frag6.inuse", Cluster: 73, Item: 4, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "IPv6 datagrams that wait for their fragments"},
	{Name: "network.sockstat.frag6.memory", Cluster: 73, Item: 5, Type: i32, Sem: instant, Units: pmda.Count, OneLine: "bytes of memory used for IPv6 fragments"},
}
