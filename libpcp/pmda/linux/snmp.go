package linux

import (
	"bytes"
	"math"
	"strings"

	"pcptools/libpcp"
	"pcptools/libpcp/pmda"
)

// snmp are /proc/net/snmp, /proc/net/netstat and /proc/net/snmp6.
type snmp struct {
	*machine
	snmpFile, netstatFile, snmp6File file
	snmp, netstat                    pairs
	snmp6                            cursor
	reportedSNMP, reportedNetstat    bool // see reportUnknown
}

// pairs finds numbers in a file that has for each protocol a line of names
// and a line of numbers:
//
//	Udp: InDatagrams NoPorts …
//	Udp: 438 0 …
//
// As those asked for one after the other mostly follow each other, it looks on
// from the last one found.
type pairs struct {
	once          pmda.PerRequest[struct{}]
	text          []byte
	section       string
	names, values []byte // of the section
	moreNames     []byte // what follows the last one found
	moreValues    []byte
}

// use has the numbers looked for in the text of a request.
func (p *pairs) use(r *pmda.Request, text []byte) {
	p.once.Get(r, func() (struct{}, error) {
		p.reset(text)
		return struct{}{}, nil
	})
}

// reset has the numbers looked for in a text, from the beginning. Places in the
// one before mean nothing in it.
func (p *pairs) reset(text []byte) { *p = pairs{once: p.once, text: text} }

// find returns the number of a key "Udp InDatagrams".
func (p *pairs) find(key string) (uint64, bool) {
	section, field, _ := strings.Cut(key, " ")
	if p.section != section && !p.enter(section) {
		return 0, false
	}
	if n, ok := p.scan(field); ok {
		return n, true
	}
	p.moreNames, p.moreValues = p.names, p.values
	return p.scan(field)
}

func (p *pairs) scan(field string) (uint64, bool) {
	for {
		var name, value []byte
		name, p.moreNames = word(p.moreNames)
		value, p.moreValues = word(p.moreValues)
		if len(name) == 0 || len(value) == 0 {
			return 0, false
		}
		if string(name) == field {
			return number(value)
		}
	}
}

// enter finds the two lines of a section.
func (p *pairs) enter(section string) bool {
	for text := p.text; len(text) > 0; {
		var names, values []byte
		names, text = cutLine(text)
		key, rest := word(names)
		if name, ok := bytes.CutSuffix(key, []byte(":")); !ok || string(name) != section {
			continue
		}
		values, _ = cutLine(text)
		p.section, p.names, p.values = section, rest, skip(values, 1)
		p.moreNames, p.moreValues = p.names, p.values
		return true
	}
	return false
}

// protocol supplies what comes from /proc/net/snmp.
func (s *snmp) protocol(r *pmda.Request) (libpcp.Atom, error) {
	text := s.netText(r, &s.snmpFile, "/proc/net/snmp")
	if !s.reportedSNMP {
		s.reportedSNMP = true
		s.reportUnknown(r, text, &knownSNMP)
	}
	s.snmp.use(r, text)
	if r.Metric.InDom == icmpInDom {
		return s.icmpMessage(r)
	}
	n, ok := s.snmp.find(r.Metric.Key)
	switch {
	case !ok && r.Metric.Key == "Tcp MaxConn":
		n = math.MaxUint64 // there is no limit
	case !ok:
		return libpcp.Atom{}, pmda.NoValue
	}
	return whole(r, n), nil
}

// protocol6 supplies what comes from /proc/net/snmp6, with lines such as
// "Ip6InReceives 2415". Without one it is 0.
func (s *snmp) protocol6(r *pmda.Request) (libpcp.Atom, error) {
	s.snmp6.use(r, s.netText(r, &s.snmp6File, "/proc/net/snmp6"))
	n, _ := s.snmp6.number(r.Metric.Key)
	return whole(r, n), nil
}

var ipMetrics = []pmda.Metric{
	{Name: "network.ip.forwarding", Key: "Ip Forwarding", Cluster: 14, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "1 if this machine forwards datagrams, 2 if it does not"},
	{Name: "network.ip.defaultttl", Key: "Ip DefaultTTL", Cluster: 14, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "time to live that datagrams are sent with"},
	{Name: "network.ip.inreceives", Key: "Ip InReceives", Cluster: 14, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams received, with errors or without"},
	{Name: "network.ip.inhdrerrors", Key: "Ip InHdrErrors", Cluster: 14, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams dropped since their header was wrong"},
	{Name: "network.ip.inaddrerrors", Key: "Ip InAddrErrors", Cluster: 14, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip.forwdatagrams", Key: "Ip ForwDatagrams", Cluster: 14, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams forwarded"},
	{Name: "network.ip.inunknownprotos", Key: "Ip InUnknownProtos", Cluster: 14, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip.indiscards", Key: "Ip InDiscards", Cluster: 14, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip.indelivers", Key: "Ip InDelivers", Cluster: 14, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams passed on to the protocol they are for"},
	{Name: "network.ip.outrequests", Key: "Ip OutRequests", Cluster: 14, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams sent by protocols of this machine"},
	{Name: "network.ip.outdiscards", Key: "Ip OutDiscards", Cluster: 14, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip.outnoroutes", Key: "Ip OutNoRoutes", Cluster: 14, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams dropped since there was no route for them"},
	{Name: "network.ip.reasmtimeout", Key: "Ip ReasmTimeout", Cluster: 14, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times putting fragments together took too long"},
	{Name: "network.ip.reasmreqds", Key: "Ip ReasmReqds", Cluster: 14, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "fragments received that were to be put together"},
	{Name: "network.ip.reasmoks", Key: "Ip ReasmOKs", Cluster: 14, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams put together from fragments"},
	{Name: "network.ip.reasmfails", Key: "Ip ReasmFails", Cluster: 14, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "failures to put fragments together"},
	{Name: "network.ip.fragoks", Key: "Ip FragOKs", Cluster: 14, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams split into fragments"},
	{Name: "network.ip.fragfails", Key: "Ip FragFails", Cluster: 14, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams dropped since they could not be split"},
	{Name: "network.ip.fragcreates", Key: "Ip FragCreates", Cluster: 14, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "fragments made"},
}

var icmpMetrics = []pmda.Metric{
	{Name: "network.icmp.inmsgs", Key: "Icmp InMsgs", Cluster: 14, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages received"},
	{Name: "network.icmp.inerrors", Key: "Icmp InErrors", Cluster: 14, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages with errors received"},
	{Name: "network.icmp.indestunreachs", Key: "Icmp InDestUnreachs", Cluster: 14, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a destination cannot be reached received"},
	{Name: "network.icmp.intimeexcds", Key: "Icmp InTimeExcds", Cluster: 14, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a datagram took too long received"},
	{Name: "network.icmp.inparmprobs", Key: "Icmp InParmProbs", Cluster: 14, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a header is wrong received"},
	{Name: "network.icmp.insrcquenchs", Key: "Icmp InSrcQuenchs", Cluster: 14, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages to send more slowly received"},
	{Name: "network.icmp.inredirects", Key: "Icmp InRedirects", Cluster: 14, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages to use another route received"},
	{Name: "network.icmp.inechos", Key: "Icmp InEchos", Cluster: 14, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for an echo received"},
	{Name: "network.icmp.inechoreps", Key: "Icmp InEchoReps", Cluster: 14, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP echoes received"},
	{Name: "network.icmp.intimestamps", Key: "Icmp InTimestamps", Cluster: 14, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for a time stamp received"},
	{Name: "network.icmp.intimestampreps", Key: "Icmp InTimestampReps", Cluster: 14, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP time stamps received"},
	{Name: "network.icmp.inaddrmasks", Key: "Icmp InAddrMasks", Cluster: 14, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for an address mask received"},
	{Name: "network.icmp.inaddrmaskreps", Key: "Icmp InAddrMaskReps", Cluster: 14, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP address masks received"},
	{Name: "network.icmp.outmsgs", Key: "Icmp OutMsgs", Cluster: 14, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages sent"},
	{Name: "network.icmp.outerrors", Key: "Icmp OutErrors", Cluster: 14, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages not sent because of errors"},
	{Name: "network.icmp.outdestunreachs", Key: "Icmp OutDestUnreachs", Cluster: 14, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a destination cannot be reached sent"},
	{Name: "network.icmp.outtimeexcds", Key: "Icmp OutTimeExcds", Cluster: 14, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a datagram took too long sent"},
	{Name: "network.icmp.outparmprobs", Key: "Icmp OutParmProbs", Cluster: 14, Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages that a header is wrong sent"},
	{Name: "network.icmp.outsrcquenchs", Key: "Icmp OutSrcQuenchs", Cluster: 14, Item: 38, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages to send more slowly sent"},
	{Name: "network.icmp.outredirects", Key: "Icmp OutRedirects", Cluster: 14, Item: 39, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages to use another route sent"},
	{Name: "network.icmp.outechos", Key: "Icmp OutEchos", Cluster: 14, Item: 40, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for an echo sent"},
	{Name: "network.icmp.outechoreps", Key: "Icmp OutEchoReps", Cluster: 14, Item: 41, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP echoes sent"},
	{Name: "network.icmp.outtimestamps", Key: "Icmp OutTimestamps", Cluster: 14, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for a time stamp sent"},
	{Name: "network.icmp.outtimestampreps", Key: "Icmp OutTimestampReps", Cluster: 14, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP time stamps sent"},
	{Name: "network.icmp.outaddrmasks", Key: "Icmp OutAddrMasks", Cluster: 14, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP requests for an address mask sent"},
	{Name: "network.icmp.outaddrmaskreps", Key: "Icmp OutAddrMaskReps", Cluster: 14, Item: 45, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP address masks sent"},
	{Name: "network.icmp.incsumerrors", Key: "Icmp InCsumErrors", Cluster: 14, Item: 46, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages with a wrong checksum received"},
	{Name: "network.icmpmsg.intype", Key: "IcmpMsg InType", Cluster: 14, Item: 88, Type: u64, InDom: icmpInDom, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages received, of each type"},
	{Name: "network.icmpmsg.outtype", Key: "IcmpMsg OutType", Cluster: 14, Item: 89, Type: u64, InDom: icmpInDom, Sem: counter, Units: libpcp.Count, OneLine: "ICMP messages sent, of each type"},
	{Name: "network.ip.outtransmits", Key: "Ip OutTransmits", Cluster: 14, Item: 96, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "datagrams sent, forwarded ones included"},
	{Name: "network.icmp.outratelimitglobal", Key: "Icmp OutRateLimitGlobal", Cluster: 14, Item: 94, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "messages not sent since there were too many altogether"},
	{Name: "network.icmp.outratelimithost", Key: "Icmp OutRateLimitHost", Cluster: 14, Item: 95, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "messages not sent since there were too many to one host"},
	{Name: "network.tcp.rtoalgorithm", Key: "Tcp RtoAlgorithm", Cluster: 14, Item: 50, Type: u64, Sem: instant, OneLine: "how the time until retransmission is determined, as a number of RFC 1213"},
	{Name: "network.tcp.rtomin", Key: "Tcp RtoMin", Cluster: 14, Item: 51, Type: u64, Sem: instant, Units: libpcp.Millisec, OneLine: "shortest time until retransmission"},
	{Name: "network.tcp.rtomax", Key: "Tcp RtoMax", Cluster: 14, Item: 52, Type: u64, Sem: instant, Units: libpcp.Millisec, OneLine: "longest time until retransmission"},
	{Name: "network.tcp.maxconn", Key: "Tcp MaxConn", Cluster: 14, Item: 53, Type: u64, Sem: instant, OneLine: "most connections there can be; the largest number if there is no limit"},
	{Name: "network.tcp.activeopens", Key: "Tcp ActiveOpens", Cluster: 14, Item: 54, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "connections this machine has asked for"},
	{Name: "network.tcp.passiveopens", Key: "Tcp PassiveOpens", Cluster: 14, Item: 55, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "connections others have asked for"},
	{Name: "network.tcp.attemptfails", Key: "Tcp AttemptFails", Cluster: 14, Item: 56, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "connections that did not come about"},
	{Name: "network.tcp.estabresets", Key: "Tcp EstabResets", Cluster: 14, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "established connections that were reset"},
	{Name: "network.tcp.currestab", Key: "Tcp CurrEstab", Cluster: 14, Item: 58, Type: u64, Sem: instant, OneLine: "connections that are established"},
	{Name: "network.tcp.insegs", Key: "Tcp InSegs", Cluster: 14, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "segments received"},
	{Name: "network.tcp.outsegs", Key: "Tcp OutSegs", Cluster: 14, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "segments sent, those sent again not included"},
	{Name: "network.tcp.retranssegs", Key: "Tcp RetransSegs", Cluster: 14, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "segments sent again"},
	{Name: "network.tcp.inerrs", Key: "Tcp InErrs", Cluster: 14, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "segments received with errors"},
	{Name: "network.tcp.outrsts", Key: "Tcp OutRsts", Cluster: 14, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "resets sent"},
	{Name: "network.tcp.incsumerrors", Key: "Tcp InCsumErrors", Cluster: 14, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "segments received with a wrong checksum"},
	{Name: "network.udp.indatagrams", Key: "Udp InDatagrams", Cluster: 14, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams delivered to those who listen"},
	{Name: "network.udp.noports", Key: "Udp NoPorts", Cluster: 14, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams received for a port where no one listens"},
	{Name: "network.udp.inerrors", Key: "Udp InErrors", Cluster: 14, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams that could not be delivered for other reasons"},
	{Name: "network.udp.outdatagrams", Key: "Udp OutDatagrams", Cluster: 14, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams sent"},
	{Name: "network.udp.recvbuferrors", Key: "Udp RcvbufErrors", Cluster: 14, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp.sndbuferrors", Key: "Udp SndbufErrors", Cluster: 14, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp.incsumerrors", Key: "Udp InCsumErrors", Cluster: 14, Item: 83, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams received with a wrong checksum"},
	{Name: "network.udp.ignoredmulti", Key: "Udp IgnoredMulti", Cluster: 14, Item: 90, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP multicast datagrams received that no one wanted"},
	{Name: "network.udp.memerrors", Key: "Udp MemErrors", Cluster: 14, Item: 91, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP datagrams dropped since memory for the protocol was short"},
	{Name: "network.udplite.indatagrams", Key: "UdpLite InDatagrams", Cluster: 14, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams delivered to those who listen"},
	{Name: "network.udplite.noports", Key: "UdpLite NoPorts", Cluster: 14, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams received for a port where no one listens"},
	{Name: "network.udplite.inerrors", Key: "UdpLite InErrors", Cluster: 14, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite.outdatagrams", Key: "UdpLite OutDatagrams", Cluster: 14, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams sent"},
	{Name: "network.udplite.recvbuferrors", Key: "UdpLite RcvbufErrors", Cluster: 14, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite.sndbuferrors", Key: "UdpLite SndbufErrors", Cluster: 14, Item: 82, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite.incsumerrors", Key: "UdpLite InCsumErrors", Cluster: 14, Item: 84, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams received with a wrong checksum"},
	{Name: "network.udplite.ignoredmulti", Key: "UdpLite IgnoredMulti", Cluster: 14, Item: 92, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite multicast datagrams received that no one wanted"},
	{Name: "network.udplite.memerrors", Key: "UdpLite MemErrors", Cluster: 14, Item: 93, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite datagrams dropped since memory for the protocol was short"},
}

var ip6Metrics = []pmda.Metric{
	{Name: "network.ip6.inreceives", Key: "Ip6InReceives", Cluster: 58, Item: 0, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received, with errors or without"},
	{Name: "network.ip6.inhdrerrors", Key: "Ip6InHdrErrors", Cluster: 58, Item: 1, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since their header was wrong"},
	{Name: "network.ip6.intoobigerrors", Key: "Ip6InTooBigErrors", Cluster: 58, Item: 2, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since they were too big for the way out"},
	{Name: "network.ip6.innoroutes", Key: "Ip6InNoRoutes", Cluster: 58, Item: 3, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received and dropped since there was no route for them"},
	{Name: "network.ip6.inaddrerrors", Key: "Ip6InAddrErrors", Cluster: 58, Item: 4, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since their address was not one of this machine"},
	{Name: "network.ip6.inunknownprotos", Key: "Ip6InUnknownProtos", Cluster: 58, Item: 5, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since no one here speaks their protocol"},
	{Name: "network.ip6.intruncatedpkts", Key: "Ip6InTruncatedPkts", Cluster: 58, Item: 6, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received that were cut short"},
	{Name: "network.ip6.indiscards", Key: "Ip6InDiscards", Cluster: 58, Item: 7, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received and dropped, for lack of memory for instance"},
	{Name: "network.ip6.indelivers", Key: "Ip6InDelivers", Cluster: 58, Item: 8, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams passed on to the protocol they are for"},
	{Name: "network.ip6.outforwdatagrams", Key: "Ip6OutForwDatagrams", Cluster: 58, Item: 9, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams forwarded"},
	{Name: "network.ip6.outrequests", Key: "Ip6OutRequests", Cluster: 58, Item: 10, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams sent by protocols of this machine"},
	{Name: "network.ip6.outdiscards", Key: "Ip6OutDiscards", Cluster: 58, Item: 11, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams to be sent and dropped, for lack of memory for instance"},
	{Name: "network.ip6.outnoroutes", Key: "Ip6OutNoRoutes", Cluster: 58, Item: 12, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since there was no route for them"},
	{Name: "network.ip6.reasmtimeout", Key: "Ip6ReasmTimeout", Cluster: 58, Item: 13, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "times putting IPv6 fragments together took too long"},
	{Name: "network.ip6.reasmreqds", Key: "Ip6ReasmReqds", Cluster: 58, Item: 14, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 fragments received that were to be put together"},
	{Name: "network.ip6.reasmoks", Key: "Ip6ReasmOKs", Cluster: 58, Item: 15, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams put together from fragments"},
	{Name: "network.ip6.reasmfails", Key: "Ip6ReasmFails", Cluster: 58, Item: 16, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "failures to put IPv6 fragments together"},
	{Name: "network.ip6.fragoks", Key: "Ip6FragOKs", Cluster: 58, Item: 17, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams split into fragments"},
	{Name: "network.ip6.fragfails", Key: "Ip6FragFails", Cluster: 58, Item: 18, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams dropped since they could not be split"},
	{Name: "network.ip6.fragcreates", Key: "Ip6FragCreates", Cluster: 58, Item: 19, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 fragments made"},
	{Name: "network.ip6.inmcastpkts", Key: "Ip6InMcastPkts", Cluster: 58, Item: 20, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "multicast IPv6 datagrams received"},
	{Name: "network.ip6.outmcastpkts", Key: "Ip6OutMcastPkts", Cluster: 58, Item: 21, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "multicast IPv6 datagrams sent"},
	{Name: "network.ip6.inoctets", Key: "Ip6InOctets", Cluster: 58, Item: 22, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes received in IPv6 datagrams"},
	{Name: "network.ip6.outoctets", Key: "Ip6OutOctets", Cluster: 58, Item: 23, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes sent in IPv6 datagrams"},
	{Name: "network.ip6.inmcastoctets", Key: "Ip6InMcastOctets", Cluster: 58, Item: 24, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes received in multicast IPv6 datagrams"},
	{Name: "network.ip6.outmcastoctets", Key: "Ip6OutMcastOctets", Cluster: 58, Item: 25, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes sent in multicast IPv6 datagrams"},
	{Name: "network.ip6.inbcastoctets", Key: "Ip6InBcastOctets", Cluster: 58, Item: 26, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes received in broadcast IPv6 datagrams"},
	{Name: "network.ip6.outbcastoctets", Key: "Ip6OutBcastOctets", Cluster: 58, Item: 27, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "bytes sent in broadcast IPv6 datagrams"},
	{Name: "network.ip6.innoectpkts", Key: "Ip6InNoECTPkts", Cluster: 58, Item: 28, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received that do not take part in congestion notification"},
	{Name: "network.ip6.inect1pkts", Key: "Ip6InECT1Pkts", Cluster: 58, Item: 29, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received marked ECT(1) for congestion notification"},
	{Name: "network.ip6.inect0pkts", Key: "Ip6InECT0Pkts", Cluster: 58, Item: 30, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received marked ECT(0) for congestion notification"},
	{Name: "network.ip6.incepkts", Key: "Ip6InCEPkts", Cluster: 58, Item: 31, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "IPv6 datagrams received that tell of congestion"},
	{Name: "network.icmp6.inmsgs", Key: "Icmp6InMsgs", Cluster: 58, Item: 32, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages received"},
	{Name: "network.icmp6.inerrors", Key: "Icmp6InErrors", Cluster: 58, Item: 33, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages with errors received"},
	{Name: "network.icmp6.outmsgs", Key: "Icmp6OutMsgs", Cluster: 58, Item: 34, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages sent"},
	{Name: "network.icmp6.outerrors", Key: "Icmp6OutErrors", Cluster: 58, Item: 35, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages not sent because of errors"},
	{Name: "network.icmp6.incsumerrors", Key: "Icmp6InCsumErrors", Cluster: 58, Item: 36, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages with a wrong checksum received"},
	{Name: "network.icmp6.indestunreachs", Key: "Icmp6InDestUnreachs", Cluster: 58, Item: 37, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a destination cannot be reached received"},
	{Name: "network.icmp6.inpkttoobigs", Key: "Icmp6InPktTooBigs", Cluster: 58, Item: 38, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a packet is too big received"},
	{Name: "network.icmp6.intimeexcds", Key: "Icmp6InTimeExcds", Cluster: 58, Item: 39, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a datagram took too long received"},
	{Name: "network.icmp6.inparmproblems", Key: "Icmp6InParmProblems", Cluster: 58, Item: 40, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a header is wrong received"},
	{Name: "network.icmp6.inechos", Key: "Icmp6InEchos", Cluster: 58, Item: 41, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for an echo received"},
	{Name: "network.icmp6.inechoreplies", Key: "Icmp6InEchoReplies", Cluster: 58, Item: 42, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 echoes received"},
	{Name: "network.icmp6.ingroupmembqueries", Key: "Icmp6InGroupMembQueries", Cluster: 58, Item: 43, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 queries for members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembresponses", Key: "Icmp6InGroupMembResponses", Cluster: 58, Item: 44, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 reports of members of multicast groups received"},
	{Name: "network.icmp6.ingroupmembreductions", Key: "Icmp6InGroupMembReductions", Cluster: 58, Item: 45, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a member leaves a multicast group received"},
	{Name: "network.icmp6.inroutersolicits", Key: "Icmp6InRouterSolicits", Cluster: 58, Item: 46, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for routers to announce themselves received"},
	{Name: "network.icmp6.inrouteradvertisements", Key: "Icmp6InRouterAdvertisements", Cluster: 58, Item: 47, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 announcements of routers received"},
	{Name: "network.icmp6.inneighborsolicits", Key: "Icmp6InNeighborSolicits", Cluster: 58, Item: 48, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for a neighbour's address received"},
	{Name: "network.icmp6.inneighboradvertisements", Key: "Icmp6InNeighborAdvertisements", Cluster: 58, Item: 49, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 announcements of a neighbour's address received"},
	{Name: "network.icmp6.inredirects", Key: "Icmp6InRedirects", Cluster: 58, Item: 50, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages to use another route received"},
	{Name: "network.icmp6.inmldv2reports", Key: "Icmp6InMLDv2Reports", Cluster: 58, Item: 51, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 reports of multicast listeners, version 2 received"},
	{Name: "network.icmp6.outdestunreachs", Key: "Icmp6OutDestUnreachs", Cluster: 58, Item: 52, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a destination cannot be reached sent"},
	{Name: "network.icmp6.outpkttoobigs", Key: "Icmp6OutPktTooBigs", Cluster: 58, Item: 53, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a packet is too big sent"},
	{Name: "network.icmp6.outtimeexcds", Key: "Icmp6OutTimeExcds", Cluster: 58, Item: 54, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a datagram took too long sent"},
	{Name: "network.icmp6.outparmproblems", Key: "Icmp6OutParmProblems", Cluster: 58, Item: 55, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a header is wrong sent"},
	{Name: "network.icmp6.outechos", Key: "Icmp6OutEchos", Cluster: 58, Item: 56, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for an echo sent"},
	{Name: "network.icmp6.outechoreplies", Key: "Icmp6OutEchoReplies", Cluster: 58, Item: 57, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 echoes sent"},
	{Name: "network.icmp6.outgroupmembqueries", Key: "Icmp6OutGroupMembQueries", Cluster: 58, Item: 58, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 queries for members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembresponses", Key: "Icmp6OutGroupMembResponses", Cluster: 58, Item: 59, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 reports of members of multicast groups sent"},
	{Name: "network.icmp6.outgroupmembreductions", Key: "Icmp6OutGroupMembReductions", Cluster: 58, Item: 60, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages that a member leaves a multicast group sent"},
	{Name: "network.icmp6.outroutersolicits", Key: "Icmp6OutRouterSolicits", Cluster: 58, Item: 61, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for routers to announce themselves sent"},
	{Name: "network.icmp6.outrouteradvertisements", Key: "Icmp6OutRouterAdvertisements", Cluster: 58, Item: 62, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 announcements of routers sent"},
	{Name: "network.icmp6.outneighborsolicits", Key: "Icmp6OutNeighborSolicits", Cluster: 58, Item: 63, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 requests for a neighbour's address sent"},
	{Name: "network.icmp6.outneighboradvertisements", Key: "Icmp6OutNeighborAdvertisements", Cluster: 58, Item: 64, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 announcements of a neighbour's address sent"},
	{Name: "network.icmp6.outredirects", Key: "Icmp6OutRedirects", Cluster: 58, Item: 65, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 messages to use another route sent"},
	{Name: "network.icmp6.outmldv2reports", Key: "Icmp6OutMLDv2Reports", Cluster: 58, Item: 66, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "ICMPv6 reports of multicast listeners, version 2 sent"},
	{Name: "network.udp6.indatagrams", Key: "Udp6InDatagrams", Cluster: 58, Item: 67, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udp6.noports", Key: "Udp6NoPorts", Cluster: 58, Item: 68, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udp6.inerrors", Key: "Udp6InErrors", Cluster: 58, Item: 69, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udp6.outdatagrams", Key: "Udp6OutDatagrams", Cluster: 58, Item: 70, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams sent"},
	{Name: "network.udp6.rcvbuferrors", Key: "Udp6RcvbufErrors", Cluster: 58, Item: 71, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udp6.sndbuferrors", Key: "Udp6SndbufErrors", Cluster: 58, Item: 72, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udp6.incsumerrors", Key: "Udp6InCsumErrors", Cluster: 58, Item: 73, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: datagrams received with a wrong checksum"},
	{Name: "network.udp6.ignoredmulti", Key: "Udp6IgnoredMulti", Cluster: 58, Item: 74, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP over IPv6: multicast datagrams received that no one wanted"},
}

var udplite6Metrics = []pmda.Metric{
	{Name: "network.udplite6.indatagrams", Key: "UdpLite6InDatagrams", Cluster: 58, Item: 75, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams delivered to those who listen"},
	{Name: "network.udplite6.noports", Key: "UdpLite6NoPorts", Cluster: 58, Item: 76, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams received for a port where no one listens"},
	{Name: "network.udplite6.inerrors", Key: "UdpLite6InErrors", Cluster: 58, Item: 77, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams that could not be delivered for other reasons"},
	{Name: "network.udplite6.outdatagrams", Key: "UdpLite6OutDatagrams", Cluster: 58, Item: 78, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams sent"},
	{Name: "network.udplite6.rcvbuferrors", Key: "UdpLite6RcvbufErrors", Cluster: 58, Item: 79, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams dropped since the buffer of the receiver was full"},
	{Name: "network.udplite6.sndbuferrors", Key: "UdpLite6SndbufErrors", Cluster: 58, Item: 80, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams not sent since the buffer of the sender was full"},
	{Name: "network.udplite6.incsumerrors", Key: "UdpLite6InCsumErrors", Cluster: 58, Item: 81, Type: u64, Sem: counter, Units: libpcp.Count, OneLine: "UDP-Lite over IPv6: datagrams received with a wrong checksum"},
}
