package linux

import "pcptools/libpcp/pmda"

var udpMetrics = [...]pmda.Metric{
	{Name: "network.udp.indatagrams", Cluster: 14, Item: 70, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams delivered to those who listen"},
	{Name: "network.udp.noports", Cluster: 14, Item: 71, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams received for a port where no one listens"},
	{Name: "network.udp.inerrors", Cluster: 14, Item: 72, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams that could not be delivered for other reasons"},
	{Name: "network.udp.outdatagrams", Cluster: 14, Item: 74, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams sent"},
	{Name: "network.udp.recvbuferrors", Cluster: 14, Item: 75, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp.sndbuferrors", Cluster: 14, Item: 76, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp.incsumerrors", Cluster: 14, Item: 83, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams received with a wrong checksum"},
	{Name: "network.udp.ignoredmulti", Cluster: 14, Item: 90, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP multicast datagrams received that no one wanted"},
	{Name: "network.udp.memerrors", Cluster: 14, Item: 91, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP datagrams dropped since memory for the protocol was short"},
	{Name: "network.udplite.indatagrams", Cluster: 14, Item: 77, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams delivered to those who listen"},
	{Name: "network.udplite.noports", Cluster: 14, Item: 78, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams received for a port where no one listens"},
	{Name: "network.udplite.inerrors", Cluster: 14, Item: 79, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite.outdatagrams", Cluster: 14, Item: 80, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams sent"},
	{Name: "network.udplite.recvbuferrors", Cluster: 14, Item: 81, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite.sndbuferrors", Cluster: 14, Item: 82, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite.incsumerrors", Cluster: 14, Item: 84, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams received with a wrong checksum"},
	{Name: "network.udplite.ignoredmulti", Cluster: 14, Item: 92, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite multicast datagrams received that no one wanted"},
	{Name: "network.udplite.memerrors", Cluster: 14, Item: 93, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "UDP-Lite datagrams dropped since memory for the protocol was short"},
}
