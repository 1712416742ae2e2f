package linux

import (
	"bytes"
	"context"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

const netstatPath = "/proc/net/netstat"

// before fails a fetch that needs /proc/net/netstat if it is not there, as the
// genuine agent does for no other file.
func (a *agent) before(_ context.Context, r *pmda.Request) error {
	if r.Kind != pmda.KindFetch {
		return nil
	}
	for _, id := range r.IDs {
		if id.Cluster() == clusterNetstat {
			_, err := a.snmp.netstatFile.try(r, &a.machine.host, netstatPath)
			return err
		}
	}
	return nil
}

// extended supplies what comes from /proc/net/netstat.
func (s *snmp) extended(r *pmda.Request) (libpcp.Atom, error) {
	text := s.netstatFile.of(r, &s.host, netstatPath)
	if !s.reportedNetstat {
		s.reportedNetstat = true
		s.reportUnknown(r, text, netstatSections[:], clusterNetstat)
	}
	s.netstat.reset(text)
	protocol, name, _ := strings.Cut(r.Metric.Name[len("network."):], ".")
	section := "TcpExt"
	switch protocol {
	case "ip":
		section = "IpExt"
	case "mptcp":
		section = "MPTcpExt"
	}
	n, ok := s.netstat.find(section, func(field []byte) bool { return netstatField(field, name) })
	if !ok {
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// netstatField reports whether a field is that of a metric.
func netstatField(field []byte, metric string) bool {
	if irregular := irregularField(metric); irregular != "" {
		return string(field) == irregular
	}
	rest, shortened := bytes.CutPrefix(field, []byte("TCP"))
	return foldEqual(field, metric) || shortened && foldEqual(rest, metric)
}

// irregularField is the field for a metric whose name does not follow from
// that of the field, or "".
func irregularField(metric string) string {
	switch metric {
	case "csumerrors":
		return "InCsumErrors"
	case "noectpkts":
		return "InNoECTPkts"
	case "ect1pkts":
		return "InECT1Pkts"
	case "ect0pkts":
		return "InECT0Pkts"
	case "cepkts":
		return "InCEPkts"
	case "prequeueddropped":
		return "TCPPrequeueDropped"
	case "schedulerfail":
		return "TCPSchedulerFailed"
	case "timewaited":
		return "TW"
	case "timewaitrecycled":
		return "TWRecycled"
	case "timewaitkilled":
		return "TWKilled"
	case "pawspassiverejected":
		return "PAWSPassive"
	case "pawsactiverejected":
		return "PAWSActive"
	case "pawsestabrejected":
		return "PAWSEstab"
	case "iprpfilter":
		return "IPReversePathFilter"
	}
	return ""
}

var ipExtMetrics = [...]pmda.Metric{
	{Name: "network.ip.innoroutes", Cluster: 53, Item: 0, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received and dropped since there was no route for them"},
	{Name: "network.ip.intruncatedpkts", Cluster: 53, Item: 1, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received that were cut short"},
	{Name: "network.ip.inmcastpkts", Cluster: 53, Item: 2, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "multicast datagrams received"},
	{Name: "network.ip.outmcastpkts", Cluster: 53, Item: 3, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "multicast datagrams sent"},
	{Name: "network.ip.inbcastpkts", Cluster: 53, Item: 4, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "broadcast datagrams received"},
	{Name: "network.ip.outbcastpkts", Cluster: 53, Item: 5, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "broadcast datagrams sent"},
	{Name: "network.ip.inoctets", Cluster: 53, Item: 6, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received"},
	{Name: "network.ip.outoctets", Cluster: 53, Item: 7, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent"},
	{Name: "network.ip.inmcastoctets", Cluster: 53, Item: 8, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received in multicast datagrams"},
	{Name: "network.ip.outmcastoctets", Cluster: 53, Item: 9, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent in multicast datagrams"},
	{Name: "network.ip.inbcastoctets", Cluster: 53, Item: 10, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes received in broadcast datagrams"},
	{Name: "network.ip.outbcastoctets", Cluster: 53, Item: 11, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes sent in broadcast datagrams"},
	{Name: "network.ip.csumerrors", Cluster: 53, Item: 12, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams with a wrong checksum"},
	{Name: "network.ip.noectpkts", Cluster: 53, Item: 13, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received that do not take part in congestion notification"},
	{Name: "network.ip.ect1pkts", Cluster: 53, Item: 14, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received marked ECT(1) for congestion notification"},
	{Name: "network.ip.ect0pkts", Cluster: 53, Item: 15, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received marked ECT(0) for congestion notification"},
	{Name: "network.ip.cepkts", Cluster: 53, Item: 16, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "datagrams received that tell of congestion"},
	{Name: "network.ip.reasmoverlaps", Cluster: 53, Item: 168, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fragments dropped since they overlapped"},
}

var tcpExtMetrics = [...]pmda.Metric{
	{Name: "network.tcp.syncookiessent", Cluster: 53, Item: 17, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN cookies sent"},
	{Name: "network.tcp.syncookiesrecv", Cluster: 53, Item: 18, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN cookies received"},
	{Name: "network.tcp.syncookiesfailed", Cluster: 53, Item: 19, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN cookies received that were not valid"},
	{Name: "network.tcp.embryonicrsts", Cluster: 53, Item: 20, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "resets received for connections that were being established"},
	{Name: "network.tcp.prunecalled", Cluster: 53, Item: 21, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times memory of a receive queue had to be freed"},
	{Name: "network.tcp.rcvpruned", Cluster: 53, Item: 22, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped from a receive queue for lack of memory"},
	{Name: "network.tcp.ofopruned", Cluster: 53, Item: 23, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets out of order dropped for lack of memory"},
	{Name: "network.tcp.outofwindowicmps", Cluster: 53, Item: 24, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages dropped since they were out of the window"},
	{Name: "network.tcp.lockdroppedicmps", Cluster: 53, Item: 25, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages dropped since the socket was locked"},
	{Name: "network.tcp.arpfilter", Cluster: 53, Item: 26, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ARP requests not answered because of a filter"},
	{Name: "network.tcp.timewaited", Cluster: 53, Item: 27, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "sockets that have waited for late packets to their end"},
	{Name: "network.tcp.timewaitrecycled", Cluster: 53, Item: 28, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "sockets reused while they waited for late packets"},
	{Name: "network.tcp.timewaitkilled", Cluster: 53, Item: 29, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "sockets that a time stamp relieved of waiting for late packets"},
	{Name: "network.tcp.pawspassiverejected", Cluster: 53, Item: 30, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections others asked for that an old time stamp had rejected"},
	{Name: "network.tcp.pawsactiverejected", Cluster: 53, Item: 31, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections this machine asked for that an old time stamp had rejected"},
	{Name: "network.tcp.pawsestabrejected", Cluster: 53, Item: 32, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets of established connections that an old time stamp had rejected"},
	{Name: "network.tcp.delayedacks", Cluster: 53, Item: 33, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements sent with delay"},
	{Name: "network.tcp.delayedacklocked", Cluster: 53, Item: 34, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "delayed acknowledgements put off since the socket was locked"},
	{Name: "network.tcp.delayedacklost", Cluster: 53, Item: 35, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the other side sent again for want of an acknowledgement"},
	{Name: "network.tcp.listenoverflows", Cluster: 53, Item: 36, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the queue of a listening socket was full"},
	{Name: "network.tcp.listendrops", Cluster: 53, Item: 37, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections asked for and dropped"},
	{Name: "network.tcp.prequeued", Cluster: 53, Item: 38, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets put on the queue that readers work on"},
	{Name: "network.tcp.directcopyfrombacklog", Cluster: 53, Item: 39, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes given to readers from the backlog"},
	{Name: "network.tcp.directcopyfromprequeue", Cluster: 53, Item: 40, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "bytes given to readers from the queue they work on"},
	{Name: "network.tcp.prequeueddropped", Cluster: 53, Item: 41, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped from the queue that readers work on"},
	{Name: "network.tcp.hphits", Cluster: 53, Item: 42, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments received that were as predicted"},
	{Name: "network.tcp.hphitstouser", Cluster: 53, Item: 43, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments as predicted given to readers at once"},
	{Name: "network.tcp.pureacks", Cluster: 53, Item: 44, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements received without data"},
	{Name: "network.tcp.hpacks", Cluster: 53, Item: 45, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements received that were as predicted"},
	{Name: "network.tcp.renorecovery", Cluster: 53, Item: 46, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "recoveries from loss by fast retransmission"},
	{Name: "network.tcp.sackrecovery", Cluster: 53, Item: 47, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "recoveries from loss by selective acknowledgement"},
	{Name: "network.tcp.sackreneging", Cluster: 53, Item: 48, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "selective acknowledgements that were taken back"},
	{Name: "network.tcp.fackreorder", Cluster: 53, Item: 49, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "reorderings found by forward acknowledgement"},
	{Name: "network.tcp.sackreorder", Cluster: 53, Item: 50, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "reorderings found by selective acknowledgement"},
	{Name: "network.tcp.renoreorder", Cluster: 53, Item: 51, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "reorderings found by fast retransmission"},
	{Name: "network.tcp.tsreorder", Cluster: 53, Item: 52, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "reorderings found by time stamps"},
	{Name: "network.tcp.fullundo", Cluster: 53, Item: 53, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows restored in full"},
	{Name: "network.tcp.partialundo", Cluster: 53, Item: 54, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows restored in part"},
	{Name: "network.tcp.dsackundo", Cluster: 53, Item: 55, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows restored by duplicate acknowledgement"},
	{Name: "network.tcp.lossundo", Cluster: 53, Item: 56, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows restored after partial acknowledgement"},
	{Name: "network.tcp.lostretransmit", Cluster: 53, Item: 57, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments lost that had been sent again"},
	{Name: "network.tcp.renofailures", Cluster: 53, Item: 58, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "timeouts after fast retransmission"},
	{Name: "network.tcp.sackfailures", Cluster: 53, Item: 59, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "timeouts after recovery by selective acknowledgement"},
	{Name: "network.tcp.lossfailures", Cluster: 53, Item: 60, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "timeouts in recovery from loss"},
	{Name: "network.tcp.fastretrans", Cluster: 53, Item: 61, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments sent again by fast retransmission"},
	{Name: "network.tcp.forwardretrans", Cluster: 53, Item: 62, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments sent again ahead of those lost"},
	{Name: "network.tcp.slowstartretrans", Cluster: 53, Item: 63, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments sent again in slow start"},
	{Name: "network.tcp.timeouts", Cluster: 53, Item: 64, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "timeouts of retransmission"},
	{Name: "network.tcp.lossprobes", Cluster: 53, Item: 65, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes for loss at the end sent"},
	{Name: "network.tcp.lossproberecovery", Cluster: 53, Item: 66, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "losses that probes at the end have repaired"},
	{Name: "network.tcp.renorecoveryfail", Cluster: 53, Item: 67, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "recoveries by fast retransmission that failed"},
	{Name: "network.tcp.sackrecoveryfail", Cluster: 53, Item: 68, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "recoveries by selective acknowledgement that failed"},
	{Name: "network.tcp.schedulerfail", Cluster: 53, Item: 69, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times receiving was not scheduled in time"},
	{Name: "network.tcp.rcvcollapsed", Cluster: 53, Item: 70, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets merged in a receive queue for lack of memory"},
	{Name: "network.tcp.dsackoldsent", Cluster: 53, Item: 71, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements sent for old packets"},
	{Name: "network.tcp.dsackofosent", Cluster: 53, Item: 72, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements sent for packets out of order"},
	{Name: "network.tcp.dsackrecv", Cluster: 53, Item: 73, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements received"},
	{Name: "network.tcp.dsackoforecv", Cluster: 53, Item: 74, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements received for packets out of order"},
	{Name: "network.tcp.abortondata", Cluster: 53, Item: 75, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections reset since data came that no one would read"},
	{Name: "network.tcp.abortonclose", Cluster: 53, Item: 76, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections closed with data left to read"},
	{Name: "network.tcp.abortonmemory", Cluster: 53, Item: 77, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections reset for lack of memory"},
	{Name: "network.tcp.abortontimeout", Cluster: 53, Item: 78, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections given up after a timeout"},
	{Name: "network.tcp.abortonlinger", Cluster: 53, Item: 79, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections given up after they had lingered"},
	{Name: "network.tcp.abortfailed", Cluster: 53, Item: 80, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "resets that could not be sent"},
	{Name: "network.tcp.memorypressures", Cluster: 53, Item: 81, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times memory for TCP became short"},
	{Name: "network.tcp.sackdiscard", Cluster: 53, Item: 82, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "selective acknowledgements dropped"},
	{Name: "network.tcp.dsackignoredold", Cluster: 53, Item: 83, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements ignored since they were old"},
	{Name: "network.tcp.dsackignorednoundo", Cluster: 53, Item: 84, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements that had nothing to undo"},
	{Name: "network.tcp.spuriousrtos", Cluster: 53, Item: 85, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "timeouts of retransmission that were without cause"},
	{Name: "network.tcp.md5notfound", Cluster: 53, Item: 86, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments without a signature that should have one"},
	{Name: "network.tcp.md5unexpected", Cluster: 53, Item: 87, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments with a signature that should have none"},
	{Name: "network.tcp.sackshifted", Cluster: 53, Item: 88, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times acknowledged segments were shifted"},
	{Name: "network.tcp.sackmerged", Cluster: 53, Item: 89, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times acknowledged segments were merged"},
	{Name: "network.tcp.sackshiftfallback", Cluster: 53, Item: 90, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times acknowledged segments could not be shifted"},
	{Name: "network.tcp.backlogdrop", Cluster: 53, Item: 91, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since the backlog was full"},
	{Name: "network.tcp.minttldrop", Cluster: 53, Item: 92, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since their time to live was too short"},
	{Name: "network.tcp.deferacceptdrop", Cluster: 53, Item: 93, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements without data dropped while accepting waits for data"},
	{Name: "network.tcp.iprpfilter", Cluster: 53, Item: 94, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since they came from the wrong direction"},
	{Name: "network.tcp.timewaitoverflow", Cluster: 53, Item: 95, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "sockets not kept for late packets since there were too many"},
	{Name: "network.tcp.reqqfulldocookies", Cluster: 53, Item: 96, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times SYN cookies were sent since the queue was full"},
	{Name: "network.tcp.reqqfulldrop", Cluster: 53, Item: 97, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections asked for and dropped since the queue was full"},
	{Name: "network.tcp.retransfail", Cluster: 53, Item: 98, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments that could not be sent again"},
	{Name: "network.tcp.rcvcoalesce", Cluster: 53, Item: 99, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets merged in receive queues"},
	{Name: "network.tcp.ofoqueue", Cluster: 53, Item: 100, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets put on the queue of those out of order"},
	{Name: "network.tcp.ofodrop", Cluster: 53, Item: 101, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets out of order dropped for lack of memory"},
	{Name: "network.tcp.ofomerge", Cluster: 53, Item: 102, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets out of order that were there already, in part"},
	{Name: "network.tcp.challengeack", Cluster: 53, Item: 103, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "challenging acknowledgements sent"},
	{Name: "network.tcp.synchallenge", Cluster: 53, Item: 104, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "challenging acknowledgements sent for a SYN"},
	{Name: "network.tcp.fastopenactive", Cluster: 53, Item: 105, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens this machine asked for that went well"},
	{Name: "network.tcp.fastopenactivefail", Cluster: 53, Item: 106, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens this machine asked for that failed"},
	{Name: "network.tcp.fastopenpassive", Cluster: 53, Item: 107, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens others asked for that went well"},
	{Name: "network.tcp.fastopenpassivefail", Cluster: 53, Item: 108, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens others asked for that failed"},
	{Name: "network.tcp.fastopenlistenoverflow", Cluster: 53, Item: 109, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens dropped since there were too many"},
	{Name: "network.tcp.fastopencookiereqd", Cluster: 53, Item: 110, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "cookies for fast opens requested"},
	{Name: "network.tcp.spuriousrtxhostqueues", Cluster: 53, Item: 111, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments not sent again since they were still in a queue here"},
	{Name: "network.tcp.busypollrxpackets", Cluster: 53, Item: 112, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets received by busy polling"},
	{Name: "network.tcp.autocorking", Cluster: 53, Item: 113, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times sending was put off to fill a packet"},
	{Name: "network.tcp.fromzerowindowadv", Cluster: 53, Item: 114, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the advertised window grew from zero"},
	{Name: "network.tcp.tozerowindowadv", Cluster: 53, Item: 115, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the advertised window became zero"},
	{Name: "network.tcp.wantzerowindowadv", Cluster: 53, Item: 116, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the advertised window should have become zero"},
	{Name: "network.tcp.synretrans", Cluster: 53, Item: 117, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs sent again"},
	{Name: "network.tcp.origdatasent", Cluster: 53, Item: 118, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments with data sent for the first time"},
	{Name: "network.tcp.tcpbacklogcoalesce", Cluster: 53, Item: 132, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets merged in the backlog"},
	{Name: "network.tcp.tcpmemorypressureschrono", Cluster: 53, Item: 133, Type: u64, Sem: counter, Units: pmda.MByte, OneLine: "time in which memory for TCP was short, in milliseconds"},
	{Name: "network.tcp.tcpmd5failure", Cluster: 53, Item: 134, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments with a wrong signature"},
	{Name: "network.tcp.pfmemallocdrop", Cluster: 53, Item: 135, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since they used memory kept for emergencies"},
	{Name: "network.tcp.tcpfastopenactivefail", Cluster: 53, Item: 136, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens this machine asked for that failed"},
	{Name: "network.tcp.tcpfastopenblackhole", Cluster: 53, Item: 137, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times fast open was switched off since its packets vanish"},
	{Name: "network.tcp.tcphystarttraindetect", Cluster: 53, Item: 141, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times slow start ended early because of trains of acknowledgements"},
	{Name: "network.tcp.tcphystarttraincwnd", Cluster: 53, Item: 142, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows when trains of acknowledgements ended slow start, added up"},
	{Name: "network.tcp.tcphystartdelaydetect", Cluster: 53, Item: 143, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times slow start ended early because of growing delay"},
	{Name: "network.tcp.tcphystartdelaycwnd", Cluster: 53, Item: 144, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "congestion windows when growing delay ended slow start, added up"},
	{Name: "network.tcp.tcpackskippedsynrecv", Cluster: 53, Item: 145, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements held back in state SYN-RECV"},
	{Name: "network.tcp.tcpackskippedpaws", Cluster: 53, Item: 146, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements held back for old time stamps"},
	{Name: "network.tcp.tcpackskippedseq", Cluster: 53, Item: 147, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements held back for sequence numbers out of the window"},
	{Name: "network.tcp.tcpackskippedfinwait2", Cluster: 53, Item: 148, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements held back in state FIN-WAIT-2"},
	{Name: "network.tcp.tcpackskippedtimewait", Cluster: 53, Item: 149, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements held back in state TIME-WAIT"},
	{Name: "network.tcp.tcpackskippedchallenge", Cluster: 53, Item: 150, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "challenging acknowledgements held back"},
	{Name: "network.tcp.tcpwinprobe", Cluster: 53, Item: 151, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes of a closed window sent"},
	{Name: "network.tcp.tcpkeepalive", Cluster: 53, Item: 152, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes of idle connections sent"},
	{Name: "network.tcp.tcpmtupfail", Cluster: 53, Item: 153, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes for a larger packet size that failed"},
	{Name: "network.tcp.tcpmtupsuccess", Cluster: 53, Item: 154, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes for a larger packet size that went well"},
	{Name: "network.tcp.tcpdelivered", Cluster: 53, Item: 155, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments delivered"},
	{Name: "network.tcp.tcpdeliveredce", Cluster: 53, Item: 156, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments delivered with a sign of congestion"},
	{Name: "network.tcp.tcpackcompressed", Cluster: 53, Item: 157, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "acknowledgements saved by compression"},
	{Name: "network.tcp.tcpzerowindowdrop", Cluster: 53, Item: 158, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since the window was zero"},
	{Name: "network.tcp.tcprcvqdrop", Cluster: 53, Item: 159, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped since the receive queue was full"},
	{Name: "network.tcp.tcpwqueuetoobig", Cluster: 53, Item: 160, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times the write queue had grown too big"},
	{Name: "network.tcp.tcpfastopenpassivealtkey", Cluster: 53, Item: 161, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast opens accepted with the alternative key"},
	{Name: "network.tcp.tcptimeoutrehash", Cluster: 53, Item: 162, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times another path was chosen after a timeout"},
	{Name: "network.tcp.tcpduplicatedatarehash", Cluster: 53, Item: 163, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times another path was chosen after data came twice"},
	{Name: "network.tcp.tcpdsackrecvsegs", Cluster: 53, Item: 164, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments that duplicate acknowledgements have reported"},
	{Name: "network.tcp.tcpdsackignoreddubious", Cluster: 53, Item: 165, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "duplicate acknowledgements ignored since they were dubious"},
	{Name: "network.tcp.tcpmigratereqsuccess", Cluster: 53, Item: 166, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "requests that moved to another listening socket"},
	{Name: "network.tcp.tcpmigratereqfailure", Cluster: 53, Item: 167, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "requests that could not move to another listening socket"},
	{Name: "network.tcp.tcploss", Cluster: 53, Item: 189, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments found lost"},
	{Name: "network.tcp.tcpplbrehash", Cluster: 53, Item: 205, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "path changes by protective load balancing"},
	{Name: "network.tcp.tcpaorequired", Cluster: 53, Item: 212, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments dropped since they lacked authentication (TCP-AO)"},
	{Name: "network.tcp.tcpaobad", Cluster: 53, Item: 213, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments dropped since their authentication was wrong (TCP-AO)"},
	{Name: "network.tcp.tcpaokeynotfound", Cluster: 53, Item: 214, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments dropped since there was no such key (TCP-AO)"},
	{Name: "network.tcp.tcpaogood", Cluster: 53, Item: 215, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments with right authentication (TCP-AO)"},
	{Name: "network.tcp.tcpaodroppedicmps", Cluster: 53, Item: 216, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ICMP messages ignored for authenticated connections (TCP-AO)"},
	{Name: "network.tcp.pawsoldack", Cluster: 53, Item: 230, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "old acknowledgements dropped for their time stamps"},
	{Name: "network.tcp.tsecrrejected", Cluster: 53, Item: 231, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments dropped since the time stamp they echo was never sent"},
	{Name: "network.tcp.pawstimewait", Cluster: 53, Item: 232, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments dropped in state TIME-WAIT for their time stamps"},
	{Name: "network.tcp.beyondwindow", Cluster: 53, Item: 233, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments with data beyond the receive window"},
	{Name: "network.mptcp.mpcapablesynrx", Cluster: 53, Item: 119, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs received that offer MPTCP"},
	{Name: "network.mptcp.mpcapableackrx", Cluster: 53, Item: 120, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ACKs received that complete the set-up of MPTCP"},
	{Name: "network.mptcp.mpcapablefallbackack", Cluster: 53, Item: 121, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fallbacks to TCP on the side of the server"},
	{Name: "network.mptcp.mpcapablefallbacksynack", Cluster: 53, Item: 122, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fallbacks to TCP on the side of the client"},
	{Name: "network.mptcp.mptcpretrans", Cluster: 53, Item: 123, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "segments of MPTCP sent again"},
	{Name: "network.mptcp.mpjoinnotokenfound", Cluster: 53, Item: 124, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "joins with a token that is not known"},
	{Name: "network.mptcp.mpjoinsynrx", Cluster: 53, Item: 125, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs received that join a connection"},
	{Name: "network.mptcp.mpjoinsynackrx", Cluster: 53, Item: 126, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN-ACKs received that join a connection"},
	{Name: "network.mptcp.mpjoinsynackhmacfailure", Cluster: 53, Item: 127, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN-ACKs of joins with a wrong HMAC"},
	{Name: "network.mptcp.mpjoinackrx", Cluster: 53, Item: 128, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ACKs received that join a connection"},
	{Name: "network.mptcp.mpjoinackhmacfailure", Cluster: 53, Item: 129, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ACKs of joins with a wrong HMAC"},
	{Name: "network.mptcp.dssnotmatching", Cluster: 53, Item: 130, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "mappings received that do not match the one before"},
	{Name: "network.mptcp.infinitemaprx", Cluster: 53, Item: 131, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "infinite mappings received"},
	{Name: "network.mptcp.mpcapablesyntx", Cluster: 53, Item: 138, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs sent that offer MPTCP"},
	{Name: "network.mptcp.mpcapablesynackrx", Cluster: 53, Item: 139, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN-ACKs received that accept MPTCP"},
	{Name: "network.mptcp.mpfallbacktokeninit", Cluster: 53, Item: 140, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fallbacks to TCP since there was no token"},
	{Name: "network.mptcp.dssnomatchtcp", Cluster: 53, Item: 169, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "mappings received that do not match TCP's sequence"},
	{Name: "network.mptcp.datacsumerr", Cluster: 53, Item: 170, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "data with a wrong checksum"},
	{Name: "network.mptcp.ofoqueuetail", Cluster: 53, Item: 171, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets put at the end of the queue of those out of order"},
	{Name: "network.mptcp.ofoqueue", Cluster: 53, Item: 172, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets put on the queue of those out of order"},
	{Name: "network.mptcp.ofomerge", Cluster: 53, Item: 173, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets merged in the queue of those out of order"},
	{Name: "network.mptcp.nodssinwindow", Cluster: 53, Item: 174, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets in the window without a mapping"},
	{Name: "network.mptcp.duplicatedata", Cluster: 53, Item: 175, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets received twice"},
	{Name: "network.mptcp.addaddr", Cluster: 53, Item: 176, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "announcements of addresses received"},
	{Name: "network.mptcp.echoadd", Cluster: 53, Item: 177, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "confirmations of announced addresses received"},
	{Name: "network.mptcp.portadd", Cluster: 53, Item: 178, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "announcements of addresses with a port received"},
	{Name: "network.mptcp.mpjoinportsynrx", Cluster: 53, Item: 179, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs received that join on another port"},
	{Name: "network.mptcp.mpjoinportsynackrx", Cluster: 53, Item: 180, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN-ACKs received that join on another port"},
	{Name: "network.mptcp.mpjoinportackrx", Cluster: 53, Item: 181, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ACKs received that join on another port"},
	{Name: "network.mptcp.mismatchportsynrx", Cluster: 53, Item: 182, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYNs of joins on a port that does not match"},
	{Name: "network.mptcp.mismatchportackrx", Cluster: 53, Item: 183, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ACKs of joins on a port that does not match"},
	{Name: "network.mptcp.rmaddr", Cluster: 53, Item: 184, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "withdrawals of addresses received"},
	{Name: "network.mptcp.rmsubflow", Cluster: 53, Item: 185, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "flows removed"},
	{Name: "network.mptcp.mppriotx", Cluster: 53, Item: 186, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "changes of priority sent"},
	{Name: "network.mptcp.mppriorx", Cluster: 53, Item: 187, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "changes of priority received"},
	{Name: "network.mptcp.rcvpruned", Cluster: 53, Item: 188, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "packets dropped from a receive queue for lack of memory"},
	{Name: "network.mptcp.mpfailtx", Cluster: 53, Item: 190, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "messages of failure sent"},
	{Name: "network.mptcp.mpfailrx", Cluster: 53, Item: 191, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "messages of failure received"},
	{Name: "network.mptcp.subflowstale", Cluster: 53, Item: 192, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "flows that became stale"},
	{Name: "network.mptcp.subflowrecover", Cluster: 53, Item: 193, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "stale flows that recovered"},
	{Name: "network.mptcp.addaddrdrop", Cluster: 53, Item: 194, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "announcements of addresses dropped"},
	{Name: "network.mptcp.rmaddrdrop", Cluster: 53, Item: 195, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "withdrawals of addresses dropped"},
	{Name: "network.mptcp.mpfastclosetx", Cluster: 53, Item: 196, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast closes sent"},
	{Name: "network.mptcp.mpfastcloserx", Cluster: 53, Item: 197, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "fast closes received"},
	{Name: "network.mptcp.mprsttx", Cluster: 53, Item: 198, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "resets of a flow sent"},
	{Name: "network.mptcp.mprstrx", Cluster: 53, Item: 199, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "resets of a flow received"},
	{Name: "network.mptcp.infinitemaptx", Cluster: 53, Item: 200, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "infinite mappings sent"},
	{Name: "network.mptcp.sndwndshared", Cluster: 53, Item: 201, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times a flow took up the window another had opened"},
	{Name: "network.mptcp.rcvwndshared", Cluster: 53, Item: 202, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times a flow used a window another had opened"},
	{Name: "network.mptcp.rcvwndconflictupdate", Cluster: 53, Item: 203, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "conflicts between receive windows that were resolved"},
	{Name: "network.mptcp.rcvwndconflict", Cluster: 53, Item: 204, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "conflicts between receive windows"},
	{Name: "network.mptcp.addaddrtx", Cluster: 53, Item: 206, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ADD_ADDR options sent"},
	{Name: "network.mptcp.addaddrtxdrop", Cluster: 53, Item: 207, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "ADD_ADDR options not sent for lack of room"},
	{Name: "network.mptcp.echoaddtx", Cluster: 53, Item: 208, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "echoes of ADD_ADDR sent"},
	{Name: "network.mptcp.echoaddtxdrop", Cluster: 53, Item: 209, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "echoes of ADD_ADDR not sent for lack of room"},
	{Name: "network.mptcp.rmaddrtx", Cluster: 53, Item: 210, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "RM_ADDR options sent"},
	{Name: "network.mptcp.rmaddrtxdrop", Cluster: 53, Item: 211, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "RM_ADDR options not sent for lack of room"},
	{Name: "network.mptcp.mpcurrestab", Cluster: 53, Item: 217, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections established now"},
	{Name: "network.mptcp.mpjoinsynbackuprx", Cluster: 53, Item: 218, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN with MP_JOIN and the backup flag received"},
	{Name: "network.mptcp.mpjoinsynackbackuprx", Cluster: 53, Item: 219, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN/ACK with MP_JOIN and the backup flag received"},
	{Name: "network.mptcp.mpcapableendpattempt", Cluster: 53, Item: 220, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "endpoints tried for new connections"},
	{Name: "network.mptcp.dsscorruptionfallback", Cluster: 53, Item: 221, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP for a corrupted DSS"},
	{Name: "network.mptcp.dsscorruptionreset", Cluster: 53, Item: 222, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections reset for a corrupted DSS"},
	{Name: "network.mptcp.mpcapablesyntxdrop", Cluster: 53, Item: 223, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP since SYN with MP_CAPABLE were lost"},
	{Name: "network.mptcp.mpcapablesyntxdisabled", Cluster: 53, Item: 224, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP since MPTCP was disabled for a time"},
	{Name: "network.mptcp.mpjoinsyntx", Cluster: 53, Item: 225, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "SYN with MP_JOIN sent"},
	{Name: "network.mptcp.mpjoinsyntxcreatskerr", Cluster: 53, Item: 226, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "subflows for which no socket could be made"},
	{Name: "network.mptcp.mpjoinsyntxbinderr", Cluster: 53, Item: 227, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "subflows whose socket could not be bound"},
	{Name: "network.mptcp.mpjoinsyntxconnecterr", Cluster: 53, Item: 228, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "subflows that could not be connected"},
	{Name: "network.mptcp.blackhole", Cluster: 53, Item: 229, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "times a black hole for MPTCP was found"},
	{Name: "network.mptcp.mpjoinrejected", Cluster: 53, Item: 234, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "MP_JOIN refused"},
	{Name: "network.mptcp.mpcapabledatafallback", Cluster: 53, Item: 235, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP for lack of DSS or data"},
	{Name: "network.mptcp.md5sigfallback", Cluster: 53, Item: 236, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP for MD5 signatures"},
	{Name: "network.mptcp.dssfallback", Cluster: 53, Item: 237, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP for lack of a DSS"},
	{Name: "network.mptcp.simultconnectfallback", Cluster: 53, Item: 238, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that went back to TCP since both ends connected at once"},
	{Name: "network.mptcp.fallbackfailed", Cluster: 53, Item: 239, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "connections that could not go back to TCP"},
	{Name: "network.mptcp.winprobe", Cluster: 53, Item: 240, Type: u64, Sem: counter, Units: pmda.Count, OneLine: "probes of a closed window sent"},
}
